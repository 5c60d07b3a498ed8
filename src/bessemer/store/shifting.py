"""Moves the moments of operations, for when the clock by which they were written was set."""

from typing import Any

import msgspec
from sqlalchemy import bindparam, update

from bessemer.model.operation import Operation
from bessemer.store import schema as s
from bessemer.store.json_text import text_from_json
from bessemer.store.moments import NEVER, later
from bessemer.store.operations import operation_from_row, whole
from bessemer.store.transaction import Transaction

OPS = s.operations


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """By how much moments are moved, and which."""

    seconds: float
    written_within_s: float
    """What was written within so many seconds before now may have been written by the new clock: it is left."""


def shift(tx: Transaction, owner: str, after: int, by: Shift, most: int) -> int | None:
    """Move some operations of a conductor, those behind an id; returns the last id, or None when there were none."""
    rows = tx.rows(
        "operations to shift",
        lambda: (
            whole()
            .where(OPS.c.active == 1, OPS.c.owner == _bound("owner"), OPS.c.id > _bound("after"))
            .order_by(OPS.c.id)
            .limit(_bound("most"))
        ),
        {"owner": owner, "after": after, "most": most},
    )
    found = [each for row in rows if (each := operation_from_row(row))]
    since = later(tx.now, -by.written_within_s)
    tx.change_each(
        "shift operation",
        lambda: (
            update(OPS)
            .where(OPS.c.id == _bound("row"), OPS.c.epoch == _bound("epoch"), OPS.c.active == 1)
            .values(wake_at=_bound("wake_at"), deadline=_bound("deadline"), progress=_bound("progress"))
        ),
        [
            _shifted(each, by.seconds, (since, tx.now))
            for each in found
            if not since < (each.updated_at or each.created_at) <= tx.now
        ],
    )
    return found[-1].id if found else None


def _shifted(operation: Operation, seconds: float, new: tuple[str, str]) -> dict[str, Any]:
    progress = operation.progress
    woken = operation.wake_at is not None and new[0] < operation.wake_at <= new[1]
    return {
        "row": operation.id,
        "epoch": operation.epoch,
        "wake_at": operation.wake_at if woken else _moved(operation.wake_at, seconds),
        "deadline": _moved(operation.deadline, seconds),
        "progress": text_from_json(
            msgspec.structs.replace(
                progress, look_at=_moved(progress.look_at, seconds), until=_moved(progress.until, seconds)
            )
        ),
    }


def _moved(moment: str | None, seconds: float) -> str | None:
    return moment if moment in {None, NEVER} else later(str(moment), seconds)
