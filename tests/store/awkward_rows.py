"""Fills every table with values that are easily lost between two engines."""

import json
import uuid
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bessemer.store.schema import metadata

IDS = (1, 7, 1_000_003)
TEXTS = ("", "été 🔧🚀 漢字", "a'b\"\\ %s :x\n\t")
"""Short enough for the shortest column."""
LONG_AGO = "2026-01-01T00:00:00.000000+00:00"
NUMBERS = (0, -2_147_483_648, 2_147_483_647)
DOCUMENTS = (
    "{}",
    json.dumps({"deep": {"é": ["🔥", None, True, 1.5, ""]}, "nul": "\0"}),
    json.dumps({"huge": "é🔧" * 200_000}, ensure_ascii=False),
)


def awkward_rows(table: sa.Table) -> list[dict[str, Any]]:
    """Three rows for a table: empty values, odd ones, and the largest."""
    return [{column.name: _value(table, column, place) for column in table.columns} for place in range(len(IDS))]


def fill(connection: sa.Connection) -> None:
    """Put the rows into all tables."""
    for table in metadata.sorted_tables:
        connection.execute(sa.insert(table), awkward_rows(table))


def everything(connection: sa.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Read all rows of all tables, in an order that no engine decides."""
    return {
        table.name: sorted((tuple(row) for row in connection.execute(sa.select(table))), key=repr)
        for table in metadata.sorted_tables
    }


def _value(table: sa.Table, column: sa.Column[Any], place: int) -> Any:
    if column.nullable and place == 0:
        return None
    return _choices(table, column)[place]


def _choices(table: sa.Table, column: sa.Column[Any]) -> Sequence[Any]:
    full_name = f"{table.name}.{column.name}"
    match column.type:
        case sa.Boolean():
            return (False, True, False)
        case sa.Integer():
            return IDS if column.primary_key or column.foreign_keys else NUMBERS
        case sa.Text():
            return DOCUMENTS if full_name == "nodes.extra" else [document[:400] for document in DOCUMENTS]
        case sa.String(length=36):
            return [str(uuid.uuid5(uuid.NAMESPACE_OID, f"{full_name}.{place}")) for place in range(len(IDS))]
        case _:
            # A conductor that seems to be alive forbids the copy.
            return [LONG_AGO] * len(IDS) if column.name == "lease_until" else TEXTS
