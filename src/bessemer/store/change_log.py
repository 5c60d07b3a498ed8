"""The log of changes: one row for each, written with the change itself."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, insert

from bessemer.store import schema as s
from bessemer.store.json_text import text_from_json
from bessemer.store.transaction import Transaction


def append(tx: Transaction, change: Mapping[str, Any]) -> None:
    """Add one change; `before` and `after` are objects or None."""
    names = tuple(change)
    values = {**change, "at": tx.now}
    for side in ("before", "after"):
        if values.get(side) is not None:
            values[side] = text_from_json(values[side])
    tx.change(
        ("note", names),
        lambda: insert(s.changes).values({name: bindparam(name, required=True) for name in (*names, "at")}),
        values,
    )
