"""Notices when the clock of the machine is set, and moves the moments of its operations along with it."""

import logging
from collections.abc import Callable
from time import monotonic, time

from bessemer.store import shifting
from bessemer.store.database import Database
from bessemer.store.shifting import Shift

log = logging.getLogger(__name__)

JUMP_S = 5.0
"""What is set by less than this is followed without a word: no deadline is that close."""
AT_ONCE = 200


class ClockWatch:
    """Compares the clock with one that nobody can set."""

    def __init__(
        self,
        host: str,
        database: Database,
        clock: Callable[[], float] = time,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        """Take the clock as it is now for right."""
        self._host = host
        self._database = database
        self._clock = clock
        self._steady = steady
        self._apart_s = clock() - steady()
        self._looked_s = steady()

    def is_right(self) -> bool:
        """Tell whether the clock is as it was at the last look; if not, what seems overdue may not be."""
        return abs(self._clock() - self._steady() - self._apart_s) < JUMP_S

    def look(self) -> None:
        """See whether the clock was set; else what waits would end too early by that, or much too late."""
        apart_s, looked_s = self._clock() - self._steady(), self._steady()
        jump_s = apart_s - self._apart_s
        if abs(jump_s) >= JUMP_S:
            self._move(jump_s, looked_s - self._looked_s)
        self._apart_s, self._looked_s = apart_s, looked_s

    def _move(self, jump_s: float, since_look_s: float) -> None:
        log.warning(
            "The clock of this machine was set by %+.0f s. The deadlines of what this conductor does are moved by as "
            "much. See that the clocks of all machines are kept right.",
            jump_s,
        )
        by = Shift(seconds=jump_s, written_within_s=since_look_s)
        last: int | None = 0
        while last is not None:
            last = self._database.write(shifting.shift, self._host, last, by, AT_ONCE)
