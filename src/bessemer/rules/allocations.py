"""What an allocation may ask for, which node may be tied to it by name, and when a node may be given back."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.allocation import Allocation, Obstacle, SeenNode
from bessemer.model.errors import Conflict, Invalid
from bessemer.model.node import Node
from bessemer.model.states import EDITABLE_IN_FLIGHT, HARDWARE_EDITABLE, ProvisionState
from bessemer.rules.allocation_match import RULES, told
from bessemer.rules.busy_nodes import check_unreserved
from bessemer.rules.field_values import shown
from bessemer.rules.identifiers import is_logical_name, uuid_from_text

MOST_CANDIDATES = 1000
"""How many nodes an allocation may name."""

LASTING = (Obstacle.NOT_A_CANDIDATE, Obstacle.OF_OTHERS, Obstacle.OTHER_CLASS, Obstacle.LACKS_TRAITS)
"""What stands between a node and an allocation even when the node is in use already."""


def checked_node(ident: Any) -> str:
    """Return what names a node in a body, refusing what can be neither its UUID nor its name."""
    if not isinstance(ident, str) or (uuid_from_text(ident) is None and not is_logical_name(ident)):
        raise Invalid(f"A node must be given by its UUID or its name; {shown(ident)} was given.")
    return uuid_from_text(ident) or ident


def checked_candidates(idents: list[Any]) -> list[str]:
    """Return the names of candidates without repetition, refusing what names no node and too many."""
    unique = list(dict.fromkeys(checked_node(ident) for ident in idents))
    if len(unique) > MOST_CANDIDATES:
        raise Invalid(f"{len(unique)} candidate_nodes were given; at most {MOST_CANDIDATES} are allowed.")
    return unique


def checked_trait_names(traits: list[Any]) -> list[str]:
    """Return a list of traits, refusing what is no string."""
    if not all(isinstance(trait, str) for trait in traits):
        raise Invalid("traits must be a list of strings.")
    return traits


def check_backfill(wish: Allocation, node: Node) -> None:
    """Refuse to tie a node to an allocation that was made for it, unless the node is in use and as is asked."""
    seen = seen_from_node(node)
    faults = [told(wish, seen, each) for each in LASTING if RULES[each].rejects(wish, seen)]
    if faults:
        raise Invalid(f"The allocation cannot be made for the node that it names. {' '.join(faults)}")
    if node.provision_state != ProvisionState.ACTIVE:
        raise Conflict(
            f"The node {node.uuid} is {node.provision_state!r}. An allocation can name its node only when that is "
            "'active' already; leave the node out, or name it in candidate_nodes, to have an available one chosen."
        )
    check_unreserved(node)
    if node.allocation_uuid is not None:
        raise Conflict(f"The node {node.uuid} belongs to the allocation {node.allocation_uuid} already.")
    if node.instance_uuid not in {None, wish.uuid}:
        raise Conflict(
            f"The node {node.uuid} carries the instance {node.instance_uuid}, and an allocation has the UUID of the "
            "instance on its node: leave the uuid out, or give that one."
        )


def seen_from_node(node: Node) -> SeenNode:
    """Take from a node what it is judged by."""
    values: dict[str, Any] = {name: getattr(node, name) for name in SeenNode.__struct_fields__}
    return SeenNode(**{**values, "traits": frozenset(node.traits)})


def check_release(node: Node) -> None:
    """Refuse to take an allocation from a node that is in use or on its way to be."""
    check_unreserved(node)
    if node.maintenance:
        return
    in_flight = node.target_provision_state is not None and node.provision_state not in EDITABLE_IN_FLIGHT
    if in_flight or node.provision_state == ProvisionState.ACTIVE:
        raise Conflict(
            f"The allocation {node.allocation_uuid} cannot be taken from the node {node.uuid}, which is "
            f"{node.provision_state!r}. Undeploy the node, which deletes the allocation, or put it into maintenance."
        )


def check_untying(node: Node, changes: Mapping[str, Any]) -> None:
    """Refuse to remove the instance of an allocation from a node where it may be in use."""
    if "instance_uuid" not in changes or changes["instance_uuid"] is not None or node.allocation_uuid is None:
        return
    if not node.maintenance and node.provision_state not in HARDWARE_EDITABLE:
        raise Conflict(
            f"instance_uuid of the node {node.uuid} belongs to the allocation {node.allocation_uuid} and cannot be "
            f"removed in the state {node.provision_state!r}. Undeploy the node, or put it into maintenance, first."
        )


def tied(wish: Allocation, node: Node, row: int) -> dict[str, Any]:
    """Lay out what becomes of a node that an allocation gets."""
    return {
        "instance_uuid": wish.uuid,
        "allocation_id": row,
        "instance_info": {**node.instance_info, "traits": wish.traits},
    }


def untied(node: Node) -> dict[str, Any]:
    """Lay out what becomes of a node whose allocation is taken away."""
    changes: dict[str, Any] = {"instance_uuid": None, "allocation_id": None}
    if node.provision_state == ProvisionState.AVAILABLE and "traits" in node.instance_info:
        # Nothing was deployed: traits of the allocation must not decide what the next deployment consists of.
        changes["instance_info"] = {name: value for name, value in node.instance_info.items() if name != "traits"}
    return changes
