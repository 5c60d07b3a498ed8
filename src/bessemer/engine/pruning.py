"""Deletes what is too old to be kept, now and then and a little at a time, so that nobody has to wait for it."""

import logging
from collections.abc import Iterator

import msgspec

from bessemer.store import change_reading, pruning
from bessemer.store.database import Database
from bessemer.store.fleet import read_fleet
from bessemer.store.moments import later
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

DAY_S = 86_400
FIRST_AFTER_S = 300.0
"""Soon after a start, as a server that is restarted every day would else never prune."""
AGAIN_AFTER_S = 600.0
"""When it is tried again after the database had refused."""
NODES_AT_ONCE = 100
RUNS_OF_AN_OPERATION = 20
"""About how many rows of the timeline go with each operation."""


class PruningSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept, and for how long; 0 days are for ever."""

    host: str
    every_s: float = DAY_S
    """0 or less never prunes."""
    most_at_once: int = 1000
    """How many rows go in one transaction; 0 prunes nothing."""
    history_entries: int = 300
    """How many the history of each node keeps."""
    history_days: int = 0
    """For how many days an entry is kept however many there are."""
    operations_days: int = 90
    changes_days: int = 90


class Pruning:
    """The pruning of one installation, done by one of its conductors; `look` is to be called every now and then."""

    def __init__(self, database: Database, settings: PruningSettings) -> None:
        """Prepare."""
        self._database = database
        self._settings = settings
        self._due_s: float | None = None
        self._batches: Iterator[int] | None = None
        self._deleted = 0

    def look(self, now_s: float) -> None:
        """Delete one batch, if there is something to delete now."""
        if self._settings.every_s <= 0 or self._settings.most_at_once <= 0:
            return
        if self._due_s is None:
            self._due_s = now_s + min(self._settings.every_s, FIRST_AFTER_S)
        if now_s < self._due_s:
            return
        try:
            self._go_on(now_s)
        except Exception:
            self._batches = None
            self._due_s = now_s + AGAIN_AFTER_S
            raise

    def _go_on(self, now_s: float) -> None:
        if self._batches is None:
            self._deleted = 0
            self._batches = self._all_batches() if self._database.read(_is_first, self._settings.host) else iter(())
        batch = next(self._batches, None)
        if batch is not None:
            self._deleted += batch
            return
        if self._deleted:
            log.info("Pruned %s rows.", self._deleted)
        self._batches = None
        self._due_s = now_s + self._settings.every_s

    def _all_batches(self) -> Iterator[int]:
        """Delete batch after batch, telling how many rows each had."""
        yield from self._put_in_order()
        yield from self._histories()
        if self._settings.changes_days:
            yield from self._changes()
        if self._settings.operations_days:
            yield from self._operations()

    def _put_in_order(self) -> Iterator[int]:
        """Give changes their places, which nobody does while nobody listens."""
        while self._database.read(change_reading.is_any_unnumbered):
            self._database.write(change_reading.number)
            yield 0

    def _histories(self) -> Iterator[int]:
        most, entries = self._settings.most_at_once, self._settings.history_entries
        before = self._days_ago(self._settings.history_days)
        node = ""
        while nodes := self._database.read(pruning.crowded_histories, entries, node, NODES_AT_ONCE):
            for node in nodes:
                while found := self._database.read(pruning.crowding_entries, node, entries, before, most):
                    self._database.write(pruning.remove_changes, found)
                    yield len(found)
            yield 0

    def _changes(self) -> Iterator[int]:
        before = self._days_ago(self._settings.changes_days)
        while found := self._database.read(pruning.old_changes, before, self._settings.most_at_once):
            self._database.write(pruning.remove_changes, found)
            yield len(found)

    def _operations(self) -> Iterator[int]:
        before = self._days_ago(self._settings.operations_days)
        most = max(1, self._settings.most_at_once // RUNS_OF_AN_OPERATION)
        while found := self._database.read(pruning.ended_operations, before, most):
            self._database.write(pruning.remove_operations, found)
            yield len(found)

    def _days_ago(self, days: int) -> str:
        return later(self._database.read(_now), -days * DAY_S)


def _now(tx: Transaction) -> str:
    return tx.now


def _is_first(tx: Transaction, host: str) -> bool:
    """Tell whether it is this one of the live conductors that prunes: one is enough."""
    return min(read_fleet(tx).urls, default=None) == host
