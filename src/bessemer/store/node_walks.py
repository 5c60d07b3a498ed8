"""Say the filters of a list of nodes such that SQLite, which does not know how rare a value is, goes the short way."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, literal, select

from bessemer.rules.traits import MOST_ON_A_NODE
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

FEW = 1000
"""Up to so many nodes are looked up by what they have in common; among more, one looks at node after node."""


def shortened(tx: Transaction, filters: Mapping[str, Any], sort_key: str) -> dict[str, Any]:
    """Return filters that match the same nodes, asking one statement at the most."""
    found = dict(filters)
    if tx.dialect != "sqlite":
        return found
    if sort_key != "id" and found.pop("include_children", None) is False:
        found["whole"] = True  # the index of parents is in the order of ids, and would keep that of the sort key unused
    if {"parent_node", "chassis_uuid"} & found.keys():  # few nodes already
        return found
    wanted = {name: found[name] for name in ("traits", "traits-any") if 0 < len(found.get(name, ())) <= MOST_ON_A_NODE}
    if not wanted:
        return found
    numbers = _numbers(tx, sorted({trait for traits in wanted.values() for trait in traits}))
    if "traits" in wanted:
        rarest, *others = sorted(wanted["traits"], key=lambda trait: numbers[trait])
        if numbers[rarest] <= FEW:
            return _instead(found, "traits", "traits_by_first", [rarest, *others])
    if "traits-any" in wanted and sum(numbers[trait] for trait in wanted["traits-any"]) <= FEW:
        return _instead(found, "traits-any", "traits_any_by_trait", wanted["traits-any"])
    return found


def _instead(filters: Mapping[str, Any], name: str, other: str, value: Sequence[str]) -> dict[str, Any]:
    return {**{key: kept for key, kept in filters.items() if key != name}, other: value}


def _numbers(tx: Transaction, traits: Sequence[str]) -> dict[str, int]:
    """Count the nodes with each trait, as far as it matters."""
    names = [f"t{place}" for place in range(len(traits))]
    row = tx.row(("numbers of traits", len(traits)), lambda: _counts(names), dict(zip(names, traits, strict=True)))
    assert row is not None  # counts are there even when there is nothing to count
    return dict(zip(traits, row, strict=True))


def _counts(names: Sequence[str]) -> Select[Any]:
    def count(name: str) -> Any:
        with_it = select(literal(1)).where(s.node_traits.c.trait == bindparam(name, required=True)).limit(FEW + 1)
        return select(func.count()).select_from(with_it.subquery()).scalar_subquery()

    return select(*(count(name).label(f"c_{name}") for name in names))
