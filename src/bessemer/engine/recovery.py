"""Takes over operations that nobody looks after any more."""

import logging

from bessemer.rules.placement import conductor_of
from bessemer.store import due_operations, operations
from bessemer.store.fleet import read_fleet
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

AT_ONCE = 100
"""How many are taken in one transaction, which others have to wait for where there is one writer."""


def take_orphans(tx: Transaction, host: str, generation: int) -> int:
    """Take those that are this conductor's to take, by the same choice that all make; returns how many."""
    found = due_operations.orphans(tx, host, generation, AT_ONCE)
    if not found:
        return 0
    fleet = read_fleet(tx)
    taken = 0
    for operation in found:
        place = operations.place_of(tx, operation.node_id)
        if place is None:
            continue
        mine = operation.owner == host or conductor_of(fleet, *place) == host
        if mine and operations.seize(tx, operation, host, generation, operation.deadline):
            taken += 1
            log.warning("The operation %s is taken over from the conductor %s.", operation.uuid, operation.owner)
    return taken
