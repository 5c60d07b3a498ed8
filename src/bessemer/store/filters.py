"""What each list filter means in SQL."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, bindparam, exists, false, func, not_, or_, select, true

from bessemer.rules.traits import MOST_ON_A_NODE
from bessemer.store import schema as s
from bessemer.store.views import View

Clause = ColumnElement[Any]
Values = dict[str, Any]


class Meaning(msgspec.Struct, frozen=True):
    """A condition, apart from the values bound in it: the condition is built once, the values are bound each time."""

    clause: Callable[[Any, str], Clause]
    """From a value, of which only the shape matters, and the name its parameters begin with."""
    bind: Callable[[Any, str], Values] = lambda value, name: {name: value}


def bound(name: str) -> Any:
    """Leave a place for a value."""
    return bindparam(name, required=True)


def bind_each(value: Sequence[Any], name: str) -> Values:
    """Bind several values under numbered names."""
    return {f"{name}_{place}": each for place, each in enumerate(value)}


def bind_none(_value: Any, _name: str) -> Values:
    """Bind nothing: the value is in the condition itself."""
    return {}


def equals(column: Any) -> Meaning:
    """Match one exact value."""
    return Meaning(lambda _, name: column == bound(name))


def one_of(column: Any) -> Meaning:
    """Match any of several values."""

    def clause(value: Sequence[Any], name: str) -> Clause:
        return column.in_([bound(f"{name}_{place}") for place in range(len(value))]) if value else false()

    return Meaning(clause, bind_each)


def present(column: Any) -> Meaning:
    """Match having any value, or none."""
    return Meaning(lambda value, _: column.is_not(None) if value else column.is_(None), bind_none)


LONGEST_TEXT = 4096
"""No text that is searched is longer; SQLite refuses much longer patterns."""


def contains(column: Any) -> Meaning:
    """Match text that appears somewhere, in upper or lower case; no character in it is a wildcard."""

    def bind(value: Any, name: str) -> Values:
        text = str(value)[: LONGEST_TEXT + 1].lower()
        escaped = text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        return {name: f"%{escaped}%"}

    return Meaning(lambda _, name: func.lower(column).like(bound(name), escape="!"), bind)


def _has_trait(which: Clause) -> Clause:
    return exists(select(s.node_traits.c.trait).where(s.node_traits.c.node_id == s.nodes.c.id, which))


def has_any_trait(value: Sequence[str], name: str) -> Clause:
    """Match nodes with at least one of several traits."""
    return _has_trait(one_of(s.node_traits.c.trait).clause(value, name))


def has_all_traits(value: Sequence[str], name: str) -> Clause:
    """Match nodes with every one of several traits; SQLite cannot join a thousand conditions, and need not."""
    if len(value) > MOST_ON_A_NODE:
        return false()
    each = (_has_trait(s.node_traits.c.trait == bound(f"{name}_{place}")) for place in range(len(value)))
    return and_(true(), *each)


def _is_among_those_with(which: Clause) -> Clause:
    """Match as _has_trait does, but beginning with the traits: the shorter way when few nodes match."""
    return s.nodes.c.id.in_(select(s.node_traits.c.node_id).where(which))


def has_any_trait_by_trait(value: Sequence[str], name: str) -> Clause:
    """Match nodes with at least one of several traits, all of them rare."""
    return _is_among_those_with(one_of(s.node_traits.c.trait).clause(value, name))


def has_all_traits_by_first(value: Sequence[str], name: str) -> Clause:
    """Match nodes with every one of several traits, the first of them rare."""
    first, *others = (s.node_traits.c.trait == bound(f"{name}_{place}") for place in range(len(value)))
    return and_(_is_among_those_with(first), *map(_has_trait, others))


def opposite(clause: Callable[[Any, str], Clause]) -> Callable[[Any, str], Clause]:
    """Match what does not match otherwise."""
    return lambda value, name: not_(clause(value, name))


def _placed_clause(value: Sequence[tuple[str, str, Sequence[int]]], name: str) -> Clause:
    in_bucket = one_of(s.nodes.c.bucket).clause
    return or_(
        false(),
        *(
            and_(
                s.nodes.c.conductor_group == bound(f"{name}_{place}_group"),
                s.nodes.c.driver == bound(f"{name}_{place}_driver"),
                in_bucket(buckets, f"{name}_{place}_bucket"),
            )
            for place, (_, _, buckets) in enumerate(value)
        ),
    )


def _bind_placed(value: Sequence[tuple[str, str, Sequence[int]]], name: str) -> Values:
    values: Values = {}
    for place, (group, driver, buckets) in enumerate(value):
        values |= {f"{name}_{place}_group": group, f"{name}_{place}_driver": driver}
        values |= bind_each(buckets, f"{name}_{place}_bucket")
    return values


SPECIAL: Mapping[tuple[str, str], Meaning] = {
    ("node", "associated"): present(s.nodes.c.instance_uuid),
    ("node", "sharded"): present(s.nodes.c.shard),
    ("node", "shard"): one_of(s.nodes.c.shard),
    ("node", "chassis_uuid"): equals(s.chassis.c.uuid),
    ("node", "project"): Meaning(lambda _, name: or_(s.nodes.c.owner == bound(name), s.nodes.c.lessee == bound(name))),
    ("node", "description_contains"): contains(s.nodes.c.description),
    ("node", "include_children"): Meaning(lambda _, __: s.nodes.c.parent_node.is_(None), bind_none),
    ("node", "among"): one_of(s.nodes.c.uuid),
    ("node", "whole"): Meaning(lambda _, __: func.coalesce(s.nodes.c.parent_node, "") == "", bind_none),
    ("node", "placed"): Meaning(_placed_clause, _bind_placed),
    ("node", "traits"): Meaning(has_all_traits, bind_each),
    ("node", "not-traits"): Meaning(opposite(has_all_traits), bind_each),
    ("node", "traits-any"): Meaning(has_any_trait, bind_each),
    ("node", "traits_by_first"): Meaning(has_all_traits_by_first, bind_each),
    ("node", "traits_any_by_trait"): Meaning(has_any_trait_by_trait, bind_each),
    ("node", "not-traits-any"): Meaning(opposite(has_any_trait), bind_each),
    ("port", "node_uuid"): equals(s.nodes.c.uuid),
    ("port", "shard"): one_of(s.nodes.c.shard),
    ("port", "conductor_groups"): one_of(s.nodes.c.conductor_group),
    ("port", "description_contains"): contains(s.ports.c.description),
    ("portgroup", "shard"): one_of(s.nodes.c.shard),
    ("portgroup", "conductor_groups"): one_of(s.nodes.c.conductor_group),
    ("runbook", "usable_by"): Meaning(
        lambda _, name: or_(s.runbooks.c.owner == bound(name), s.runbooks.c.public.is_(True))
    ),
    ("operation", "node"): Meaning(lambda _, name: or_(s.nodes.c.uuid == bound(name), s.nodes.c.name == bound(name))),
    ("operation", "active"): present(s.operations.c.active),
    ("history", "since"): Meaning(lambda _, name: s.changes.c.at >= bound(name)),
    ("history", "told"): present(s.changes.c.event),
}
"""Filters that are more than one column being equal to a value."""


def condition(view: View, noun: str, name: str, value: Any, bound_as: str) -> Clause:
    """Build the condition of one filter of one resource."""
    special = SPECIAL.get((noun, name))
    return special.clause(value, bound_as) if special else view.columns[name] == bound(bound_as)


def bind_filter(noun: str, name: str, value: Any, bound_as: str) -> Values:
    """Bind the value of one filter."""
    special = SPECIAL.get((noun, name))
    return special.bind(value, bound_as) if special else {bound_as: value}


def shape(value: Any) -> Any:
    """Tell what of a filter's value changes the condition rather than what is bound in it."""
    if isinstance(value, list | tuple):
        return tuple(len(each[-1]) if isinstance(each, tuple) else 0 for each in value)
    return value if isinstance(value, bool) else None
