"""The rules for what Ironic does not have: the work on machines, and the changes that come of it."""

from bessemer.api.policy.rule import Rule, rule, system_rule
from bessemer.api.policy.who import (
    ANY_READER,
    NODE_KEEPERS,
    NODE_READERS,
    NODE_READERS_WITHOUT_LESSEE,
    SYSTEM_READER,
)

_OPERATIONS = "/bessemer/v1/operations"
_CHANGES = "/bessemer/v1/changes"
_NODE = "/bessemer/v1/nodes/{node}"

RULES: tuple[Rule, ...] = (
    rule(
        "bessemer:operation:list",
        ANY_READER,
        "List the work on nodes that the caller's project owns or leases.",
        f"GET {_OPERATIONS}",
        follows="baremetal:node:list",
    ),
    rule(
        "bessemer:operation:list_all",
        SYSTEM_READER,
        "List the work on every node.",
        f"GET {_OPERATIONS}",
        follows="baremetal:node:list_all",
    ),
    rule(
        "bessemer:operation:get",
        NODE_READERS,
        "See one piece of work on a node. Who may not is told that it does not exist.",
        f"GET {_OPERATIONS}/{{operation}}",
        follows="baremetal:node:get",
    ),
    rule(
        "bessemer:operation:evidence",
        NODE_READERS_WITHOUT_LESSEE,
        "Read the files that are kept of a piece of work: logs of its ramdisk, receipts for erased disks.",
        f"GET {_OPERATIONS}/{{operation}}/evidence",
        follows="baremetal:node:history:get",
    ),
    rule(
        "bessemer:operation:abort",
        NODE_KEEPERS,
        "Ask for the end of a piece of work on a node.",
        f"POST {_OPERATIONS}/{{operation}}/abort",
        follows="baremetal:node:set_provision_state",
    ),
    rule(
        "bessemer:node:plan",
        NODE_KEEPERS,
        "See what a verb would do to a node.",
        f"POST {_NODE}/plan",
        follows="baremetal:node:set_provision_state",
    ),
    rule(
        "bessemer:node:explain",
        NODE_READERS,
        "See why a verb would be refused on a node.",
        f"GET {_NODE}/explain",
        follows="baremetal:node:get",
    ),
    rule(
        "bessemer:node:steps",
        NODE_READERS,
        "See which steps a node can run.",
        f"GET {_NODE}/steps",
        follows="baremetal:node:get",
    ),
    rule(
        "bessemer:change:list",
        ANY_READER,
        "Follow the changes of what the caller's project owns or leases.",
        f"GET {_CHANGES}",
        follows="baremetal:node:list",
    ),
    rule(
        "bessemer:change:list_all",
        SYSTEM_READER,
        "Follow every change.",
        f"GET {_CHANGES}",
        follows="baremetal:node:list_all",
    ),
    rule(
        "bessemer:change:get",
        NODE_READERS_WITHOUT_LESSEE,
        "See one change of a node, of its parts, or of what else has an owner.",
        f"GET {_CHANGES}",
        follows="baremetal:node:history:get",
    ),
    system_rule("bessemer:metrics:get", SYSTEM_READER, "Read the measurements of a process.", "GET /metrics"),
)
