"""What questions to hardware are answered with: the drivers, the database, and threads that may be lost."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

import msgspec

from bessemer.drivers.loading import Loaded
from bessemer.engine.bounded_threads import BoundedThreads
from bessemer.engine.evidence_files import EvidenceFiles
from bessemer.engine.machines import Machine, machine_from_view
from bessemer.engine.node_views import node_view
from bessemer.engine.plan_memory import PlanMemory
from bessemer.engine.settings import EngineSettings
from bessemer.model.errors import BessemerError, HardwareFailed
from bessemer.store.database import Database

T = TypeVar("T")
log = logging.getLogger(__name__)


class BenchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Who answers, and how long it may take."""

    host: str
    """The name of this conductor."""
    question_limit_s: float = 55.0
    """Less than the 60 s that callers wait, so that they are still told what it was that took so long."""
    validate_limit_s: float = 20.0
    """For each interface that is validated."""
    evidence: EvidenceFiles | None = None
    """The files that this conductor keeps of operations; None where it keeps none."""


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """What is at hand to answer a question."""

    settings: BenchSettings
    database: Database
    loaded: Loaded
    threads: BoundedThreads
    """For questions whose answer is waited for."""
    callers: BoundedThreads
    """For work that goes on when the caller has been answered."""
    work: EngineSettings
    """What the operator decided about work on machines, which plans foresee."""
    plans: PlanMemory
    """The plans that were told lately."""

    async def machine(self, uuid: str) -> Machine:
        """Read a node and compose its driver."""
        return machine_from_view(self.loaded, await asyncio.to_thread(self.database.read, node_view, uuid))

    async def ask(self, label: str, work: Callable[[], T], limit_s: float | None = None) -> T:
        """Have a driver do something, within the time that a question may take."""
        return await self.threads.run(label, lambda: guarded(label, work), limit_s or self.settings.question_limit_s)


def guarded(label: str, work: Callable[[], T]) -> T:
    """Do some work of a driver; what it raises besides refusals is a fault of the driver's, and logged."""
    try:
        return work()
    except BessemerError:
        raise
    except Exception as error:
        log.exception("%s failed in itself.", label)
        raise HardwareFailed(
            f"{label} failed in itself: {type(error).__name__}: {error}. The conductor's log has the traceback; "
            "tell the authors of the driver."
        ) from error
