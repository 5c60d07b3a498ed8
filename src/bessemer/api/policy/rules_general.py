"""The rules that belong to no resource: secrets, and names that other rules and policy files refer to."""

from bessemer.api.policy.rule import Rule, rule
from bessemer.api.policy.who import NOBODY

RULES: tuple[Rule, ...] = (
    rule("show_password", NOBODY, "See the secrets in a node's driver_info in clear text."),
    rule("show_instance_secrets", NOBODY, "See the secrets in a node's instance_info in clear text."),
    rule(
        "service_role",
        "role:service and project_name:%(config.service_project_name)s",
        "Be another program that acts for the configured service project; nobody is unless one is configured.",
    ),
    rule("public_api", "is_public_api:True", "Ask for one of the paths that need no log-in."),
    # Nothing below is asked by a request. The names are here because policy files written for older releases of
    # Ironic refer to them.
    rule("admin_api", "role:admin or role:administrator", "An administrator as before scopes existed."),
    rule(
        "is_member",
        "(project_domain_id:default or project_domain_id:None) and (project_name:demo or project_name:baremetal)",
        "A caller of the projects named demo or baremetal.",
    ),
    rule(
        "is_observer",
        "rule:is_member and (role:observer or role:baremetal_observer)",
        "A reader as before scopes existed.",
    ),
    rule(
        "is_admin",
        "rule:admin_api or (rule:is_member and role:baremetal_admin)",
        "An administrator by an old or a dedicated role.",
    ),
    rule("is_node_owner", "project_id:%(node.owner)s", "A caller of the project that owns the node."),
    rule("is_node_lessee", "project_id:%(node.lessee)s", "A caller of the project that leases the node."),
    rule("is_allocation_owner", "project_id:%(allocation.owner)s", "A caller of the allocation's project."),
    rule(
        "baremetal:allocation:create_pre_rbac",
        "not system_scope:all and "
        "((rule:is_member and role:baremetal_admin) or (is_admin_project:True and role:admin))",
        "Create an allocation without an owner, as before scopes existed.",
    ),
)
