"""The log of changes: one row for each, written with the change itself."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Insert, Table, bindparam, func, insert, null, select

from bessemer.model.masking import masked, masked_document
from bessemer.store import schema as s
from bessemer.store.json_text import text_from_json
from bessemer.store.transaction import Transaction

PARTS = {
    table.name.removesuffix("s"): table
    for table in (s.ports, s.portgroups, s.volume_connectors, s.volume_targets, s.operations)
}
"""What belongs to a node, by its noun."""
OWN = {"node": s.nodes, "runbook": s.runbooks, "allocation": s.allocations}
"""What has an owner of its own."""


def append(tx: Transaction, change: Mapping[str, Any]) -> None:
    """Add one change; `before` and `after` are objects or None, and lose their secrets.

    Whom it concerns is what the tables say at this moment: of what is deleted, it is told before it is gone.
    """
    names = tuple(change)
    values = {**change, "at": tx.now}
    for side in ("before", "after"):
        if values.get(side) is not None:
            values[side] = text_from_json(_without_secrets(values[side]))
    tx.change(
        ("note", names, change["subject"]), lambda: _insert((*names, "at"), change["subject"], tx.dialect), values
    )
    tx.news = True


def _insert(names: tuple[str, ...], subject: str, dialect: str) -> Insert:
    columns: dict[str, Any] = {name: bindparam(name, required=True) for name in names}
    columns |= {"node": _of(subject, "uuid"), "owner": _of(subject, "owner"), "lessee": _of(subject, "lessee")}
    if dialect == "sqlite":
        # One transaction writes at a time, so the order of writing is the order in which readers come to see it.
        columns["position"] = func.coalesce(select(func.max(s.changes.c.position)).scalar_subquery(), 0) + 1
    return insert(s.changes).values(columns)


def _of(subject: str, name: str) -> ColumnElement[Any]:
    """Look up a column of the node that the subject is or belongs to."""
    which: Any = bindparam("subject_uuid", required=True)
    if subject in OWN:
        table: Table = OWN[subject]
        if name not in table.c or (name == "uuid" and table is not s.nodes):
            return null()
        return select(table.c[name]).where(table.c.uuid == which).scalar_subquery()
    if subject not in PARTS:
        return null()
    part = PARTS[subject]
    joined = part.join(s.nodes, part.c.node_id == s.nodes.c.id)
    return select(s.nodes.c[name]).select_from(joined).where(part.c.uuid == which).scalar_subquery()


def _without_secrets(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: masked_document(name, value) if isinstance(value, dict) else masked(value)
        for name, value in values.items()
    }
