"""Find the nodes that fit an allocation, in one query, and count what rejects the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, case, func, literal, or_, select, true

from bessemer.model.allocation import Allocation, Obstacle
from bessemer.model.listing import Scope
from bessemer.model.states import ProvisionState
from bessemer.store import schema as s
from bessemer.store.filters import bind_each, bound, has_all_traits, one_of
from bessemer.store.transaction import Transaction

N = s.nodes
Clause = ColumnElement[Any]
CANDIDATE, TRAIT = "candidate", "trait"
"""What the names of parameters begin with."""
NOBODYS_NAME = ""
"""What no node can be called."""


class Fitting(msgspec.Struct, frozen=True):
    """The rows of all nodes that fit."""

    nodes: list[int]
    namesake: int | None
    """The one that is called like the allocation."""


def fitting(tx: Transaction, wish: Allocation) -> Fitting:
    """Find every node that fits."""
    rows = tx.rows(
        ("fitting nodes", *_shape(wish)), lambda: _fitting(wish), {**_values(wish), "name": wish.name or NOBODYS_NAME}
    )
    return Fitting([row for row, _ in rows], next((row for row, is_namesake in rows if is_namesake), None))


def _fitting(wish: Allocation) -> Select[Any]:
    is_namesake = case((N.c.name == bound("name"), 1), else_=0)
    return select(N.c.id, is_namesake.label("is_namesake")).where(*_demands(wish).values())


def tally(tx: Transaction, wish: Allocation, scope: Scope) -> dict[Obstacle | None, int]:
    """Count the nodes of a scope by what rejects them first; None stands for those that fit."""
    rows = tx.rows(
        ("tally of nodes", *_shape(wish), scope.everything),
        lambda: _tally(wish, scope),
        {**_values(wish), "project": scope.project},
    )
    order = list(Obstacle)
    return {None if place is None else order[place]: int(count) for place, count in rows}


def _tally(wish: Allocation, scope: Scope) -> Select[Any]:
    # Nested, as what is unknown in SQL is neither true nor false: only what is true leads on to the next demand.
    first: Any = None
    for place, demand in reversed(list(enumerate(_demands(wish).values()))):
        first = case((demand, first), else_=literal(place))
    judged = select(first.label("place")).where(true() if scope.everything else _belongs_to("project")).subquery()
    return select(judged.c.place, func.count()).group_by(judged.c.place)


def _demands(wish: Allocation) -> Mapping[Obstacle, Clause]:
    """Say in SQL what a node must fulfil, by what rejects it otherwise."""
    demands: dict[Obstacle, Clause] = {
        Obstacle.NOT_A_CANDIDATE: one_of(N.c.uuid).clause(wish.candidate_nodes, CANDIDATE)
        if wish.candidate_nodes
        else true(),
        Obstacle.OF_OTHERS: true() if wish.owner is None else _belongs_to("owner"),
        Obstacle.OTHER_CLASS: N.c.resource_class.is_(None)
        if wish.resource_class is None
        else N.c.resource_class == bound("resource_class"),
        Obstacle.LACKS_TRAITS: has_all_traits(wish.traits, TRAIT),
        Obstacle.NOT_AVAILABLE: N.c.provision_state == str(ProvisionState.AVAILABLE),
        Obstacle.IN_MAINTENANCE: N.c.maintenance.is_(False),
        Obstacle.HAS_INSTANCE: N.c.instance_uuid.is_(None),
        Obstacle.POWER_UNKNOWN: N.c.power_state.is_not(None),
        Obstacle.BUSY: N.c.operation_id.is_(None),
    }
    return {obstacle: demands[obstacle] for obstacle in Obstacle}


def _belongs_to(name: str) -> Clause:
    return or_(N.c.owner == bound(name), N.c.lessee == bound(name))


def _shape(wish: Allocation) -> tuple[Any, ...]:
    """Tell what of an allocation changes the query rather than what is bound in it."""
    return len(wish.candidate_nodes), len(wish.traits), wish.owner is None, wish.resource_class is None


def _values(wish: Allocation) -> dict[str, Any]:
    return {
        "resource_class": wish.resource_class,
        "owner": wish.owner,
        **bind_each(wish.candidate_nodes, CANDIDATE),
        **bind_each(wish.traits, TRAIT),
    }


class Named(msgspec.Struct, frozen=True):
    """A node that somebody named."""

    uuid: str
    name: str | None
    owner: str | None
    lessee: str | None


def named(tx: Transaction, idents: Sequence[str]) -> list[Named]:
    """Look up nodes by their UUIDs or names, in one query."""
    rows = tx.rows(
        ("named nodes", len(idents)),
        lambda: select(N.c.uuid, N.c.name, N.c.owner, N.c.lessee).where(
            or_(one_of(N.c.uuid).clause(idents, "uuid"), one_of(N.c.name).clause(idents, "name"))
        ),
        {**bind_each(idents, "uuid"), **bind_each(idents, "name")},
    )
    return [Named(*row) for row in rows]
