"""Gives operations their turns: asks their drivers, and writes down what comes of it."""

import logging
from collections.abc import Callable, Sequence
from threading import Event
from typing import Concatenate, ParamSpec, TypeVar

from bessemer.drivers.contract.outcome import Outcome
from bessemer.engine import turning
from bessemer.engine.books import Desk
from bessemer.engine.flows.table import FLOWS
from bessemer.engine.next import Trouble
from bessemer.engine.performing import SEE_LOG, perform
from bessemer.engine.work import Work
from bessemer.model.operation import Kept
from bessemer.store import operations
from bessemer.store.database import Database
from bessemer.store.moments import now_as_text
from bessemer.store.operations import Fenced
from bessemer.store.outages import is_outage
from bessemer.store.transaction import Transaction

P = ParamSpec("P")
T = TypeVar("T")
Deed = Callable[Concatenate[Transaction, Desk, P], T]

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 5.0
LOOK_AT_LEASE_EVERY_S = 0.2


class Turns:
    """The turns that one conductor gives."""

    def __init__(self, database: Database, desk: Desk, may_act: Callable[[], bool], gone: Event) -> None:
        """Prepare.

        While `may_act` says no, no machine is touched, as others may be taking over. Once `gone` is set nothing more
        is written either.
        """
        self._database = database
        self._desk = desk
        self._may_act = may_act
        self._gone = gone

    def give(self, row: int) -> None:
        """Give an operation its turn, and more of them for as long as its driver has something to do at once."""
        try:
            work = self._written(turning.begin, row)
            while work is not None and self._is_still_ours(work):
                outcome = perform(FLOWS[work.operation.kind], work)
                work = self._written(turning.record, work, outcome, self._kept_files(work, outcome))
        except Fenced as fenced:
            log.info("%s What was being done for it here is dropped.", fenced.message)
        except Exception as error:
            if self._gone.is_set():
                log.warning("The turn of the operation %s was cut short by the end of the process.", row)
                return
            if self._is_gone(row):
                log.info("The operation %s was deleted with its node while it was being worked on.", row)
                return
            log.exception("The engine itself failed at the operation %s.", row)
            self._give_up(row, error)

    def _kept_files(self, work: Work, outcome: Outcome) -> Sequence[Kept]:
        """Keep the files of an outcome, before it is written down that there are some."""
        files = self._desk.evidence
        if files is None or not outcome.learned.evidence:
            return ()
        return files.keep(work.operation, outcome.learned.evidence, now_as_text())

    def _is_still_ours(self, work: Work) -> bool:
        """Wait while the lease is in doubt; what others took over meanwhile is theirs."""
        if self._may_act():
            return True
        while not self._may_act():
            if self._gone.wait(LOOK_AT_LEASE_EVERY_S):
                return False
        held = self._kept(lambda: self._database.read(operations.fetch, work.operation.id))
        return held is not None and held.active is not None and held.epoch == work.operation.epoch

    def _written(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._kept(lambda: self._database.write(deed, self._desk, *args, **kwargs))

    def _kept(self, run: Callable[[], T]) -> T:
        """Do something with the database, for as long as it takes until the database is there."""
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                return run()
            except Exception as error:
                if not is_outage(self._database, error) or self._gone.is_set():
                    raise
                if pause_s == FIRST_PAUSE_S:
                    log.warning("The database refused to keep what came of a turn; it is tried again: %s", error)
                if self._gone.wait(pause_s):
                    raise
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _is_gone(self, row: int) -> bool:
        return self._kept(lambda: self._database.read(operations.fetch, row)) is None

    def _give_up(self, row: int, error: Exception) -> None:
        trouble = Trouble(
            reason=f"the engine itself failed: {type(error).__name__}: {error}", remedy=SEE_LOG, leave=True
        )
        try:
            self._written(turning.give_up, row, trouble)
        except Exception:
            log.exception("The operation %s could not even be ended; its deadline will bring it up again.", row)
