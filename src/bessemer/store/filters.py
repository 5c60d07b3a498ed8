"""What each list filter means in SQL."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, exists, false, func, not_, or_, select

from bessemer.store import schema as s
from bessemer.store.views import View

Clause = ColumnElement[Any]
Maker = Callable[[Any, str], tuple[Clause, dict[str, Any]]]
"""From the value and a name for its parameters: the condition, and the parameters."""


def equals(column: Any) -> Maker:
    """Make a filter for one exact value."""
    return lambda value, name: (column == bindparam(name, required=True), {name: value})


def contains(column: Any) -> Maker:
    """Make a filter for text that appears somewhere, case and all ignored by none of the databases alike."""

    def make(value: Any, name: str) -> tuple[Clause, dict[str, Any]]:
        escaped = str(value).lower().replace("!", "!!").replace("%", "!%").replace("_", "!_")
        return (
            func.lower(column).like(bindparam(name, required=True), escape="!"),
            {name: f"%{escaped}%"},
        )

    return make


def one_of(column: Any) -> Maker:
    """Make a filter for any of several values."""

    def make(value: Sequence[Any], name: str) -> tuple[Clause, dict[str, Any]]:
        names = [f"{name}_{place}" for place in range(len(value))]
        return (
            column.in_([bindparam(each, required=True) for each in names]),
            dict(zip(names, value, strict=True)),
        )

    return make


def present(column: Any) -> Maker:
    """Make a filter for having any value, or none."""
    return lambda value, _: (column.is_not(None) if value else column.is_(None), {})


def fault(value: Any, name: str) -> tuple[Clause, dict[str, Any]]:
    """Match a fault, or the lack of one."""
    if value == "none":
        return s.nodes.c.fault.is_(None), {}
    return equals(s.nodes.c.fault)(value, name)


def of_project(value: Any, name: str) -> tuple[Clause, dict[str, Any]]:
    """Match nodes that a project owns or leases."""
    bound: Any = bindparam(name, required=True)
    return or_(s.nodes.c.owner == bound, s.nodes.c.lessee == bound), {name: value}


def include_children(value: Any, _: str) -> tuple[Clause, dict[str, Any]]:
    """Leave out parts of other nodes unless they were asked for."""
    return (s.nodes.c.id.is_not(None) if value else s.nodes.c.parent_node.is_(None)), {}


def has_trait(name: str) -> Clause:
    """Match nodes with the trait bound under the name."""
    return exists(
        select(s.node_traits.c.trait).where(
            s.node_traits.c.node_id == s.nodes.c.id, s.node_traits.c.trait == bindparam(name, required=True)
        )
    )


def traits(join: Callable[..., Clause], *, inverted: bool = False) -> Maker:
    """Make a filter over traits: all or any of them, or the opposite."""

    def make(value: Sequence[str], name: str) -> tuple[Clause, dict[str, Any]]:
        names = [f"{name}_{place}" for place in range(len(value))]
        clause = join(*(has_trait(each) for each in names))
        return (not_(clause) if inverted else clause), dict(zip(names, value, strict=True))

    return make


def placed(value: Sequence[tuple[str, str, Sequence[int]]], name: str) -> tuple[Clause, dict[str, Any]]:
    """Match nodes by conductor group, hardware type and bucket; nothing given matches nothing."""
    clauses: list[Clause] = []
    values: dict[str, Any] = {}
    for place, (group, driver, buckets) in enumerate(value):
        group_name, driver_name = f"{name}_{place}_group", f"{name}_{place}_driver"
        in_bucket, bound = one_of(s.nodes.c.bucket)(buckets, f"{name}_{place}_bucket")
        same_group: Clause = s.nodes.c.conductor_group == bindparam(group_name, required=True)
        same_driver: Clause = s.nodes.c.driver == bindparam(driver_name, required=True)
        clauses.append(and_(same_group, same_driver, in_bucket))
        values |= {group_name: group, driver_name: driver, **bound}
    return or_(false(), *clauses), values


SPECIAL: Mapping[tuple[str, str], Maker] = {
    ("node", "associated"): present(s.nodes.c.instance_uuid),
    ("node", "sharded"): present(s.nodes.c.shard),
    ("node", "shard"): one_of(s.nodes.c.shard),
    ("node", "chassis_uuid"): equals(s.chassis.c.uuid),
    ("node", "fault"): fault,
    ("node", "project"): of_project,
    ("node", "description_contains"): contains(s.nodes.c.description),
    ("node", "include_children"): include_children,
    ("node", "placed"): placed,
    ("node", "traits"): traits(and_),
    ("node", "not-traits"): traits(and_, inverted=True),
    ("node", "traits-any"): traits(or_),
    ("node", "not-traits-any"): traits(or_, inverted=True),
    ("port", "node_uuid"): equals(s.nodes.c.uuid),
    ("port", "shard"): one_of(s.nodes.c.shard),
    ("port", "conductor_groups"): one_of(s.nodes.c.conductor_group),
    ("port", "description_contains"): contains(s.ports.c.description),
    ("portgroup", "shard"): one_of(s.nodes.c.shard),
    ("portgroup", "conductor_groups"): one_of(s.nodes.c.conductor_group),
    ("runbook", "project"): equals(s.runbooks.c.owner),
}
"""Filters that are more than one column being equal to a value."""


def condition(view: View, noun: str, filter_name: str, value: Any, bound_as: str) -> tuple[Clause, dict[str, Any]]:
    """Build the condition of one filter of one resource."""
    special = SPECIAL.get((noun, filter_name))
    if special:
        return special(value, bound_as)
    return equals(view.columns[filter_name])(value, bound_as)


def shape(value: Any) -> Any:
    """Tell what of a filter's value changes the text of the query rather than its parameters."""
    if isinstance(value, list | tuple):
        return tuple(len(each[-1]) if isinstance(each, tuple) else 0 for each in value)
    return value if isinstance(value, bool) or value == "none" else None
