"""Allocations: those that nobody has decided about yet, and those that nodes are tied to."""

from typing import Any

from sqlalchemy import bindparam, delete, select, update

from bessemer.model.allocation import AllocationState
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def undecided(tx: Transaction, before: str, most: int) -> list[str]:
    """List allocations that were made before a moment and that nobody has decided about, the oldest first."""
    rows = tx.rows(
        "undecided allocations",
        lambda: (
            select(s.allocations.c.uuid)
            .where(
                s.allocations.c.state == str(AllocationState.ALLOCATING), s.allocations.c.created_at < _bound("before")
            )
            .order_by(s.allocations.c.id)
            .limit(_bound("most"))
        ),
        {"before": before, "most": most},
    )
    return [str(row[0]) for row in rows]


def give_up(tx: Transaction, uuid: str, why: str) -> bool:
    """End the wait of an allocation without a node; False when somebody has decided about it."""
    return bool(
        tx.change(
            "give allocation up",
            lambda: (
                update(s.allocations)
                .where(s.allocations.c.uuid == _bound("which"))
                .where(s.allocations.c.state == str(AllocationState.ALLOCATING))
                .values(state=str(AllocationState.ERROR), last_error=_bound("why"), updated_at=_bound("now"))
            ),
            {"which": uuid, "why": why, "now": tx.now},
        )
    )


def owner_of(tx: Transaction, uuid: str) -> str | None:
    """Name the project that owns an allocation."""
    found = tx.row(
        "allocation owner",
        lambda: select(s.allocations.c.owner).where(s.allocations.c.uuid == _bound("uuid")),
        {"uuid": uuid},
    )
    return None if found is None else found[0]


def remove(tx: Transaction, uuid: str) -> None:
    """Delete an allocation, untying its node."""
    found = tx.row(
        "allocation id",
        lambda: select(s.allocations.c.id).where(s.allocations.c.uuid == _bound("uuid")),
        {"uuid": uuid},
    )
    if found is None:
        return
    tx.change(
        "untie allocation",
        lambda: update(s.nodes).where(s.nodes.c.allocation_id == _bound("allocation")).values(allocation_id=None),
        {"allocation": found[0]},
    )
    tx.change(
        "remove allocation",
        lambda: delete(s.allocations).where(s.allocations.c.id == _bound("allocation")),
        {"allocation": found[0]},
    )
