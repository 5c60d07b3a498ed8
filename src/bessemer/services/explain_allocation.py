"""Tell of each node that a caller may see whether it fits an allocation, and if not, what rejects it first."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bessemer.model.allocation import Allocation, Obstacle, SeenNode
from bessemer.model.errors import NotFound
from bessemer.model.listing import Rows, Wanted
from bessemer.model.node import NODE
from bessemer.rules.allocation_match import comes_into_question, first_obstacle, told
from bessemer.services.asking import Asking
from bessemer.services.seen_allocations import RULE, find_allocation
from bessemer.services.visibility import scope_of
from bessemer.store import candidates, lists
from bessemer.store.transaction import Transaction

COLUMNS = SeenNode.__struct_fields__


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """One node, judged as it is now."""

    uuid: str
    name: str | None
    fits: bool
    obstacle: Obstacle | None
    """What rejects it first."""
    reason: str


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Why an allocation has the node that it has, or none."""

    allocation: Allocation
    counts: Mapping[str, int]
    """How many of all nodes fit, and how many are rejected by what."""
    nodes: list[Judged]
    """One page of them."""


def explain_allocation(tx: Transaction, asking: Asking, ident: str, wanted: Wanted) -> Explanation:
    """Judge one page of the nodes that come into question, and count them all."""
    wish = find_allocation(tx, asking, ident, f"{RULE}get", locked=False)
    scope = scope_of(asking, NODE)
    narrowed = msgspec.structs.replace(wanted, columns=COLUMNS, filters=_narrowing(wish))
    found = lists.page(tx, NODE.noun, narrowed, scope)
    if found is None:
        raise NotFound(f"The marker {str(wanted.marker)[:80]!r} is not in this list, so nothing can come after it.")
    counted = candidates.tally(tx, wish, scope)
    return Explanation(
        allocation=wish,
        counts={
            "fits" if obstacle is None else str(obstacle): count
            for obstacle, count in counted.items()
            if comes_into_question(wish, obstacle)
        },
        nodes=[_judged(wish, node) for node in _seen(found)],
    )


def _narrowing(wish: Allocation) -> tuple[tuple[str, Any], ...]:
    """Leave out nodes that were never in question."""
    if wish.candidate_nodes:
        return (("among", tuple(wish.candidate_nodes)),)
    return () if wish.owner is None else (("project", wish.owner),)


def _seen(found: Rows) -> list[SeenNode]:
    return [_seen_node(row, found.members["traits"].get(row[0], ())) for row in found.rows]


def _seen_node(row: tuple[Any, ...], traits: Iterable[str]) -> SeenNode:
    values: dict[str, Any] = dict(zip(COLUMNS, row[1:], strict=True))
    return SeenNode(**{**values, "maintenance": bool(values["maintenance"]), "traits": frozenset(traits)})


def _judged(wish: Allocation, node: SeenNode) -> Judged:
    if node.instance_uuid == wish.uuid:
        return Judged(uuid=node.uuid, name=node.name, fits=True, obstacle=None, reason=f"The node {node.uuid} has it.")
    obstacle = first_obstacle(wish, node)
    reason = told(wish, node, obstacle)
    return Judged(uuid=node.uuid, name=node.name, fits=obstacle is None, obstacle=obstacle, reason=reason)
