"""Join a conductor: its drivers, its place in the fleet, its work, and its answers to questions."""

import logging
from threading import Event
from typing import Self

from bessemer.assembly.chores import make_power_watch, power_chore, pruning_chore
from bessemer.assembly.engine_settings import make_engine_settings
from bessemer.assembly.evidence import evidence_chore, make_evidence_files
from bessemer.drivers.loading import Loaded
from bessemer.engine.answering import Answering
from bessemer.engine.bench import BenchSettings
from bessemer.engine.books import Desk
from bessemer.engine.chores import Chore, Chores
from bessemer.engine.clock_watch import ClockWatch
from bessemer.engine.driver_chores import driver_chores
from bessemer.engine.lease import Lease, LeaseSettings
from bessemer.engine.metering import EngineMeters
from bessemer.engine.recovery import AT_ONCE, take_orphans, take_up_own
from bessemer.engine.turns import Turns
from bessemer.engine.workshop import Workshop, WorkshopSettings
from bessemer.rules.offers import disagreements, offered_rows
from bessemer.services.allocating import UndecidedAllocations
from bessemer.settings.records import Settings
from bessemer.store.database import Database
from bessemer.store.fleet import offers_of_others

log = logging.getLogger(__name__)

OVERDUE_EVERY_S = 1.0
ORPHANS_EVERY_S = 2.0
UNDECIDED_EVERY_S = 2.0
CHORES_PATIENCE_S = 5.0


class Conductor:
    """One conductor, which serves nodes for as long as it is entered."""

    def __init__(
        self, settings: Settings, database: Database, loaded: Loaded, url: str | None, meters: EngineMeters
    ) -> None:
        """Prepare; others learn of it when it begins."""
        self.host = settings.default.host
        self.patience_s: float = settings.default.graceful_shutdown_timeout
        """How long its end waits for what is being done to machines."""
        self._database = database
        self._offered = offered_rows(loaded.types, loaded.defaults, loaded.classic)
        self._lease = Lease(_lease_settings(settings, url), database, self._offered)
        self._closing, self._gone = Event(), Event()
        clock = ClockWatch(self.host, database)
        work = make_engine_settings(settings)
        evidence = make_evidence_files(settings)
        desk = Desk(
            settings=work,
            loaded=loaded,
            is_closing=self._closing.is_set,
            is_clock_right=clock.is_right,
            meters=meters,
            evidence=evidence,
        )
        self._workshop = Workshop(
            WorkshopSettings(host=self.host, workers=settings.engine.workers),
            database,
            Turns(database, desk, self._lease.may_act, self._gone).give,
            self._lease,
            self._closing,
        )
        self._power = make_power_watch(settings, database, loaded, self.wake, meters)
        self._chores = Chores(database, (*self._own_chores(clock, settings), evidence_chore(evidence)))
        # A driver that hangs in its housekeeping keeps nobody else from theirs.
        self._of_drivers = tuple(Chores(database, chores) for chores in driver_chores(loaded))
        questions = BenchSettings(host=self.host, evidence=evidence)
        self.answering = Answering(questions, database, loaded, work, self.wake, meters)

    def _own_chores(self, clock: ClockWatch, settings: Settings) -> tuple[Chore, ...]:
        database = self._database
        return (
            Chore(name="Watching the clock", every_s=OVERDUE_EVERY_S, do=clock.look),
            Chore(name="Ending what is overdue", every_s=OVERDUE_EVERY_S, do=self._workshop.take_overdue),
            Chore(name="Taking over from other conductors", every_s=ORPHANS_EVERY_S, do=self._take_orphans),
            Chore(name="Deciding on allocations", every_s=UNDECIDED_EVERY_S, do=UndecidedAllocations(database).look),
            power_chore(self._power, self._lease.may_act),
            pruning_chore(settings, database),
        )  # fmt: skip

    def __enter__(self) -> Self:
        """Register, say where this conductor and others do not offer the same, and take up the work."""
        for disagreement in disagreements(self._offered, self._database.read(offers_of_others, self.host)):
            log.warning(
                "%s Nodes that move between the two may lose an interface: give both the same enabled_*_interfaces.",
                disagreement,
            )
        self._lease.begin()
        while self._database.write(take_up_own, self.host, self._lease.generation) == AT_ONCE:
            log.info("There is more to be taken up.")
        self._workshop.begin()
        for chores in (self._chores, *self._of_drivers):
            chores.begin()
        return self

    def __exit__(self, *_: object) -> None:
        """Begin nothing new, let what is going on finish, withdraw: others may take the rest at once."""
        if not self._workshop.close(self.patience_s):
            log.warning(
                "%d turns did not end within %g s; they are taken up again by whoever serves their nodes next.",
                self._workshop.busy,
                self.patience_s,
            )
        for chores in (self._chores, *self._of_drivers):
            chores.close(CHORES_PATIENCE_S)
        self._power.close()
        self._gone.set()
        self._lease.end()
        self.answering.close()

    def wake(self) -> None:
        """Look for work now."""
        self._workshop.wake()

    def _take_orphans(self) -> None:
        if self._lease.may_act() and not self._closing.is_set():
            taken = AT_ONCE
            while taken == AT_ONCE:
                taken = self._database.write(take_orphans, self.host, self._lease.generation)
            if taken:
                self._workshop.wake()


def _lease_settings(settings: Settings, url: str | None) -> LeaseSettings:
    conductor = settings.conductor
    return LeaseSettings(
        host=settings.default.host,
        group=conductor.conductor_group,
        url=url,
        renew_s=conductor.heartbeat_interval,
        good_for_s=conductor.heartbeat_timeout,
    )
