"""Takes over operations that nobody looks after any more."""

import logging
from collections.abc import Iterator

from bessemer.model.fleet import Fleet
from bessemer.model.operation import Operation
from bessemer.rules.placement import conductor_of
from bessemer.store import due_operations, operations
from bessemer.store.fleet import read_fleet
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

AT_ONCE = 100
"""How many are taken in one transaction, which others have to wait for where there is one writer."""


def take_up_own(tx: Transaction, host: str, generation: int) -> int:
    """Take up what an earlier life of this conductor was working on; returns how many there were, at most AT_ONCE."""
    left = due_operations.left_running(tx, host, generation, AT_ONCE)
    for operation in left:
        operations.seize(tx, operation, host, generation)
        log.warning("The operation %s is taken up again where it was when this conductor ended.", operation.uuid)
    return len(left)


def take_orphans(tx: Transaction, host: str, generation: int) -> int:
    """Take those of conductors without a lease that are this one's to take, by the choice that all make alike."""
    fleet = read_fleet(tx)
    taken = 0
    for operation in _left(tx, fleet):
        place = operations.place_of(tx, operation.node_id)
        mine = place is not None and conductor_of(fleet, *place) == host
        if mine and operations.seize(tx, operation, host, generation):
            taken += 1
            log.warning("The operation %s is taken over from the conductor %s.", operation.uuid, operation.owner)
            if taken == AT_ONCE:
                break
    return taken


def _left(tx: Transaction, fleet: Fleet) -> Iterator[Operation]:
    """Give the operations whose owners are gone; what only others may take must not stand in the way of the rest."""
    for owner in due_operations.owners(tx):
        page = [] if owner in fleet.urls else due_operations.left_by(tx, owner, 0, AT_ONCE)
        while page:
            yield from page
            page = due_operations.left_by(tx, owner, page[-1].id, AT_ONCE)
