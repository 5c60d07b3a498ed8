"""Which policy rule a change of each field of a node needs."""

from collections.abc import Iterable, Mapping

from bessemer.model.errors import Forbidden
from bessemer.model.node import Node
from bessemer.model.states import ProvisionState
from bessemer.rules.interface_choice import FIELDS
from bessemer.services.asking import Asking
from bessemer.services.visibility import node_target

RULES: Mapping[str, str] = {
    **dict.fromkeys(FIELDS, "baremetal:node:update:driver_interfaces"),
    "driver_info": "baremetal:node:update:driver_info",
    "properties": "baremetal:node:update:properties",
    "chassis_uuid": "baremetal:node:update:chassis_uuid",
    "instance_uuid": "baremetal:node:update:instance_uuid",
    "lessee": "baremetal:node:update:lessee",
    "owner": "baremetal:node:update:owner",
    "driver": "baremetal:node:update:driver_interfaces",
    "network_data": "baremetal:node:update:network_data",
    "conductor_group": "baremetal:node:update:conductor_group",
    "name": "baremetal:node:update:name",
    "retired": "baremetal:node:update:retired",
    "instance_info": "baremetal:node:update_instance_info",
    "extra": "baremetal:node:update_extra",
    "shard": "baremetal:node:update:shard",
    "parent_node": "baremetal:node:update:parent_node",
}
"""Fields that need a rule of their own; the rest needs only baremetal:node:update."""


def require_for_changes(asking: Asking, node: Node, changes: Mapping[str, object]) -> None:
    """Refuse changes that the policy keeps from this caller."""
    target = node_target(node.owner, node.lessee)
    for rule in _rules(node, changes):
        if not asking.caller.allows(rule, target):
            fields = ", ".join(sorted(name for name in changes if RULES.get(name) == rule)) or "this"
            raise Forbidden(f"The policy rule {rule} does not allow you to change {fields} of the node {node.uuid}.")


def _rules(node: Node, changes: Mapping[str, object]) -> Iterable[str]:
    yield from dict.fromkeys(RULES[name] for name in changes if name in RULES)
    if "owner" in changes and node.provision_state == ProvisionState.ACTIVE:
        yield "baremetal:node:update_owner_provisioned"
    if changes.get("automated_clean") is False:
        yield "baremetal:node:disable_cleaning"
