"""Work on machines is measured as it ends, and what was not kept is not measured."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from prometheus_client import CollectorRegistry

from bessemer.drivers.contract.outcome import Done
from bessemer.engine.bounded_threads import NoAnswer
from bessemer.engine.metering import EngineMeters
from bessemer.engine.turns import Turns
from bessemer.model.errors import HardwareFailed, Invalid
from bessemer.store.database import Stale
from bessemer.store.upgrading import upgrade
from bessemer.testing.engine_bench import EngineBench


class Metered(EngineBench):
    """A conductor whose measurements can be read."""

    def __init__(self, url: str) -> None:
        """Measure into a registry of its own."""
        super().__init__(url)
        self.registry = CollectorRegistry()
        self.desk = msgspec.structs.replace(self.desk, meters=EngineMeters(self.registry))
        self.turns = Turns(self.database, self.desk, lambda: True, self.closing)

    def count(self, name: str, **labels: str) -> float:
        """Tell how often something was measured."""
        return self.registry.get_sample_value(f"{name}_count", labels) or 0.0

    def total(self, name: str, **labels: str) -> float:
        """Tell what was measured in all."""
        return self.registry.get_sample_value(f"{name}_sum", labels) or 0.0


@pytest.fixture
def bench(database_url: str) -> Iterator[Metered]:
    """A conductor on a database of its own."""
    upgrade(database_url)
    bench = Metered(database_url)
    yield bench
    bench.close()


def test_an_operation_is_measured_with_its_steps_and_calls(bench: Metered) -> None:
    node = bench.node()
    bench.start("power", node, goal="power on", target="power on")
    bench.run()
    assert bench.count("bessemer_operation_seconds", kind="power", outcome="done") == 1
    assert bench.count("bessemer_step_seconds", kind="power", step="switch power", outcome="done") == 1
    assert bench.count("bessemer_hardware_call_seconds", call="switch power", outcome="done") == 1


def test_an_operation_that_fails_is_measured_as_that(bench: Metered) -> None:
    node = bench.node(driver_info={"fake_fail_at": ["power.set_power_state"]})
    bench.start("power", node, goal="power on", target="power on")
    bench.run()
    assert bench.count("bessemer_operation_seconds", kind="power", outcome="failed") == 1
    assert bench.count("bessemer_step_seconds", kind="power", step="switch power", outcome="failed") == 1
    assert bench.count("bessemer_hardware_call_seconds", call="switch power", outcome="failed") == 1


def test_the_time_of_an_operation_counts_from_when_it_was_asked_for(bench: Metered) -> None:
    node = bench.node(driver_info={"fake_wait_at": ["power.set_power_state"]})
    bench.start("power", node, goal="power on", target="power on")
    bench.run()
    bench.wait(100)
    assert bench.count("bessemer_operation_seconds", kind="power", outcome="done") == 0
    bench.poke(node)
    assert bench.count("bessemer_operation_seconds", kind="power", outcome="done") == 1
    assert bench.total("bessemer_operation_seconds", kind="power", outcome="done") >= 100


def test_what_is_not_kept_is_not_measured(bench: Metered) -> None:
    row = bench.start("power", bench.node(), goal="power on", target="power on")

    def deed(tx: Any) -> None:
        bench.desk.meters.operation_ended(tx, bench.operation(row), "done")
        raise Stale("somebody was faster")

    with pytest.raises(Stale):
        bench.database.write(deed)
    assert bench.count("bessemer_operation_seconds", kind="power", outcome="done") == 0


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(NoAnswer("x"), "silent"), (HardwareFailed("x"), "failed"), (Invalid("x"), "refused"), (OSError("x"), "broken")],
)
def test_a_question_is_measured_by_how_it_ends(bench: Metered, error: Exception, outcome: str) -> None:
    with pytest.raises(type(error)), bench.desk.meters.asking("boot_device"):
        raise error
    with bench.desk.meters.asking("boot_device"):
        pass
    assert bench.count("bessemer_hardware_call_seconds", call="boot_device", outcome=outcome) == 1
    assert bench.count("bessemer_hardware_call_seconds", call="boot_device", outcome="done") == 1


def test_a_turn_is_measured_by_what_the_driver_answers(bench: Metered) -> None:
    assert bench.desk.meters.turn("deploy.deploy", Done) == Done()
    assert bench.count("bessemer_hardware_call_seconds", call="deploy.deploy", outcome="done") == 1
