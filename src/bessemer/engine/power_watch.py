"""Sees to it that machines are powered as their nodes say: asks each of them once in an interval."""

import logging
from collections.abc import Callable

import msgspec

from bessemer.drivers.loading import Loaded
from bessemer.engine.bounded_threads import BoundedThreads, Job
from bessemer.engine.metering import EngineMeters
from bessemer.engine.power_reading import WATCH, Question, Reading, read_power
from bessemer.engine.power_records import Found, RecordSettings, record_power
from bessemer.model.errors import Unavailable
from bessemer.model.node import Node
from bessemer.model.power import PowerState
from bessemer.rules.placement import conductor_of
from bessemer.rules.power_watch import PowerRules, Verdict, is_faulty, is_watched
from bessemer.rules.turn_wheel import Stretch, buckets_between, notch_at
from bessemer.store.database import Database
from bessemer.store.fleet import read_fleet
from bessemer.store.power_facts import Placed, faulty, watched
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

SLOW_S = 5.0
"""Who takes longer is waited for by a thread that others do not need."""
MOST_LEFT_BEHIND = 500
"""How many machines may never answer before others are not asked any more; each keeps a thread that only sleeps."""


class PowerWatchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How one conductor watches the power of its machines."""

    host: str
    interval_s: float = 120.0
    """In what time each machine is asked once; 0 or less asks none."""
    recovery_interval_s: float = 300.0
    """In what time each machine is asked whose node waits in maintenance for its power; 0 or less asks none."""
    workers: int = 8
    """How many machines are asked at the same time."""
    limit_s: float = 30.0
    """How long a machine may take to answer."""
    rules: PowerRules = PowerRules()
    working_timeout_s: int = 3600


class _Round(msgspec.Struct, kw_only=True):
    """One way round all nodes."""

    interval_s: float
    nodes: Callable[[Transaction, Stretch], list[Placed]]
    is_due: Callable[[Node], bool]
    notch: int | None = None
    """How far it has come; None before the first look."""


class _Asked(msgspec.Struct, kw_only=True):
    """A machine whose answer is waited for."""

    job: Job
    threads: BoundedThreads
    begun_s: float | None = None
    """When it was first seen to have been begun."""
    is_left: bool = False
    """Whether its thread has been left behind, so that another machine can be asked."""


class PowerWatch:
    """The watch that one conductor keeps; `look` is to be called every now and then, always from one thread."""

    def __init__(
        self,
        database: Database,
        loaded: Loaded,
        settings: PowerWatchSettings,
        wake: Callable[[], None] = lambda: None,
        meters: EngineMeters | None = None,
    ) -> None:
        """Prepare; `wake` is called when there is new work for this conductor."""
        self._database = database
        self._loaded = loaded
        self._settings = settings
        self._wake = wake
        self._meters = meters or EngineMeters()
        self._records = RecordSettings(
            host=settings.host, rules=settings.rules, working_timeout_s=settings.working_timeout_s
        )
        self._rounds = (
            _Round(interval_s=settings.interval_s, nodes=watched, is_due=is_watched),
            _Round(interval_s=settings.recovery_interval_s, nodes=faulty, is_due=is_faulty),
        )
        # Who did not answer the last time is asked by threads apart, so that the others need not wait for it.
        self._threads = BoundedThreads("power", settings.workers, MOST_LEFT_BEHIND)
        self._patient_threads = BoundedThreads("power, again", settings.workers, MOST_LEFT_BEHIND)
        self._asked: dict[str, _Asked] = {}
        self._silent: dict[str, _Asked] = {}
        self._troubles: dict[str, int] = {}
        self._last: dict[str, PowerState] = {}

    @property
    def waits_for(self) -> int:
        """Tell how many machines have yet to answer."""
        return len(self._asked)

    def close(self) -> None:
        """Wait for nobody any more."""
        for threads in (self._threads, self._patient_threads):
            threads.close(0)

    def look(self, now_s: float) -> None:
        """Take in what has been answered, then ask those whose turn has come; the clock must never go back."""
        self._take_in(now_s)
        for each in self._rounds:
            if each.interval_s > 0:
                self._go_on(each, now_s)

    def _go_on(self, each: _Round, now_s: float) -> None:
        notch = notch_at(now_s, each.interval_s)
        if each.notch is not None:
            for stretch in buckets_between(each.notch, notch):
                for uuid in self._database.read(_mine, self._settings.host, each.nodes, stretch):
                    self._ask(uuid, each, now_s)
        each.notch = notch

    def _ask(self, uuid: str, each: _Round, now_s: float) -> None:
        if uuid in self._asked or self._is_silent(uuid, now_s):
            return
        doubtful = uuid in self._troubles or each.is_due is is_faulty
        threads = self._patient_threads if doubtful else self._threads
        question = Question(uuid=uuid, is_due=each.is_due, meters=self._meters, last=self._last.get(uuid))
        try:
            job = threads.take(_label(uuid), lambda: read_power(self._database, self._loaded, question))
        except Unavailable as refusal:
            log.warning("The power of the node %s is not asked for in this turn: %s", uuid, refusal.message)
        else:
            self._asked[uuid] = _Asked(job=job, threads=threads)

    def _is_silent(self, uuid: str, now_s: float) -> bool:
        """Tell whether a machine has yet to answer what it was asked long ago: asking again would only hang as well."""
        asked = self._silent.get(uuid)
        if asked is None or asked.begun_s is None:
            return False
        if asked.job.future.done():
            del self._silent[uuid]
            return False
        since = f"{now_s - asked.begun_s:.0f} s"
        trouble = f"{_label(uuid)} has not answered for {since}, so it is not asked again until it has."
        self._settle(uuid, Reading(trouble=trouble))
        return True

    def _take_in(self, now_s: float) -> None:
        for uuid, asked in list(self._asked.items()):
            reading = self._answer(uuid, asked, now_s)
            if asked.job.future.done() or reading is not None:
                del self._asked[uuid]
            if reading is not None:
                self._settle(uuid, reading)

    def _answer(self, uuid: str, asked: _Asked, now_s: float) -> Reading | None:
        """Give what a machine has answered, or that it did not in time."""
        future = asked.job.future
        if future.done():
            error = future.exception()
            if error is not None:
                log.error("The power of the node %s could not be asked for.", uuid, exc_info=error)
                return None
            found: Reading | None = future.result()
            return found
        if future.running() and asked.begun_s is None:
            asked.begun_s = now_s
        if asked.begun_s is None:
            return None
        waited_s, limit_s = now_s - asked.begun_s, self._settings.limit_s
        if waited_s >= min(SLOW_S, limit_s) and not asked.is_left:
            asked.threads.give_up(asked.job)
            asked.is_left = True
        if waited_s < limit_s:
            return None
        self._silent[uuid] = asked
        self._meters.silent(WATCH, self._settings.limit_s)
        return Reading(trouble=f"{_label(uuid)} did not answer within {self._settings.limit_s:g} s.")

    def _settle(self, uuid: str, reading: Reading) -> None:
        """Do what follows from an answer; what cannot be written down now is found anew the next time."""
        troubles = self._troubles.get(uuid, 0)
        if reading.power in {PowerState.ON, PowerState.OFF}:
            self._last[uuid] = reading.power
        try:
            verdict = self._judged(uuid, reading, troubles)
        except Exception:
            log.exception("What was found of the power of the node %s could not be written down.", uuid)
            return
        if verdict is Verdict.AGAIN:
            log.warning("Trouble number %s with the power of the node %s: %s", troubles + 1, uuid, reading.trouble)
        elif verdict in {Verdict.FORCE, Verdict.GIVE_UP, Verdict.ADOPT, Verdict.FREE}:
            log.warning("The power of the node %s: %s. %s", uuid, _said(verdict), reading.trouble)
        if verdict in {Verdict.AGAIN, Verdict.FORCE}:
            self._troubles[uuid] = troubles + 1
        elif verdict is not None:
            self._troubles.pop(uuid, None)
        if verdict is Verdict.FORCE:
            self._wake()

    def _judged(self, uuid: str, reading: Reading, troubles: int) -> Verdict | None:
        """Write down what follows, where there is anything to write."""
        if reading.agrees and not reading.learned:
            return Verdict.AGREES
        return self._database.write(record_power, self._records, Found(uuid=uuid, reading=reading, troubles=troubles))


def _label(uuid: str) -> str:
    return f"The BMC of the node {uuid}, asked for its power,"


def _said(verdict: Verdict) -> str:
    return {
        Verdict.FORCE: "it is not as the node says, and is brought back",
        Verdict.ADOPT: "it is not as the node said, and is taken as it is",
        Verdict.GIVE_UP: "the node was put into maintenance",
        Verdict.FREE: "it can be read again; the node was taken out of maintenance",
    }[verdict]


def _mine(
    tx: Transaction, host: str, nodes: Callable[[Transaction, Stretch], list[Placed]], stretch: Stretch
) -> list[str]:
    """List the nodes of some buckets that this conductor serves."""
    found = nodes(tx, stretch)
    if not found:
        return []
    fleet = read_fleet(tx)
    return [each.uuid for each in found if conductor_of(fleet, each.group, each.driver, each.bucket) == host]
