"""Work in flight: one active row a node at the most, changed only by whoever holds its epoch."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, bindparam, case, delete, func, insert, null, or_, select, update

from bessemer.model.errors import BessemerError
from bessemer.model.operation import Kept, NewOperation, Operation, OperationStatus, Progress
from bessemer.store import schema as s
from bessemer.store.json_text import json_from_text, text_from_json
from bessemer.store.transaction import Transaction

OPS = s.operations
NAMES = Operation.__struct_fields__
DOCUMENTS = frozenset({"arguments", "steps", "progress"})
FRESH: Mapping[str, Any] = {
    "active": 1,
    "stage": "",
    "steps": [],
    "place": 0,
    "progress": Progress(),
    "status": OperationStatus.QUEUED,
    "epoch": 1,
    "wake_seq": 0,
    "abort": False,
}
"""What every operation begins with."""


AT_REST = or_(OPS.c.status == str(OperationStatus.WAITING), OPS.c.status == str(OperationStatus.HELD))
"""Nobody works on it at the moment."""


class Fenced(BessemerError):
    """Somebody else has taken the operation: whatever was being done for it is to be dropped at once."""


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def start(tx: Transaction, new: NewOperation) -> int:
    """Write a new operation down, due at once, returning its id; a node that has an active one refuses a second."""
    columns = _columns({**msgspec.structs.asdict(new), **FRESH, "wake_at": tx.now, "created_at": tx.now})
    generation = select(s.conductors.c.generation).where(s.conductors.c.hostname == _bound("owner")).scalar_subquery()
    tx.change(
        "start operation",
        lambda: insert(OPS).values(
            {**{name: _bound(name) for name in columns}, "generation": func.coalesce(generation, 0)}
        ),
        columns,
    )
    found = tx.row("id of operation", lambda: select(OPS.c.id).where(OPS.c.uuid == _bound("uuid")), {"uuid": new.uuid})
    assert found is not None  # it has just been inserted in this very transaction
    return int(found[0])


def fetch(tx: Transaction, row: int) -> Operation | None:
    """Fetch an operation by its id."""
    return operation_from_row(tx.row("operation", lambda: whole().where(OPS.c.id == _bound("row")), {"row": row}))


def fetch_active(tx: Transaction, node: int) -> Operation | None:
    """Fetch what is being done to a node."""
    return operation_from_row(
        tx.row(
            "active operation",
            lambda: whole().where(OPS.c.node_id == _bound("node"), OPS.c.active == 1),
            {"node": node},
        )
    )


def evidence_of(tx: Transaction, row: int) -> tuple[Kept, ...]:
    """Tell which files are kept of an operation, the earliest first."""
    found = tx.row("evidence", lambda: select(OPS.c.progress).where(OPS.c.id == _bound("row")), {"row": row})
    return () if found is None else msgspec.convert(json_from_text(found[0]), Progress).evidence


def whole() -> Any:
    """Select everything that is kept of operations."""
    return select(*(OPS.c[name] for name in NAMES))


def operation_from_row(found: tuple[Any, ...] | None) -> Operation | None:
    """Read a row of what whole() selects; None where there is none."""
    if found is None:
        return None
    values = dict(zip(NAMES, found, strict=True))
    for name in DOCUMENTS:
        values[name] = json_from_text(values[name])
    values["abort"] = bool(values["abort"])
    return msgspec.convert(values, Operation)


def advance(tx: Transaction, operation: Operation, changes: Mapping[str, Any]) -> None:
    """Change an operation that is still held under the epoch it was read with; else nothing is changed at all.

    What was heard of the machine since the last turn began must not be slept through: it makes the operation due.
    """
    columns = {**_columns(changes), "updated_at": tx.now}
    names = tuple(columns)
    parks = "wake_at" in columns and "ended_at" not in columns

    def build() -> Any:
        values: dict[str, Any] = {name: _bound(f"v_{name}") for name in names}
        if parks:
            values["wake_at"] = case((OPS.c.wake_seq > _bound("heard"), _bound("now")), else_=_bound("v_wake_at"))
        return update(OPS).where(_held()).values(values)

    given = {f"v_{name}": value for name, value in columns.items()}
    held = {"row": operation.id, "owner": operation.owner, "epoch": operation.epoch}
    progress: Progress = changes.get("progress", operation.progress)
    heard = {"heard": progress.heard, "now": tx.now} if parks else {}
    if not tx.change(("advance operation", names), build, {**given, **held, **heard}):
        raise Fenced(f"The operation {operation.uuid} has been taken over or has ended.")


def _held() -> ColumnElement[bool]:
    return and_(
        OPS.c.id == _bound("row"), OPS.c.owner == _bound("owner"), OPS.c.epoch == _bound("epoch"), OPS.c.active == 1
    )


def _columns(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: text_from_json(value) if name in DOCUMENTS else None if value is None else _plain(value)
        for name, value in values.items()
    }


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value


def wake(tx: Transaction, node: int) -> bool:
    """Note that something happened to a machine; False when nothing is being done to it."""
    return bool(
        tx.change(
            "wake operation",
            lambda: (
                update(OPS)
                .where(OPS.c.node_id == _bound("node"), OPS.c.active == 1)
                .values(wake_seq=OPS.c.wake_seq + 1, wake_at=_bound("now"))
            ),
            {"node": node, "now": tx.now},
        )
    )


def seize(tx: Transaction, operation: Operation, owner: str, generation: int) -> bool:
    """Take an operation from whoever held it; False when he has gone on with it, or somebody else was faster.

    What waits goes on waiting; what was being worked on is due at once.
    """
    return bool(
        tx.change(
            "seize operation",
            lambda: (
                update(OPS)
                .where(
                    OPS.c.id == _bound("row"),
                    OPS.c.epoch == _bound("epoch"),
                    OPS.c.deadline == _bound("deadline"),
                    OPS.c.active == 1,
                )
                .values(
                    owner=_bound("owner"),
                    generation=_bound("generation"),
                    epoch=OPS.c.epoch + 1,
                    wake_at=case((OPS.c.status == _bound("running"), _bound("now")), else_=OPS.c.wake_at),
                    updated_at=_bound("now"),
                )
            ),
            {
                "row": operation.id,
                "epoch": operation.epoch,
                "deadline": operation.deadline,
                "running": str(OperationStatus.RUNNING),
                "owner": owner,
                "generation": generation,
                "now": tx.now,
            },
        )
    )


def give_way(tx: Transaction, row: int, why: str) -> bool:
    """End an operation that only waits, because something else is wanted of its node; False when it is being worked on.

    Whoever works for it is fenced. The caller sees to the state of the node.
    """
    return bool(
        tx.change(
            "operation gives way",
            lambda: (
                update(OPS)
                .where(OPS.c.id == _bound("row"), OPS.c.active == 1, AT_REST)
                .values(
                    active=null(),
                    status=str(OperationStatus.ABORTED),
                    epoch=OPS.c.epoch + 1,
                    error=_bound("why"),
                    wake_at=null(),
                    ended_at=_bound("now"),
                    updated_at=_bound("now"),
                )
            ),
            {"row": row, "why": why, "now": tx.now},
        )
    )


def unhold(tx: Transaction, row: int) -> bool:
    """Let an operation go on that is held; False when it is not. The caller moves the node to its waiting state."""
    return bool(
        tx.change(
            "unhold operation",
            lambda: (
                update(OPS)
                .where(OPS.c.id == _bound("row"), OPS.c.active == 1, OPS.c.status == str(OperationStatus.HELD))
                .values(
                    status=str(OperationStatus.QUEUED),
                    wake_seq=OPS.c.wake_seq + 1,
                    wake_at=_bound("now"),
                    updated_at=_bound("now"),
                )
            ),
            {"row": row, "now": tx.now},
        )
    )


def ask_to_abort(tx: Transaction, row: int) -> bool:
    """Note that a person wants an operation to be aborted, and wake it; False when it has ended."""
    return bool(
        tx.change(
            "abort operation",
            lambda: (
                update(OPS)
                .where(OPS.c.id == _bound("row"), OPS.c.active == 1)
                .values(abort=True, wake_seq=OPS.c.wake_seq + 1, wake_at=_bound("now"))
            ),
            {"row": row, "now": tx.now},
        )
    )


def forget(tx: Transaction, node: int) -> None:
    """Delete what was ever done to a node that is gone; who works on it still is fenced by that."""
    tx.change("forget operations", lambda: delete(OPS).where(OPS.c.node_id == _bound("node")), {"node": node})


def place_of(tx: Transaction, node: int) -> tuple[str, str, int] | None:
    """Tell what decides which conductor serves a node: its group, its driver, its bucket."""
    nodes = s.nodes.c
    found = tx.row(
        "place of node",
        lambda: select(nodes.conductor_group, nodes.driver, nodes.bucket).where(nodes.id == _bound("node")),
        {"node": node},
    )
    return None if found is None else (str(found[0]), str(found[1]), int(found[2]))


def generation_of(tx: Transaction, owner: str) -> int | None:
    """Tell in which of its lives a conductor is; None when there is none of that name."""
    found = tx.row(
        "generation of owner",
        lambda: select(s.conductors.c.generation).where(s.conductors.c.hostname == _bound("owner")),
        {"owner": owner},
    )
    return None if found is None else int(found[0])
