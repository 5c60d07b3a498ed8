"""Lists kept in tables of their own: traits of nodes and runbooks, steps of templates and runbooks."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Column, Select, Table, bindparam, delete, insert, select

from bessemer.model.masking import masked_document
from bessemer.store import schema as s
from bessemer.store.json_text import json_from_text, text_from_json
from bessemer.store.transaction import Transaction


class Members(msgspec.Struct, frozen=True, kw_only=True):
    """One member list of one resource."""

    table: Table
    parent: Column[Any]
    order: Column[Any]
    columns: tuple[str, ...]
    """One column: members are its values. Several: members are objects with these keys."""
    repeats: bool = False
    """Whether the table may hold a value more than once for one parent."""


MEMBERS: Mapping[tuple[str, str], Members] = {
    ("node", "traits"): Members(
        table=s.node_traits, parent=s.node_traits.c.node_id, order=s.node_traits.c.trait, columns=("trait",)
    ),
    ("runbook", "traits"): Members(
        table=s.runbook_traits, parent=s.runbook_traits.c.runbook_id, order=s.runbook_traits.c.trait, columns=("trait",)
    ),
    ("deploy_template", "steps"): Members(
        table=s.deploy_template_steps,
        parent=s.deploy_template_steps.c.deploy_template_id,
        order=s.deploy_template_steps.c.id,
        columns=("interface", "step", "args", "priority"),
    ),
    ("runbook", "steps"): Members(
        table=s.runbook_steps,
        parent=s.runbook_steps.c.runbook_id,
        order=s.runbook_steps.c.id,
        columns=("interface", "step", "args", "order"),
    ),
    ("conductor", "drivers"): Members(
        table=s.conductor_hardware_interfaces,
        parent=s.conductor_hardware_interfaces.c.conductor_id,
        order=s.conductor_hardware_interfaces.c.hardware_type,
        columns=("hardware_type",),
        repeats=True,
    ),
}
"""Every member list, by the noun of its resource and its field."""


WIDTHS = (1, 10, 100, 1000)
"""How many parents a prepared statement asks for; a few sizes keep the number of statements small."""


def members_of(
    tx: Transaction, noun: str, field: str, ids: Sequence[int], *, secrets: bool = False
) -> dict[int, list[Any]]:
    """Fetch the members of many rows in one statement, hiding the secrets in them unless told otherwise."""
    if not ids:
        return {}
    kept = MEMBERS[noun, field]
    width = next((width for width in WIDTHS if width >= len(ids)), len(ids))
    names = _names(width)
    filled = ids if len(ids) == width else [*ids, *[ids[-1]] * (width - len(ids))]
    rows = tx.rows(("members", noun, field, width), lambda: _query(kept, names), dict(zip(names, filled, strict=True)))
    found: dict[int, list[Any]] = {}
    if len(kept.columns) == 1:
        for parent, value in rows:
            found.setdefault(parent, []).append(value)
    else:
        for parent, *values in rows:
            found.setdefault(parent, []).append(_step(kept, values, secrets=secrets))
    return found


@lru_cache(maxsize=64)
def _names(width: int) -> tuple[str, ...]:
    return tuple(f"i{place}" for place in range(width))


def _query(kept: Members, names: Sequence[str]) -> Select[Any]:
    query = (
        select(kept.parent, *(kept.table.c[name] for name in kept.columns))
        .where(kept.parent.in_([bindparam(name, required=True) for name in names]))
        .order_by(kept.parent, kept.order)
    )
    return query.distinct() if kept.repeats else query


def _step(kept: Members, values: Sequence[Any], *, secrets: bool) -> dict[str, Any]:
    step = dict(zip(kept.columns, values, strict=True))
    args = json_from_text(step["args"])
    step["args"] = args if secrets else masked_document("args", args)
    return step


def replace_members(tx: Transaction, noun: str, field: str, parent: int, members: Sequence[Any]) -> None:
    """Make the members of one row exactly those given."""
    kept = MEMBERS[noun, field]
    tx.change(
        ("clear members", noun, field),
        lambda: delete(kept.table).where(kept.parent == bindparam("parent", required=True)),
        {"parent": parent},
    )
    if len(kept.columns) == 1:
        for member in members:
            add_member(tx, noun, field, parent, member)
        return
    tx.change_each(
        ("insert steps", noun),
        lambda: insert(kept.table).values(
            {name: bindparam(name, required=True) for name in (kept.parent.name, *kept.columns)}
        ),
        [{kept.parent.name: parent, **step, "args": text_from_json(step["args"])} for step in members],
    )


def add_member(tx: Transaction, noun: str, field: str, parent: int, member: str) -> None:
    """Add one value to the members of a row that does not have it yet."""
    kept = MEMBERS[noun, field]
    tx.change(
        ("add member", noun, field),
        lambda: insert(kept.table).values(
            {name: bindparam(name, required=True) for name in (kept.parent.name, *kept.columns, "created_at")}
        ),
        {kept.parent.name: parent, kept.columns[0]: member, "created_at": tx.now},
    )


def drop_member(tx: Transaction, noun: str, field: str, parent: int, member: str) -> bool:
    """Remove one value from the members of a row; False when it was not there."""
    kept = MEMBERS[noun, field]
    return bool(
        tx.change(
            ("drop member", noun, field),
            lambda: delete(kept.table).where(
                kept.parent == bindparam("parent", required=True),
                kept.table.c[kept.columns[0]] == bindparam("member", required=True),
            ),
            {"parent": parent, "member": member},
        )
    )
