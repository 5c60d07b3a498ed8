"""Decide about allocations: find a node for each that waits for one, or write down why there is none."""

import logging
from collections.abc import Mapping
from random import SystemRandom
from typing import Any
from uuid import uuid4

import msgspec

from bessemer.model.allocation import ALLOCATION, Allocation, AllocationState, Obstacle
from bessemer.model.errors import Conflict
from bessemer.model.listing import EVERYTHING
from bessemer.model.node import NODE, Node
from bessemer.rules.allocation_match import first_obstacle, why_no_node
from bessemer.rules.allocations import seen_from_node, tied
from bessemer.store import allocations, candidates, change_log, rows
from bessemer.store.database import Database, Stale
from bessemer.store.moments import later
from bessemer.store.outages import is_outage
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

ROUNDS = 8
"""How often the fleet is looked at when others are always faster; then the allocation waits for the next look."""
TRIED_AT_ONCE = 20
"""How many nodes are tried in one transaction, as others may have to wait for it."""
PATIENCE_S = 60
"""For how long nodes that are being worked on are waited for, when there are no others."""
FAILED_INSIDE = "The server failed inside when it looked for a node; the log of its conductors has the cause."
sample = SystemRandom().sample
"""Those who decide at the same time must not try the nodes in the same order."""


class _Look(msgspec.Struct, frozen=True, kw_only=True):
    """What was found for an allocation that waits."""

    wish: Allocation
    nodes: list[int]
    """Rows of some nodes that fit, in the order in which they are tried."""
    rejected: Mapping[Obstacle | None, int]
    """What rejects the others, counted when no node fits."""
    now: str


def decide(database: Database, uuid: str) -> None:
    """Decide about one allocation; whoever does so at the same time, it gets one node or none.

    The fleet is searched without any lock. Then a node is taken by a comparison of its version, together with the
    change of the allocation, so that what has changed of the node meanwhile is noticed.
    """
    for _ in range(ROUNDS):
        look = database.read(_look, uuid)
        if look is None or _is_settled(database, look):
            return
    log.info("The allocation %s is left for the next look: others were faster %d times.", uuid, ROUNDS)


def _look(tx: Transaction, uuid: str) -> _Look | None:
    wish = _waiting(tx, uuid)
    if wish is None:
        return None
    found = candidates.fitting(tx, wish)
    drawn = sample(found.nodes, min(len(found.nodes), TRIED_AT_ONCE))
    return _Look(
        wish=wish,
        nodes=drawn if found.namesake is None else [found.namesake, *drawn],
        rejected={} if drawn else candidates.tally(tx, wish, EVERYTHING),
        now=tx.now,
    )


def _waiting(tx: Transaction, uuid: str, *, locked: bool = False) -> Allocation | None:
    found = rows.fetch(tx, ALLOCATION, "uuid", uuid, locked=locked)
    return found if isinstance(found, Allocation) and found.state == AllocationState.ALLOCATING else None


def _is_settled(database: Database, look: _Look) -> bool:
    """Act on what was found; False when it has to be looked for again."""
    if look.nodes:
        return _has_taken_one(database, look)
    if None in look.rejected:
        return False
    if Obstacle.BUSY in look.rejected and look.now < later(look.wish.created_at, PATIENCE_S):
        return True
    rejected = {obstacle: count for obstacle, count in look.rejected.items() if obstacle is not None}
    database.write(_give_up, look.wish.uuid, why_no_node(look.wish, rejected))
    return True


def _has_taken_one(database: Database, look: _Look) -> bool:
    try:
        return database.write(_take_one, look)
    except Conflict as error:
        # Its UUID, which the caller may choose, is that of an instance on another node.
        database.write(_give_up, look.wish.uuid, f"No node can be tied to the allocation. {error.message}")
        return True


def _take_one(tx: Transaction, look: _Look) -> bool:
    wish = _waiting(tx, look.wish.uuid, locked=True)
    return wish is None or any(_is_taken(tx, wish, row) for row in look.nodes)


def _is_taken(tx: Transaction, wish: Allocation, row: int) -> bool:
    node = rows.fetch(tx, NODE, "id", row)
    if not isinstance(node, Node) or first_obstacle(wish, seen_from_node(node)) is not None:
        return False
    changes = tied(wish, node, wish.id)
    try:
        rows.change(tx, NODE, node.id, changes, version=node.version)
    except Stale:
        return False
    rows.change(tx, ALLOCATION, wish.id, {"node_id": node.id, "state": str(AllocationState.ACTIVE)})
    _note(tx, (NODE.noun, node.uuid), {name: getattr(node, name) for name in changes}, changes)
    after = {"state": str(AllocationState.ACTIVE), "node_uuid": node.uuid}
    _note(tx, (ALLOCATION.noun, wish.uuid), {"state": wish.state}, after)
    return True


def _give_up(tx: Transaction, uuid: str, why: str) -> None:
    if allocations.give_up(tx, uuid, why):
        before = {"state": str(AllocationState.ALLOCATING), "last_error": None}
        _note(tx, (ALLOCATION.noun, uuid), before, {"state": str(AllocationState.ERROR), "last_error": why})


def _note(tx: Transaction, subject: tuple[str, str], before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Note a change that nobody in particular made."""
    change_log.append(
        tx,
        {
            "uuid": str(uuid4()),
            "subject": subject[0],
            "subject_uuid": subject[1],
            "kind": "changed",
            "before": before,
            "after": after,
        },
    )


class UndecidedAllocations:
    """Looks for allocations whose process died, or could not finish, before it had decided about them."""

    def __init__(self, database: Database, *, older_than_s: float = 10, most: int = 20) -> None:
        """Prepare; younger ones are left to the process that took them, which begins at once.

        `most` are decided about at one look, as whoever looks has other things to do as well.
        """
        self._database = database
        self._older_than_s = older_than_s
        self._most = most

    def look(self) -> int:
        """Decide about those that have waited too long, returning how many there were; any process may do so."""
        waiting = self._database.read(self._waiting)
        for uuid in waiting:
            self._decide(uuid)
        return len(waiting)

    def _decide(self, uuid: str) -> None:
        try:
            decide(self._database, uuid)
        except Exception as error:
            if is_outage(self._database, error):
                raise
            # Whatever is wrong with one must not keep the others waiting, nor itself for ever.
            log.exception("The allocation %s could not be decided about.", uuid)
            self._database.write(_give_up, uuid, FAILED_INSIDE)

    def _waiting(self, tx: Transaction) -> list[str]:
        return allocations.undecided(tx, later(tx.now, -self._older_than_s), self._most)
