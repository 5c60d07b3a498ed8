"""Does again and again what nobody asks for, in one thread."""

import logging
from collections.abc import Callable, Sequence
from threading import Event, Thread
from time import monotonic

import msgspec

from bessemer.store.database import Database
from bessemer.store.outages import is_outage

log = logging.getLogger(__name__)

SHORTEST_REST_S = 0.05


class Chore(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is done every so often."""

    name: str
    """The subject of a sentence."""
    every_s: float
    do: Callable[[], object]


class Chores:
    """Chores with the thread that does them; one that fails is done again when its time comes."""

    def __init__(self, database: Database, chores: Sequence[Chore]) -> None:
        """Prepare."""
        self._database = database
        self._due = {chore: monotonic() for chore in chores}
        self._closing = Event()
        self._failing: set[str] = set()
        self._thread = Thread(target=self._work_until_closed, name="chores", daemon=True)

    def begin(self) -> None:
        """Start, with each of them at once."""
        self._thread.start()

    def close(self, patience_s: float) -> None:
        """End when the present one is done, and wait for that for a while."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(patience_s)

    def _work_until_closed(self) -> None:
        while not self._closing.is_set():
            for chore, due_s in self._due.items():
                if due_s <= monotonic() and not self._closing.is_set():
                    self._do(chore)
                    self._due[chore] = monotonic() + chore.every_s
            rest_s = min(self._due.values(), default=monotonic() + 1.0) - monotonic()
            self._closing.wait(max(SHORTEST_REST_S, rest_s))

    def _do(self, chore: Chore) -> None:
        try:
            chore.do()
        except Exception as error:
            if is_outage(self._database, error):
                log.warning("%s has to wait, as the database cannot be used: %s", chore.name, error)
            elif chore.name not in self._failing:
                log.exception("%s failed; it is tried again every %g s.", chore.name, chore.every_s)
            self._failing.add(chore.name)
            return
        if chore.name in self._failing:
            self._failing.discard(chore.name)
            log.info("%s works again.", chore.name)
