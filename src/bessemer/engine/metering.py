"""Measures the work on machines in this process: how long it takes, and how it ends."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from time import monotonic
from typing import TypeVar

from prometheus_client import CollectorRegistry, Histogram

from bessemer.drivers.contract.outcome import Outcome
from bessemer.engine.bounded_threads import NoAnswer
from bessemer.model.errors import BessemerError, HardwareFailed
from bessemer.model.operation import Operation
from bessemer.store.transaction import Transaction

T = TypeVar("T")

SHORT_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
LONG_S = (0.1, 1, 5, 15, 60, 300, 900, 1800, 3600, 7200, 21600)
MOST_REMEMBERED = 100_000
"""Steps whose beginning is remembered; those of operations that others took over are never asked for."""


class EngineMeters:
    """The measurements of one conductor."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        """Begin at nothing; without a registry nobody reads them."""
        registry = registry or CollectorRegistry()
        self._operations = Histogram(
            "bessemer_operation_seconds",
            "From when an operation was asked for to its end.",
            ("kind", "outcome"),
            buckets=LONG_S,
            registry=registry,
        )
        self._steps = Histogram(
            "bessemer_step_seconds",
            "From when a step was begun to its end, waits included.",
            ("kind", "step", "outcome"),
            buckets=LONG_S,
            registry=registry,
        )
        self._calls = Histogram(
            "bessemer_hardware_call_seconds",
            "From when a driver was called to its answer.",
            ("call", "outcome"),
            buckets=SHORT_S,
            registry=registry,
        )
        self._begun: dict[int, tuple[str, float]] = {}

    def run_begun(self, tx: Transaction, operation: Operation, name: str) -> None:
        """Note that a step is begun, once that is kept."""
        begun = (name, monotonic())
        tx.after.append(lambda: self._remember(operation.id, begun))

    def _remember(self, operation: int, begun: tuple[str, float]) -> None:
        if len(self._begun) >= MOST_REMEMBERED:
            self._begun.clear()
        self._begun[operation] = begun

    def run_ended(self, tx: Transaction, operation: Operation, outcome: str) -> None:
        """Measure a step that has ended, once that is kept; one that another process began is not measured."""
        tx.after.append(lambda: self._measure_run(operation, outcome))

    def _measure_run(self, operation: Operation, outcome: str) -> None:
        begun = self._begun.pop(operation.id, None)
        if begun is not None:
            name, since = begun
            self.measure_step(str(operation.kind), name, outcome, monotonic() - since)

    def measure_step(self, kind: str, step: str, outcome: str, seconds: float) -> None:
        """Measure one step."""
        self._steps.labels(kind, step, outcome).observe(seconds)

    def operation_ended(self, tx: Transaction, operation: Operation, outcome: str) -> None:
        """Measure an operation that has ended, once that is kept."""
        lasted = datetime.fromisoformat(tx.now) - datetime.fromisoformat(operation.created_at)
        seconds = max(0.0, lasted.total_seconds())
        tx.after.append(lambda: self.measure_operation(str(operation.kind), outcome, seconds))

    def measure_operation(self, kind: str, outcome: str, seconds: float) -> None:
        """Measure one operation."""
        self._operations.labels(kind, outcome).observe(seconds)

    def turn(self, call: str, work: Callable[[], Outcome]) -> Outcome:
        """Give a driver its turn, and measure it by what it answers."""
        since = monotonic()
        outcome = work()
        self._calls.labels(call, type(outcome).__name__.lower()).observe(monotonic() - since)
        return outcome

    def silent(self, call: str, seconds: float) -> None:
        """Measure a question that nobody waits for any more."""
        self._calls.labels(call, "silent").observe(seconds)

    @contextmanager
    def asking(self, call: str) -> Iterator[None]:
        """Measure a question to hardware by how it ends."""
        since, outcome = monotonic(), "broken"
        try:
            yield
            outcome = "done"
        except NoAnswer:
            outcome = "silent"
            raise
        except HardwareFailed:
            outcome = "failed"
            raise
        except BessemerError:
            outcome = "refused"
            raise
        finally:
            self._calls.labels(call, outcome).observe(monotonic() - since)
