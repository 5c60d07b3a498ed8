"""What ports may be changed in which state of their node, and which ports may be in one group."""

from collections.abc import Iterable, Mapping
from typing import Any

from bessemer.model.errors import Conflict, Forbidden, Invalid
from bessemer.model.node import Node
from bessemer.model.portgroup import Portgroup
from bessemer.model.states import CABLING_EDITABLE, ProvisionState

CABLING = frozenset({"local_link_connection", "node_uuid", "physical_network", "portgroup_uuid", "pxe_enabled"})
"""Fields of a port that say how it is wired; a machine in use relies on them."""
VIF_KEY = "_vif_port_id"
"""How the keys end under which the server notes what a port is bound to."""


def check_port_edit(node: Node, changed: Iterable[str]) -> None:
    """Refuse changes of a port that the state of its node forbids."""
    if node.maintenance:
        return
    fields = set(changed)
    if "address" in fields and (node.provision_state == ProvisionState.ACTIVE or node.instance_uuid):
        raise Conflict(
            f"The address of a port cannot change while its node {node.uuid} carries an instance. "
            "Undeploy the node, or put it into maintenance, first."
        )
    wired = sorted(fields & CABLING)
    if wired and node.provision_state not in CABLING_EDITABLE:
        raise Conflict(
            f"{', '.join(wired)} of a port cannot change while its node {node.uuid} is {node.provision_state!r}, "
            f"only in maintenance or in: {', '.join(sorted(CABLING_EDITABLE))}."
        )


def check_membership(group: Portgroup, node: Node, *, boots: bool) -> None:
    """Refuse a port of `node` in a group of another, and one that boots where the group leaves no port on its own."""
    if group.node_id != node.id:
        raise Invalid(f"The port group {group.uuid} belongs to another node than the port.")
    if boots and not group.standalone_ports_supported:
        raise Conflict(
            f"The port group {group.uuid} does not let its ports be used one by one, so none can have pxe_enabled. "
            "Set pxe_enabled of the port to false, or standalone_ports_supported of the group to true."
        )


def check_same_network(group: Portgroup, network: str | None, others: Iterable[str | None]) -> None:
    """Refuse a port plugged into another physical network than the ports that are in the group already."""
    strange = [other for other in others if other != network]
    if strange:
        raise Conflict(
            f"The port would be in the physical network {network!r}, while the port group {group.uuid} has ports "
            f"in {strange[0]!r}. All ports of a group must share one."
        )


def check_unbound(noun: str, uuid: str, internal_info: Mapping[str, Any], node: Node) -> None:
    """Refuse to delete what a network is attached to, unless people work on the node."""
    bound = sorted(key for key, value in internal_info.items() if key.endswith(VIF_KEY) and value)
    if bound and not node.maintenance:
        purpose = bound[0].removesuffix(VIF_KEY)
        raise Conflict(
            f"The {noun} {uuid} is bound to the VIF {internal_info[bound[0]]} for {purpose} use. "
            "Detach it, or put the node into maintenance, first."
        )


def check_port_filters(names: Iterable[str]) -> None:
    """Refuse to narrow a list of ports in two ways that contradict each other."""
    given = set(names)
    places = given & {"node", "portgroup", "shard"}
    if len(places) > 1:
        raise Forbidden(
            f"Ports can be listed by one of node, portgroup and shard, not by {' and '.join(sorted(places))}."
        )
    beside = sorted(given & {"node", "portgroup", "address"})
    if "conductor_groups" in given and beside:
        raise Invalid(f"conductor_groups cannot be combined with {' and '.join(beside)}.")


def check_portgroup_filters(names: Iterable[str]) -> None:
    """Refuse to narrow a list of port groups in more than one way."""
    given = sorted(set(names) & {"node", "address", "shard", "conductor_groups"})
    if len(given) > 1:
        raise Invalid(f"Port groups can be listed by only one of {', '.join(given)} at a time.")
