"""Fetch, add, change and remove single rows of any resource."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Select, bindparam, delete, insert, select, update

from bessemer.model.field import Flag
from bessemer.model.masking import masked_document
from bessemer.model.resource import Record, Resource, fields_of, is_json
from bessemer.store.database import Stale
from bessemer.store.json_text import json_from_text, text_from_json
from bessemer.store.members import members_of
from bessemer.store.transaction import Transaction
from bessemer.store.views import NOTHING, VIEWS, View

R = TypeVar("R", bound=Record)


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def fetch(tx: Transaction, resource: Resource, column: str, value: Any, *, locked: bool = False) -> Record | None:
    """Fetch one whole record, secrets and all, by the value of a unique column.

    Locked, nobody else can change it until this transaction ends: for resources that have no version to compare.
    """
    view, record = VIEWS[resource.noun], resource.record
    names = record.__struct_fields__
    found = tx.row(
        ("fetch", resource.noun, column, locked),
        lambda: _whole(view, names, column).with_for_update(of=view.table) if locked else _whole(view, names, column),
        {"value": value, "now": tx.now},
    )
    if found is None:
        return None
    values = dict(zip(names, found, strict=True))
    for name in resource.member_lists:
        values[name] = members_of(tx, resource.noun, name, [values["id"]], secrets=True).get(values["id"], [])
    documents, flags = _converted(resource)
    for name in documents:
        if values[name] is not None:
            values[name] = json_from_text(values[name])
    for name in flags:
        if values[name] is not None:
            values[name] = bool(values[name])
    return record(**values)


def _whole(view: View, names: Sequence[str], column: str) -> Select[Any]:
    return (
        select(*(view.secrets.get(name, view.columns.get(name, NOTHING)).label(f"c_{name}") for name in names))
        .select_from(view.source)
        .where(view.columns[column] == _bound("value"))
    )


@cache
def _converted(resource: Resource) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell which fields are kept as JSON text, and which as flags."""
    fields = {
        name: field.kind for name, field in fields_of(resource.record).items() if name not in resource.member_lists
    }
    return (
        tuple(name for name, kind in fields.items() if is_json(kind)),
        tuple(name for name, kind in fields.items() if isinstance(kind, Flag)),
    )


def id_of(tx: Transaction, noun: str, column: str, value: Any) -> int | None:
    """Find the id of a row by the value of a unique column."""
    table = VIEWS[noun].table
    found = tx.row(
        ("id of", noun, column), lambda: select(table.c.id).where(table.c[column] == _bound("value")), {"value": value}
    )
    return None if found is None else int(found[0])


def uuid_of(tx: Transaction, noun: str, column: str, value: Any) -> str | None:
    """Find the uuid of a row by the value of a unique column."""
    table = VIEWS[noun].table
    found = tx.row(
        ("uuid of", noun, column),
        lambda: select(table.c.uuid).where(table.c[column] == _bound("value")),
        {"value": value},
    )
    return None if found is None else str(found[0])


def is_any(tx: Transaction, noun: str, column: str, value: Any) -> bool:
    """Tell whether any row has the value in the column."""
    table = VIEWS[noun].table
    return (
        tx.row(
            ("any", noun, column),
            lambda: select(table.c.id).where(table.c[column] == _bound("value")).limit(1),
            {"value": value},
        )
        is not None
    )


def columns_from_values(resource: Resource, values: Mapping[str, Any]) -> dict[str, Any]:
    """Turn field values into what the columns keep, writing the masked form beside each secret one."""
    view = VIEWS[resource.noun]
    documents, _ = _converted(resource)
    columns: dict[str, Any] = {}
    for name, value in values.items():
        if name in resource.member_lists:
            continue
        if name in documents and value is not None:
            columns[name] = text_from_json(value)
            if name in view.secrets:
                columns[f"{name}_masked"] = text_from_json(masked_document(name, value))
        else:
            columns[name] = value
    return columns


def add(tx: Transaction, resource: Resource, values: Mapping[str, Any]) -> int:
    """Insert a row; every column of the table must have been given or have no meaning when null."""
    table = VIEWS[resource.noun].table
    columns = columns_from_values(resource, values)
    columns.setdefault("created_at", tx.now)
    names = tuple(columns)
    tx.change(
        ("add", resource.noun, names), lambda: insert(table).values({name: _bound(name) for name in names}), columns
    )
    added = id_of(tx, resource.noun, resource.identifier, columns[resource.identifier])
    assert added is not None  # it has just been inserted in this very transaction
    return added


def change(
    tx: Transaction, resource: Resource, row: int, values: Mapping[str, Any], *, version: int | None = None
) -> None:
    """Update a row; with a version, only if nobody else changed it since it was read."""
    table = VIEWS[resource.noun].table
    columns = columns_from_values(resource, values)
    columns["updated_at"] = tx.now
    names = tuple(columns)

    def build() -> Any:
        bound: dict[Any, Any] = {name: _bound(f"v_{name}") for name in names}
        if version is not None:
            bound["version"] = table.c.version + 1
        query = update(table).where(table.c.id == _bound("row")).values(bound)
        return query if version is None else query.where(table.c.version == _bound("was"))

    given = {f"v_{name}": value for name, value in columns.items()}
    touched = tx.change(
        ("change", resource.noun, names, version is not None), build, {**given, "row": row, "was": version}
    )
    if touched == 0 and version is not None:
        raise Stale(f"The {resource.noun} was changed by somebody else at the same moment.")


def remove(tx: Transaction, noun: str, row: int) -> None:
    """Delete a row, and with it everything that is a part of it."""
    table = VIEWS[noun].table
    tx.change(("remove", noun), lambda: delete(table).where(table.c.id == _bound("row")), {"row": row})


def remove_each(tx: Transaction, noun: str, column: str, value: Any) -> None:
    """Delete every row that has the value in the column."""
    table = VIEWS[noun].table
    tx.change(
        ("remove each", noun, column),
        lambda: delete(table).where(table.c[column] == _bound("value")),
        {"value": value},
    )
