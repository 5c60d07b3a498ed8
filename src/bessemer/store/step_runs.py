"""The timeline of operations: one row each time that something is begun."""

from typing import Any

from sqlalchemy import and_, bindparam, insert, null, select, update

from bessemer.model.operation import Operation
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

RUNS = s.step_runs
LONGEST_NAME = 255
SHOWN = ("place", "attempt", "name", "step_index", "conductor", "started_at", "ended_at", "outcome", "message")
NAMES = (*SHOWN, "progress")


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def begin(tx: Transaction, operation: Operation, name: str) -> None:
    """Note that the deed at the present place of an operation is begun, for the first time or anew."""
    values = {
        "operation_id": operation.id,
        "place": operation.place,
        "attempt": operation.progress.attempt,
        "name": name[:LONGEST_NAME],
        "step_index": operation.step_index,
        "conductor": operation.owner,
        "started_at": tx.now,
        "created_at": tx.now,
    }
    tx.change("begin run", lambda: insert(RUNS).values({name: _bound(name) for name in values}), values)


def tell(tx: Transaction, operation: Operation, message: str, progress: int | None) -> None:
    """Note how far the present run of an operation is."""
    tx.change(
        "tell of run",
        lambda: (
            update(RUNS)
            .where(_present())
            .values(message=_bound("message"), progress=_bound("progress"), updated_at=_bound("now"))
        ),
        {**_place(operation), "message": message or None, "progress": progress, "now": tx.now},
    )


def end(tx: Transaction, operation: Operation, outcome: str, message: str) -> None:
    """Note how the present run of an operation ended."""
    tx.change(
        ("end run", not message),
        lambda: (
            update(RUNS)
            .where(_present(), RUNS.c.ended_at.is_(null()))
            .values(
                {
                    "outcome": _bound("outcome"),
                    "ended_at": _bound("now"),
                    "updated_at": _bound("now"),
                    **({"message": _bound("message")} if message else {}),
                }
            )
        ),
        {**_place(operation), "outcome": outcome, "message": message, "now": tx.now},
    )


def _present() -> Any:
    return and_(
        RUNS.c.operation_id == _bound("operation"),
        RUNS.c.place == _bound("place"),
        RUNS.c.attempt == _bound("attempt"),
    )


def _place(operation: Operation) -> dict[str, Any]:
    return {"operation": operation.id, "place": operation.place, "attempt": operation.progress.attempt}


def of_operation(tx: Transaction, operation: int) -> list[dict[str, Any]]:
    """Fetch the timeline of an operation, in its order."""
    found = tx.rows(
        "runs of operation",
        lambda: (
            select(*(RUNS.c[name] for name in NAMES))
            .where(RUNS.c.operation_id == _bound("operation"))
            .order_by(RUNS.c.place, RUNS.c.attempt)
        ),
        {"operation": operation},
    )
    return [dict(zip(NAMES, row, strict=True)) for row in found]
