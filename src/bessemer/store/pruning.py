"""Find and delete what is too old to be kept, a few rows at a time."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, bindparam, delete, func, select, update

from bessemer.store import schema as s
from bessemer.store.change_reading import MARK, hold_marks
from bessemer.store.transaction import Transaction

C = s.changes.c
OPS = s.operations


class Place(msgspec.Struct, frozen=True):
    """Where a change stands in the log."""

    seq: int
    position: int


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def ended_operations(tx: Transaction, before: str, most: int) -> list[int]:
    """List operations that ended before a moment, the earliest first, but for those that a node still refers to."""
    is_held = select(s.nodes.c.id).where(s.nodes.c.operation_id == OPS.c.id).exists()
    rows = tx.rows(
        "ended operations",
        lambda: (
            select(OPS.c.id)
            .where(OPS.c.active.is_(None), OPS.c.ended_at < _bound("before"), ~is_held)
            .order_by(OPS.c.id)
            .limit(_bound("most"))
        ),
        {"before": before, "most": most},
    )
    return [int(row[0]) for row in rows]


def remove_operations(tx: Transaction, found: Sequence[int]) -> None:
    """Delete operations with their timelines."""
    tx.change_each(
        "prune operations",
        lambda: delete(OPS).where(OPS.c.id == _bound("row"), OPS.c.active.is_(None)),
        [{"row": row} for row in found],
    )


def old_changes(tx: Transaction, before: str, most: int) -> list[Place]:
    """List changes from before a moment, the earliest first."""
    return _places(
        tx, "old changes", lambda: _removable(C.at < _bound("before")).order_by(C.position).limit(_bound("most")),
        {"before": before, "most": most},
    )  # fmt: skip


def crowded_histories(tx: Transaction, most_entries: int, after: str, most: int) -> list[str]:
    """List the UUIDs of nodes whose history has more entries than it may, in their order, behind a given one."""
    rows = tx.rows(
        "crowded histories",
        lambda: (
            select(C.subject_uuid)
            .where(*_told(), C.subject_uuid > _bound("after"))
            .group_by(C.subject_uuid)
            .having(func.count() > _bound("entries"))
            .order_by(C.subject_uuid)
            .limit(_bound("most"))
        ),
        {"after": after, "entries": most_entries, "most": most},
    )
    return [str(row[0]) for row in rows]


def crowding_entries(tx: Transaction, node: str, most_entries: int, before: str, most: int) -> list[Place]:
    """List the entries of a history behind the newest ones, as far as they are from before a moment."""
    # What may stay is counted among all entries, whatever their age.
    kept = select(C.seq).where(*_told(), C.subject_uuid == _bound("node")).order_by(C.seq.desc())
    oldest_kept = tx.row(
        "oldest entry that is kept",
        lambda: kept.offset(_bound("entries")).limit(1),
        {"node": node, "entries": most_entries},
    )
    if oldest_kept is None:
        return []
    return _places(
        tx,
        "crowding entries",
        lambda: (
            _removable(*_told(), C.subject_uuid == _bound("node"), C.seq <= _bound("seq"), C.at < _bound("before"))
            .order_by(C.seq)
            .limit(_bound("most"))
        ),
        {"node": node, "seq": oldest_kept[0], "before": before, "most": most},
    )


def _told() -> tuple[ColumnElement[bool], ...]:
    return (C.subject == "node", C.event.is_not(None))


def _removable(*which: ColumnElement[bool]) -> Select[Any]:
    """Select places of changes that have one, but for the last of all: the next one is counted from it."""
    newest = select(func.max(C.position)).scalar_subquery()
    return select(C.seq, C.position).where(*which, C.position < newest)


def _places(tx: Transaction, key: str, build: Any, values: dict[str, Any]) -> list[Place]:
    return [Place(int(row[0]), int(row[1])) for row in tx.rows(key, build, values)]


def remove_changes(tx: Transaction, found: Sequence[Place]) -> None:
    """Delete changes, and note up to where the log has gaps: who has not read so far is told of it."""
    hold_marks(tx)
    tx.change_each(
        "prune changes",
        lambda: delete(s.changes).where(C.seq == _bound("which")),
        [{"which": place.seq} for place in found],
    )
    marks = s.change_marks
    tx.change(
        "mark pruned",
        lambda: (
            update(marks)
            .where(marks.c.id == _bound("mark"), marks.c.pruned < _bound("highest"))
            .values(pruned=_bound("highest"))
        ),
        {**MARK, "highest": max(place.position for place in found)},
    )
