"""The rules for single fields of a node: who sees them, who may set them."""

from bessemer.api.policy.rule import Rule, rule, system_rule
from bessemer.api.policy.who import (
    NODE_KEEPERS,
    NODE_MANAGERS,
    NODE_OWNERS,
    NODE_READERS_WITHOUT_LESSEE,
    NODE_USERS,
    SYSTEM_ADMIN,
    SYSTEM_MEMBER,
    SYSTEM_READER,
)

_SEE = "GET /v1/nodes/{node}"
_SET = "PATCH /v1/nodes/{node}"
_WHOLE_VIEW = "baremetal:node:get"
_WHOLE_EDIT = "baremetal:node:update"


def _hidden(field: str) -> Rule:
    """Write the row of a field that lessees do not see."""
    return rule(
        f"baremetal:node:get:{field}",
        NODE_READERS_WITHOUT_LESSEE,
        f"See the {field} of a node instead of a blank.",
        _SEE,
        follows=_WHOLE_VIEW,
    )


def _settable(field: str, check: str, description: str) -> Rule:
    """Write the row of a field whose change asks more than the change of a node does."""
    return rule(f"baremetal:node:update:{field}", check, description, _SET, follows=_WHOLE_EDIT)


RULES: tuple[Rule, ...] = (
    rule(
        "baremetal:node:get:filter_threshold",
        SYSTEM_READER,
        "See nodes whole: the rules for single fields are asked only for callers who fail this one.",
        _SEE,
        follows=_WHOLE_VIEW,
    ),
    _hidden("last_error"),
    _hidden("reservation"),
    _hidden("driver_internal_info"),
    _hidden("driver_info"),
    rule(_WHOLE_EDIT, NODE_USERS, "Change a node: the fields that no other rule names.", _SET),
    _settable("driver_info", NODE_OWNERS, "Change how a node's management controller is reached."),
    _settable("properties", NODE_OWNERS, "Change what is known of a node's hardware."),
    _settable("chassis_uuid", SYSTEM_ADMIN, "Move a node to another chassis."),
    _settable("instance_uuid", NODE_OWNERS, "Tie a node to an instance or release it."),
    _settable("lessee", NODE_OWNERS, "Lease a node to a project."),
    _settable("owner", SYSTEM_MEMBER, "Give a node to another owner."),
    _settable("driver_interfaces", NODE_MANAGERS, "Change a node's driver or the interfaces it is driven through."),
    _settable("network_data", NODE_OWNERS, "Change the network configuration that a node's ramdisk gets."),
    _settable("conductor_group", SYSTEM_MEMBER, "Move a node to another group of conductors."),
    _settable("name", NODE_OWNERS, "Rename a node."),
    _settable("retired", NODE_OWNERS, "Retire a node or take it back into use, with the reason."),
    rule("baremetal:node:update:shard", SYSTEM_ADMIN, "Move a node to another shard.", _SET),
    rule("baremetal:node:update:parent_node", SYSTEM_MEMBER, "Make a node a part of another.", _SET),
    rule(
        "baremetal:node:update:disable_power_off",
        SYSTEM_ADMIN,
        "Forbid that a node is ever powered off, or permit it again.",
        _SET,
    ),
    rule("baremetal:node:update_extra", NODE_USERS, "Change the free notes in a node's extra field.", _SET),
    rule("baremetal:node:update_instance_info", NODE_KEEPERS, "Change what will be deployed on a node.", _SET),
    system_rule(
        "baremetal:node:update_owner_provisioned",
        SYSTEM_ADMIN,
        "Give a node to another owner while an instance runs on it.",
        _SET,
    ),
    rule("baremetal:node:disable_cleaning", SYSTEM_ADMIN, "Switch automated cleaning of a node off.", _SET),
)
