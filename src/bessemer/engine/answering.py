"""Answers questions about hardware in this process."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bessemer.drivers.loading import Loaded
from bessemer.engine import (
    console_questions,
    driver_questions,
    evidence_questions,
    foreseeing,
    management_questions,
    network_questions,
    raid_questions,
    step_questions,
    vendor_calls,
)
from bessemer.engine.bench import Bench, BenchSettings
from bessemer.engine.bounded_threads import BoundedThreads
from bessemer.engine.metering import EngineMeters
from bessemer.engine.plan_memory import PlanMemory
from bessemer.engine.settings import EngineSettings
from bessemer.engine.validating import validate
from bessemer.model.errors import Unavailable
from bessemer.model.question import WAKE, Question
from bessemer.store.database import Database

PATIENCE_S = 10.0
"""How long an end waits for work that goes on after its caller was answered."""

ANSWERS: Mapping[str, Callable[[Bench, Question], Awaitable[Any]]] = {
    "validate": validate,
    "vendor_methods": vendor_calls.vendor_methods,
    "vendor_call": vendor_calls.vendor_call,
    "boot_device": management_questions.boot_device,
    "supported_boot_devices": management_questions.supported_boot_devices,
    "set_boot_device": management_questions.set_boot_device,
    "set_boot_mode": management_questions.set_boot_mode,
    "set_secure_boot": management_questions.set_secure_boot,
    "inject_nmi": management_questions.inject_nmi,
    "indicators": management_questions.indicators,
    "indicator": management_questions.indicator,
    "set_indicator": management_questions.set_indicator,
    "virtual_media": management_questions.virtual_media,
    "attach_virtual_media": management_questions.attach_virtual_media,
    "detach_virtual_media": management_questions.detach_virtual_media,
    "console": console_questions.console,
    "set_console": console_questions.set_console,
    "vifs": network_questions.vifs,
    "attach_vif": network_questions.attach_vif,
    "detach_vif": network_questions.detach_vif,
    "plan": foreseeing.plan,
    "steps": step_questions.steps_of_node,
    "raid_faults": raid_questions.raid_faults,
    "evidence": evidence_questions.evidence,
    "driver_properties": driver_questions.properties,
    "driver_raid_properties": driver_questions.raid_properties,
    "driver_steps": step_questions.steps_of_driver,
    "driver_vendor_methods": driver_questions.vendor_methods,
    "driver_vendor_call": driver_questions.vendor_call,
}
"""What can be asked, by the name of the question."""


class Answering:
    """The conductor's side of the way to hardware."""

    def __init__(
        self,
        settings: BenchSettings,
        database: Database,
        loaded: Loaded,
        work: EngineSettings,
        wake: Callable[[], None] | None = None,
        meters: EngineMeters | None = None,
    ) -> None:
        """Prepare; threads come with the questions. `work` is foreseen, `wake` has the conductor look for it."""
        self._wake = wake
        self._meters = meters or EngineMeters()
        self._bench = Bench(
            settings=settings,
            database=database,
            loaded=loaded,
            threads=BoundedThreads("question"),
            callers=BoundedThreads("vendor call", most=16),
            work=work,
            plans=PlanMemory(),
        )

    async def answer(self, question: Question) -> Any:
        """Answer one question with plain JSON, or refuse it."""
        if question.name == WAKE and self._wake is not None:
            self._wake()
            return None
        found = ANSWERS.get(question.name)
        if found is None:
            raise Unavailable(
                f"The conductor {self._bench.settings.host} does not know the question {question.name!r}, so it is of "
                "another release than the API. Bring both to the same release."
            )
        with self._meters.asking(question.name):
            return await found(self._bench, question)

    def close(self) -> None:
        """Let what is going on finish, for a while."""
        self._bench.callers.close(PATIENCE_S)
        self._bench.threads.close(0)
