"""The rules for what people ask for: allocations, deploy templates, runbooks, inspection rules."""

from bessemer.api.policy.rule import Rule, rule
from bessemer.api.policy.who import (
    ALLOCATION_MEMBERS,
    ALLOCATION_READERS,
    ANY_READER,
    RUNBOOK_MANAGERS,
    RUNBOOK_READERS,
    SYSTEM_ADMIN,
    SYSTEM_MEMBER,
    SYSTEM_READER,
    any_of,
)

_RUNBOOK = "/v1/runbooks/{runbook}"

RULES: tuple[Rule, ...] = (
    rule(
        "baremetal:allocation:get",
        ALLOCATION_READERS,
        "See one allocation.",
        "GET /v1/allocations/{allocation}",
        "GET /v1/nodes/{node}/allocation",
        "GET /bessemer/v1/allocations/{allocation}/explain",
    ),
    rule(
        "baremetal:allocation:list", ANY_READER, "List the allocations of the caller's project.", "GET /v1/allocations"
    ),
    rule("baremetal:allocation:list_all", SYSTEM_READER, "List every allocation.", "GET /v1/allocations"),
    rule(
        "baremetal:allocation:create",
        any_of(SYSTEM_MEMBER, "role:member"),
        "Ask for a node of some kind; it will belong to the caller's project.",
        "POST /v1/allocations",
    ),
    rule(
        "baremetal:allocation:create_restricted",
        SYSTEM_MEMBER,
        "Ask for a node in the name of any project.",
        "POST /v1/allocations",
    ),
    rule(
        "baremetal:allocation:update",
        ALLOCATION_MEMBERS,
        "Rename an allocation or change its extra field.",
        "PATCH /v1/allocations/{allocation}",
    ),
    rule(
        "baremetal:allocation:delete",
        ALLOCATION_MEMBERS,
        "Give an allocated node back.",
        "DELETE /v1/allocations/{allocation}",
        "DELETE /v1/nodes/{node}/allocation",
    ),
    rule(
        "baremetal:deploy_template:get",
        SYSTEM_READER,
        "See deploy templates.",
        "GET /v1/deploy_templates",
        "GET /v1/deploy_templates/{template}",
    ),
    rule("baremetal:deploy_template:create", SYSTEM_ADMIN, "Add a deploy template.", "POST /v1/deploy_templates"),
    rule(
        "baremetal:deploy_template:update",
        SYSTEM_ADMIN,
        "Change a deploy template.",
        "PATCH /v1/deploy_templates/{template}",
    ),
    rule(
        "baremetal:deploy_template:delete",
        SYSTEM_ADMIN,
        "Delete a deploy template.",
        "DELETE /v1/deploy_templates/{template}",
    ),
    rule("baremetal:runbook:get", RUNBOOK_READERS, "See one runbook.", f"GET {_RUNBOOK}", f"GET {_RUNBOOK}/traits"),
    rule(
        "baremetal:runbook:list",
        ANY_READER,
        "List the public runbooks together with those of the caller's project.",
        "GET /v1/runbooks",
    ),
    rule("baremetal:runbook:list_all", SYSTEM_READER, "List every runbook.", "GET /v1/runbooks"),
    rule(
        "baremetal:runbook:create",
        any_of(SYSTEM_MEMBER, "role:manager", "role:service"),
        "Add a runbook.",
        "POST /v1/runbooks",
    ),
    rule(
        "baremetal:runbook:update",
        RUNBOOK_MANAGERS,
        "Change a runbook or its traits.",
        f"PATCH {_RUNBOOK}",
        f"PUT {_RUNBOOK}/traits",
        f"DELETE {_RUNBOOK}/traits",
        f"PUT {_RUNBOOK}/traits/{{trait}}",
        f"DELETE {_RUNBOOK}/traits/{{trait}}",
    ),
    rule("baremetal:runbook:update:public", SYSTEM_MEMBER, "Make a runbook public or private.", f"PATCH {_RUNBOOK}"),
    rule("baremetal:runbook:update:owner", SYSTEM_MEMBER, "Give a runbook to another project.", f"PATCH {_RUNBOOK}"),
    rule("baremetal:runbook:delete", RUNBOOK_MANAGERS, "Delete a runbook.", f"DELETE {_RUNBOOK}"),
    rule(
        "baremetal:runbook:use",
        RUNBOOK_MANAGERS,
        "Clean or service a node by a runbook.",
        "PUT /v1/nodes/{node}/states/provision",
    ),
    rule(
        "baremetal:inspection_rule:get",
        SYSTEM_READER,
        "See inspection rules.",
        "GET /v1/inspection_rules",
        "GET /v1/inspection_rules/{rule}",
    ),
    rule("baremetal:inspection_rule:list_all", SYSTEM_READER, "List the inspection rules.", "GET /v1/inspection_rules"),
    rule("baremetal:inspection_rule:create", SYSTEM_ADMIN, "Add an inspection rule.", "POST /v1/inspection_rules"),
    rule(
        "baremetal:inspection_rule:update",
        SYSTEM_ADMIN,
        "Change an inspection rule.",
        "PATCH /v1/inspection_rules/{rule}",
    ),
    rule(
        "baremetal:inspection_rule:delete",
        SYSTEM_ADMIN,
        "Delete one inspection rule or all of them.",
        "DELETE /v1/inspection_rules",
        "DELETE /v1/inspection_rules/{rule}",
    ),
)
