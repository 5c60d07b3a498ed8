"""Whether a node can be given to an allocation, and if not, what stands between the two."""

from collections.abc import Callable, Mapping

import msgspec

from bessemer.model.allocation import Allocation, Obstacle, SeenNode
from bessemer.model.states import ProvisionState


class Rule(msgspec.Struct, frozen=True):
    """One thing that a node must fulfil."""

    rejects: Callable[[Allocation, SeenNode], bool]
    why: Callable[[Allocation, SeenNode], str]
    """What is said of one node; the sentence begins with the node."""
    many: str
    """What is said of several nodes."""


RULES: Mapping[Obstacle, Rule] = {
    Obstacle.NOT_A_CANDIDATE: Rule(
        lambda wish, node: bool(wish.candidate_nodes) and node.uuid not in wish.candidate_nodes,
        lambda _wish, _node: "is not one of the candidate_nodes",
        "not among the candidate_nodes",
    ),
    Obstacle.OF_OTHERS: Rule(
        lambda wish, node: wish.owner is not None and wish.owner not in {node.owner, node.lessee},
        lambda wish, _node: f"is neither owned nor leased by the project {wish.owner}",
        "of other projects",
    ),
    Obstacle.OTHER_CLASS: Rule(
        lambda wish, node: node.resource_class != wish.resource_class,
        lambda wish, node: f"has the resource class {node.resource_class!r}, not {wish.resource_class!r}",
        "of another resource class",
    ),
    Obstacle.LACKS_TRAITS: Rule(
        lambda wish, node: not node.traits.issuperset(wish.traits),
        lambda wish, node: f"lacks the traits {', '.join(sorted(set(wish.traits) - node.traits))}",
        "without the traits",
    ),
    Obstacle.NOT_AVAILABLE: Rule(
        lambda _wish, node: node.provision_state != ProvisionState.AVAILABLE,
        lambda _wish, node: f"is {node.provision_state!r}, not 'available'",
        "not in the state 'available'",
    ),
    Obstacle.IN_MAINTENANCE: Rule(
        lambda _wish, node: node.maintenance,
        lambda _wish, _node: "is in maintenance",
        "in maintenance",
    ),
    Obstacle.HAS_INSTANCE: Rule(
        lambda _wish, node: node.instance_uuid is not None,
        lambda _wish, _node: "carries an instance already",
        "taken by an instance",
    ),
    Obstacle.POWER_UNKNOWN: Rule(
        lambda _wish, node: node.power_state is None,
        lambda _wish, _node: "has a power state that nobody knows",
        "whose power state nobody knows",
    ),
    Obstacle.BUSY: Rule(
        lambda _wish, node: node.operation_id is not None,
        lambda _wish, _node: "is being worked on this moment",
        "being worked on this moment",
    ),
}
"""By what they reject, in the order in which they are asked."""


def first_obstacle(wish: Allocation, node: SeenNode) -> Obstacle | None:
    """Tell what rejects a node first; None when it fits."""
    return next((obstacle for obstacle in Obstacle if RULES[obstacle].rejects(wish, node)), None)


def told(wish: Allocation, node: SeenNode, obstacle: Obstacle | None) -> str:
    """Say of one node why it is rejected, as a sentence."""
    said = "fits" if obstacle is None else RULES[obstacle].why(wish, node)
    return f"The node {node.name or node.uuid} {said}."


def comes_into_question(wish: Allocation, obstacle: Obstacle | None) -> bool:
    """Tell whether a node was a candidate at all: how many nodes there are besides is nobody's business."""
    if obstacle is Obstacle.OF_OTHERS:
        return bool(wish.candidate_nodes)
    return obstacle is not Obstacle.NOT_A_CANDIDATE


def why_no_node(wish: Allocation, rejected: Mapping[Obstacle, int]) -> str:
    """Say why nothing was found, the most common reasons first, and what to do."""
    counted = {obstacle: count for obstacle, count in rejected.items() if comes_into_question(wish, obstacle)}
    where = f"GET /bessemer/v1/allocations/{wish.uuid}/explain tells it node by node"
    if not counted:
        whose = f" that the project {wish.owner} owns or leases" if wish.owner else ""
        return f"No node was found: there is no node{whose}. Enrol one, or lend one to the project, and ask again."
    total = sum(counted.values())
    ranked = sorted(counted, key=lambda obstacle: (-counted[obstacle], list(Obstacle).index(obstacle)))
    reasons = ", ".join(f"{counted[obstacle]} {RULES[obstacle].many}" for obstacle in ranked)
    which = f" with the resource class {wish.resource_class!r}" + _with_traits(wish)
    looked_at = "the only node" if total == 1 else f"{total} nodes"
    return f"No node{which} can be had: of {looked_at} looked at, {reasons}. {where}."


def _with_traits(wish: Allocation) -> str:
    return f" and the traits {', '.join(wish.traits)}" if wish.traits else ""
