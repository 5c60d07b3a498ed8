"""The live conductors, as this process saw them a moment ago."""

import time
from collections.abc import Callable

from bessemer.model.fleet import Fleet
from bessemer.store.fleet import read_fleet
from bessemer.store.transaction import Transaction


class FleetWatch:
    """A snapshot of the fleet that is read again when it has aged."""

    def __init__(self, max_age_s: float = 2.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Know nothing yet; an age of 0 reads it anew each time."""
        self._max_age_s = max_age_s
        self._clock = clock
        self._seen: tuple[float, Fleet] | None = None

    def now(self, tx: Transaction) -> Fleet:
        """Return a snapshot no older than the limit."""
        seen, moment = self._seen, self._clock()
        if seen is not None and moment - seen[0] < self._max_age_s:
            return seen[1]
        fleet = read_fleet(tx)
        self._seen = (moment, fleet)
        return fleet
