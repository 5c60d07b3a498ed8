"""Find the operations that somebody has to look after now."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, bindparam, func, select

from bessemer.model.operation import Operation, OperationStatus
from bessemer.store import schema as s
from bessemer.store.operations import operation_from_row, whole
from bessemer.store.transaction import Transaction

OPS = s.operations


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def due(tx: Transaction, owner: str, most: int) -> list[int]:
    """List the operations of a conductor whose turn has come, the longest waiting first."""
    rows = tx.rows(
        "due operations",
        lambda: (
            select(OPS.c.id)
            .where(OPS.c.active == 1, OPS.c.owner == _bound("owner"), OPS.c.wake_at <= _bound("now"))
            .order_by(OPS.c.wake_at)
            .limit(_bound("most"))
        ),
        {"owner": owner, "now": tx.now, "most": most},
    )
    return [int(row[0]) for row in rows]


def next_wake(tx: Transaction, owner: str) -> str | None:
    """Tell the moment at which the next operation of a conductor will be due that is not due yet."""
    found = tx.row(
        "next wake",
        lambda: (
            select(OPS.c.wake_at)
            .where(OPS.c.active == 1, OPS.c.owner == _bound("owner"), OPS.c.wake_at > _bound("now"))
            .order_by(OPS.c.wake_at)
            .limit(1)
        ),
        {"owner": owner, "now": tx.now},
    )
    return None if found is None else str(found[0])


def overdue(tx: Transaction, owner: str, most: int) -> list[Operation]:
    """Fetch the operations of a conductor whose deadline has passed."""
    rows = tx.rows(
        "overdue operations",
        lambda: (
            whole()
            .where(OPS.c.active == 1, OPS.c.deadline < _bound("now"), OPS.c.owner == _bound("owner"))
            .order_by(OPS.c.deadline)
            .limit(_bound("most"))
        ),
        {"now": tx.now, "most": most, "owner": owner},
    )
    return [found for row in rows if (found := operation_from_row(row))]


def owners(tx: Transaction) -> list[str]:
    """Name the conductors that have operations which have not ended; one step in an index for each of them."""
    found: list[str] = []
    while True:
        row = tx.row(
            "next owner",
            lambda: select(func.min(OPS.c.owner)).where(OPS.c.active == 1, OPS.c.owner > _bound("last")),
            {"last": found[-1] if found else ""},
        )
        if row is None or row[0] is None:
            return found
        found.append(str(row[0]))


def left_by(tx: Transaction, owner: str, after: int, most: int) -> list[Operation]:
    """Fetch operations of a conductor that is gone, those behind an id."""
    rows = tx.rows(
        "operations left by",
        lambda: (
            whole()
            .where(OPS.c.active == 1, OPS.c.owner == _bound("owner"), OPS.c.id > _bound("after"))
            .order_by(OPS.c.id)
            .limit(_bound("most"))
        ),
        {"owner": owner, "after": after, "most": most},
    )
    return [found for row in rows if (found := operation_from_row(row))]


def left_running(tx: Transaction, owner: str, generation: int, most: int) -> list[Operation]:
    """Fetch what an earlier life of a conductor was working on when it ended."""
    rows = tx.rows(
        "operations left running",
        lambda: (
            whole()
            .where(
                and_(OPS.c.active == 1, OPS.c.owner == _bound("owner")),
                and_(OPS.c.status == _bound("running"), OPS.c.generation < _bound("generation")),
            )
            .order_by(OPS.c.id)
            .limit(_bound("most"))
        ),
        {"owner": owner, "running": str(OperationStatus.RUNNING), "generation": generation, "most": most},
    )
    return [found for row in rows if (found := operation_from_row(row))]


def count_active(tx: Transaction, kinds: Sequence[str]) -> int:
    """Count the operations of some kinds that have not ended."""
    names = tuple(f"k{place}" for place in range(len(kinds)))
    found = tx.row(
        ("count operations", len(kinds)),
        lambda: (
            select(func.count())
            .select_from(OPS)
            .where(OPS.c.active == 1, OPS.c.kind.in_([_bound(name) for name in names]))
        ),
        dict(zip(names, map(str, kinds), strict=True)),
    )
    return int(found[0]) if found else 0
