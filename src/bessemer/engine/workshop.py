"""Finds the operations that are due and has them given their turns, in a bounded number of threads."""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from itertools import count
from threading import Condition, Event, Thread
from typing import Protocol

import msgspec

from bessemer.engine.bounded_threads import BoundedThreads
from bessemer.model.errors import BessemerError
from bessemer.model.operation import Operation, OperationStatus
from bessemer.store import due_operations, operations
from bessemer.store.database import Database
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

MOST_HUNG = 10_000
"""Turns that never came back; each costs a thread that does nothing."""
OVERDUE_AT_ONCE = 100
WAIT_FOR_LEASE_S = 0.2
WAIT_FOR_DATABASE_S = 1.0


class WorkshopSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How one conductor goes about its work."""

    host: str
    workers: int = 300
    """How many operations may have their turn at the same time."""
    look_every_s: float = 1.0
    """How often the database is asked for work, in case nobody told of it."""


class Due(msgspec.Struct, frozen=True):
    """What there is to do."""

    rows: list[int]
    """Operations whose turn has come."""
    next_in_s: float | None
    """In how many seconds the next one's comes."""


class Holder(Protocol):
    """Knows whether this conductor is still the one that others see under its name."""

    @property
    def generation(self) -> int:
        """The life that this process is of the conductor of its name."""

    def may_act(self) -> bool:
        """Tell whether nobody else can have taken over what is done here."""


class _Turn:
    """One operation in the hands of a thread."""

    __slots__ = ("leave",)

    def __init__(self) -> None:
        self.leave: Callable[[], bool] | None = None


class Workshop:
    """The turns that are being given at this moment, and the thread that starts them."""

    def __init__(
        self,
        settings: WorkshopSettings,
        database: Database,
        give: Callable[[int], None],
        holder: Holder,
        closing: Event,
    ) -> None:
        """Prepare; `give` gives an operation its turn, and nothing new is begun once `closing` is set."""
        self._settings = settings
        self._database = database
        self._give = give
        self._holder = holder
        self._closing = closing
        self._threads = BoundedThreads("turn", most=settings.workers, most_left_behind=MOST_HUNG)
        self._numbers = count(1)
        self._state = Condition()
        self._in_hand: dict[int, _Turn] = {}
        self._bell = Event()
        self._thread = Thread(target=self._look_until_closed, name="workshop", daemon=True)

    def begin(self) -> None:
        """Start to look for work."""
        self._thread.start()

    def wake(self) -> None:
        """Look for work now."""
        self._bell.set()

    def close(self, patience_s: float) -> bool:
        """Begin nothing new and let what is being done finish, for a while; tell whether all of it has."""
        self._closing.set()
        self._bell.set()
        if self._thread.is_alive():
            self._thread.join()
        with self._state:
            return self._state.wait_for(lambda: not self._in_hand, patience_s)

    @property
    def busy(self) -> int:
        """Count the turns that are being given."""
        with self._state:
            return len(self._in_hand)

    def take_overdue(self) -> None:
        """Give a turn to what was not done in time, even where the turn before has not come back."""
        if self._closing.is_set() or not self._holder.may_act():
            return
        for operation in self._database.read(due_operations.overdue, self._settings.host, OVERDUE_AT_ONCE):
            if self._is_free(operation):
                self._start(operation.id)

    def _is_free(self, operation: Operation) -> bool:
        """Tell whether no thread has an operation; one that hangs over it loses it."""
        with self._state:
            turn = self._in_hand.get(operation.id)
        if turn is None:
            return True
        if operation.status is not OperationStatus.RUNNING:
            return False
        host, generation = self._settings.host, self._holder.generation
        if not self._database.write(operations.seize, operation, host, generation):
            return False
        log.error(
            "The operation %s was not done by its deadline %s and its driver has not come back; it is ended without "
            "it. See whether the BMC of the machine can be reached.",
            operation.uuid,
            operation.deadline,
        )
        with self._state:
            if self._in_hand.get(operation.id) is turn:
                del self._in_hand[operation.id]
        if turn.leave is not None:
            turn.leave()
        return True

    def _look_until_closed(self) -> None:
        while not self._closing.is_set():
            self._bell.clear()
            self._bell.wait(self._looked())

    def _looked(self) -> float:
        """Start what is due; tell in how many seconds to look again, if nothing happens before."""
        if not self._holder.may_act():
            return WAIT_FOR_LEASE_S
        with self._state:
            in_hand = len(self._in_hand)
        room = self._settings.workers - in_hand
        if room <= 0:
            return self._settings.look_every_s
        try:
            found = self._database.read(_due, self._settings.host, room + in_hand)
        except Exception as error:  # noqa: BLE001 - whatever the database says, the next look may succeed
            log.warning("The database could not be asked for work, and will be again: %s", error)
            return WAIT_FOR_DATABASE_S
        with self._state:
            free = [row for row in found.rows if row not in self._in_hand]
        for row in free[:room]:
            self._start(row)
        wait_s = self._settings.look_every_s
        return wait_s if found.next_in_s is None else min(wait_s, found.next_in_s)

    def _start(self, row: int) -> None:
        turn = _Turn()
        with self._state:
            if row in self._in_hand:
                return
            self._in_hand[row] = turn
        try:
            # A label of its own: that a turn hangs says nothing about the next one.
            label = f"Turn {next(self._numbers)}, of the operation {row},"
            turn.leave = self._threads.start(label, partial(self._given, row, turn))
        except BessemerError as error:
            self._ended(row, turn)
            log.error("A turn could not be given: %s", error.message)  # noqa: TRY400 - the text says all there is

    def _given(self, row: int, turn: _Turn) -> None:
        try:
            self._give(row)
        finally:
            self._ended(row, turn)
            self._bell.set()

    def _ended(self, row: int, turn: _Turn) -> None:
        with self._state:
            if self._in_hand.get(row) is turn:
                del self._in_hand[row]
            self._state.notify_all()


def _due(tx: Transaction, host: str, most: int) -> Due:
    coming = due_operations.next_wake(tx, host)
    wait_s = None
    if coming is not None:
        wait_s = max(0.0, (datetime.fromisoformat(coming) - datetime.fromisoformat(tx.now)).total_seconds())
    return Due(due_operations.due(tx, host, most), wait_s)
