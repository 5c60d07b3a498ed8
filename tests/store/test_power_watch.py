"""Machines are powered as their nodes say, and one whose BMC is dead costs nobody else anything."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select

from bessemer.engine.power_watch import PowerWatch, PowerWatchSettings
from bessemer.model.power import PowerState
from bessemer.rules.power_watch import PowerRules
from bessemer.store import schema as s
from bessemer.store.upgrading import upgrade
from bessemer.testing.builders import CONDUCTOR, add_conductor, change_node, reserve
from bessemer.testing.engine_bench import EngineBench

ASKED = "power.get_power_state"
PATIENCE_S = 30
INTERVAL_S = 120.0
UNREADABLE = {"fake_fail_at": [ASKED]}
SILENT = {"fake_hang_at": [ASKED]}


class Watched:
    """A conductor that watches, with a clock that is moved by hand."""

    def __init__(self, url: str) -> None:
        """Begin at an arbitrary moment."""
        self.bench = EngineBench(url)
        self.now_s = 1000.0
        self.woken = 0
        self.watch = self.begin()

    def begin(self, **settings: Any) -> PowerWatch:
        """Watch with other settings, as after a restart."""
        wanted = PowerWatchSettings(host=CONDUCTOR, recovery_interval_s=INTERVAL_S, **settings)
        self.watch = PowerWatch(self.bench.database, self.bench.loaded, wanted, self._wake)
        self.watch.look(self.now_s)
        return self.watch

    def _wake(self) -> None:
        self.woken += 1

    def go_round(self, *silent: str) -> None:
        """Let every node have its turn, and wait for all but those that do not answer."""
        self.now_s += INTERVAL_S
        self.watch.look(self.now_s)
        self.settle(*silent)

    def settle(self, *silent: str) -> None:
        """Wait for the answers that can come."""
        until = time.monotonic() + PATIENCE_S
        while set(self.watch._asked) - set(silent):
            assert time.monotonic() < until, "the watch does not come to an end"
            time.sleep(0.005)
            self.watch.look(self.now_s)

    def wait_until_asked(self, node: str) -> None:
        """Wait until the BMC has been asked, though it has not answered."""
        until = time.monotonic() + PATIENCE_S
        while ASKED not in self.bench.asked(node):
            assert time.monotonic() < until, "nobody asks"
            time.sleep(0.005)

    def told(self, node: str) -> list[tuple[str, str]]:
        """What the history of a node says."""
        return [(row[0], row[1]) for row in self._changes(node) if row[1] is not None]

    def seen(self, node: str) -> list[str]:
        """What kinds of change there are of a node."""
        return [row[2] for row in self._changes(node)]

    def _changes(self, node: str) -> list[Any]:
        c = s.changes.c
        query = select(c.severity, c.event, c.kind).where(c.subject_uuid == node).order_by(c.seq)
        return self.bench.database.read(lambda tx: tx.rows(("changes of", node), lambda: query, {}))


@pytest.fixture
def watched(database_url: str) -> Iterator[Watched]:
    """A conductor on a database of its own."""
    upgrade(database_url)
    watched = Watched(database_url)
    yield watched
    watched.watch.close()
    watched.bench.close()


def power_of(watched: Watched, node: str) -> str | None:
    return watched.bench.read(node).power_state


def test_a_first_reading_is_written_down_and_no_history_is_made_of_it(watched: Watched) -> None:
    node = watched.bench.node(power_state=None)
    watched.go_round()
    assert power_of(watched, node) == "power off"
    assert watched.told(node) == []
    assert watched.seen(node) == ["seen"]


def test_a_machine_that_is_not_as_its_node_says_is_brought_back(watched: Watched) -> None:
    node = watched.bench.node(power_state="power on", provision_state="active", last_error="an older one")
    watched.go_round()
    watched.bench.machine(node).switch(PowerState.OFF)
    watched.go_round()
    work = watched.bench.active(node)
    assert work is not None
    assert (work.kind, work.target, watched.woken) == ("power", "power on", 1)
    assert watched.bench.read(node).target_power_state == "power on"
    watched.bench.run()
    assert watched.bench.machine(node).power is PowerState.ON
    found = watched.bench.read(node)
    assert (found.power_state, found.target_power_state, found.operation_id) == ("power on", None, None)
    assert found.last_error == "an older one"
    ((severity, event),) = watched.told(node)
    assert severity == "INFO"
    assert event == "The machine was found in 'power off'; it is being brought back to 'power on'."


def test_a_machine_is_taken_as_it_is_where_the_operator_wants_that(watched: Watched) -> None:
    watched.begin(rules=PowerRules(force=False))
    node = watched.bench.node(power_state="power on")
    watched.bench.machine(node).switch(PowerState.OFF)
    watched.go_round()
    assert power_of(watched, node) == "power off"
    assert watched.bench.active(node) is None
    assert "not in 'power on'" in watched.told(node)[0][1]


def test_a_machine_that_is_never_powered_off_is_not_powered_off_by_the_watch(watched: Watched) -> None:
    node = watched.bench.node(power_state="power off", disable_power_off=True)
    watched.bench.machine(node).switch(PowerState.ON)
    watched.go_round()
    assert power_of(watched, node) == "power on"
    assert watched.bench.active(node) is None


def test_a_machine_that_will_not_stay_as_it_is_wanted_is_given_up(watched: Watched) -> None:
    node = watched.bench.node(power_state="power on")
    for _ in range(3):
        watched.bench.machine(node).switch(PowerState.OFF)
        watched.go_round()
        watched.bench.run()
    watched.bench.machine(node).switch(PowerState.OFF)
    watched.go_round()
    found = watched.bench.read(node)
    assert (found.maintenance, found.fault, found.power_state) == (True, "power failure", "power off")
    assert "4 times in a row, although it had been brought back" in str(found.maintenance_reason)


def test_an_unreadable_machine_goes_into_maintenance_and_comes_back_by_itself(watched: Watched) -> None:
    node = watched.bench.node(power_state="power on", driver_info=UNREADABLE)
    other = watched.bench.node(power_state="power off")
    for _ in range(3):
        watched.go_round()
        assert not watched.bench.read(node).maintenance
    watched.go_round()
    found = watched.bench.read(node)
    assert (found.maintenance, found.fault, found.power_state) == (True, "power failure", "error")
    assert "failed at power.get_power_state" in str(found.maintenance_reason)
    assert "the credentials in driver_info are right" in str(found.maintenance_reason)
    assert [severity for severity, _ in watched.told(node)] == ["ERROR"]

    watched.go_round()
    assert watched.bench.read(node).maintenance
    change_node(watched.bench.database, node, driver_info="{}")
    watched.go_round()
    found = watched.bench.read(node)
    assert (found.maintenance, found.maintenance_reason, found.fault) == (False, None, None)
    assert found.power_state == "power on"
    assert [severity for severity, _ in watched.told(node)] == ["ERROR", "INFO"]
    assert not watched.bench.read(other).maintenance


def test_one_good_answer_makes_troubles_forgotten(watched: Watched) -> None:
    node = watched.bench.node(power_state="power off", driver_info={**UNREADABLE, "fake_fail_times": 3})
    for _ in range(4):
        watched.go_round()
    machine = watched.bench.machine(node)
    machine.change(failures={})
    for _ in range(4):
        watched.go_round()
    assert not watched.bench.read(node).maintenance


def test_a_maintenance_that_a_person_began_is_left_to_him(watched: Watched) -> None:
    node = watched.bench.node(maintenance=True, maintenance_reason="a new board")
    watched.go_round()
    assert watched.bench.read(node).maintenance
    assert ASKED not in watched.bench.asked(node)


def test_a_silent_bmc_is_not_asked_again_and_holds_nobody_up(watched: Watched) -> None:
    watched.begin(workers=1, limit_s=10.0)
    node = watched.bench.node(power_state="power on", driver_info=SILENT)
    watched.go_round(node)
    others = [watched.bench.node(power_state=None) for _ in range(3)]
    for _ in range(4):
        watched.now_s += 20.0  # the limit is over
        watched.watch.look(watched.now_s)
        watched.go_round(node)
    assert [power_of(watched, other) for other in others] == ["power off"] * 3
    assert watched.bench.asked(node) == [ASKED]
    found = watched.bench.read(node)
    assert (found.maintenance, found.fault) == (True, "power failure")
    assert "has not answered for " in str(found.maintenance_reason)

    watched.bench.machine(node).released.set()
    change_node(watched.bench.database, node, driver_info="{}")
    until = time.monotonic() + PATIENCE_S
    while watched.bench.read(node).maintenance:
        assert time.monotonic() < until
        watched.go_round()
    assert power_of(watched, node) == "power on"


def test_a_slow_bmc_is_waited_for_and_holds_nobody_up(watched: Watched) -> None:
    watched.begin(workers=1, limit_s=2 * INTERVAL_S)
    slow = watched.bench.node(power_state=None, driver_info=SILENT)
    watched.go_round(slow)
    watched.wait_until_asked(slow)
    watched.watch.look(watched.now_s)
    other = watched.bench.node(power_state=None)
    watched.go_round(slow)
    assert power_of(watched, other) == "power off"
    watched.bench.machine(slow).released.set()
    watched.settle()
    assert power_of(watched, slow) == "power off"
    assert watched.bench.asked(slow).count(ASKED) == 1


def test_what_is_begun_while_the_bmc_answers_is_left_alone(watched: Watched) -> None:
    node = watched.bench.node(power_state="power off", driver_info=SILENT)
    machine = watched.bench.machine(node)
    watched.go_round(node)
    watched.wait_until_asked(node)
    machine.switch(PowerState.ON)
    row = watched.bench.start("power", node, goal="power on", target="power on")
    machine.released.set()
    watched.settle()
    found = watched.bench.read(node)
    assert (found.power_state, found.target_power_state, found.operation_id) == ("power off", "power on", row)
    assert watched.told(node) == []


def test_a_node_that_is_edited_while_the_bmc_answers_keeps_the_edit(watched: Watched) -> None:
    node = watched.bench.node(power_state=None, driver_info=SILENT)
    machine = watched.bench.machine(node)
    watched.go_round(node)
    watched.wait_until_asked(node)
    change_node(watched.bench.database, node, description="a new one", version=2)
    machine.released.set()
    watched.settle()
    assert power_of(watched, node) is None
    change_node(watched.bench.database, node, driver_info="{}")
    watched.go_round()
    assert (power_of(watched, node), watched.bench.read(node).description) == ("power off", "a new one")


@pytest.mark.parametrize("state", ["enroll", "adopt failed", "clean wait", "deploying", "verifying", "service hold"])
def test_a_node_in_a_state_of_its_own_is_not_asked(watched: Watched, state: str) -> None:
    node = watched.bench.node(provision_state=state)
    watched.go_round()
    assert watched.bench.asked(node) == []


def test_a_node_that_somebody_is_at_is_not_asked(watched: Watched) -> None:
    busy = watched.bench.node()
    reserve(watched.bench.database, busy)
    switched = watched.bench.node(target_power_state="power on")
    watched.go_round()
    assert watched.bench.asked(busy) == watched.bench.asked(switched) == []


def test_a_node_that_lacks_what_its_bmc_needs_and_was_never_seen_is_let_be(watched: Watched) -> None:
    node = watched.bench.node(power_state=None, driver_info={"fake_nonsense": 1})
    for _ in range(5):
        watched.go_round()
    assert not watched.bench.read(node).maintenance
    assert watched.bench.asked(node) == []


def test_what_else_the_bmc_tells_is_kept(watched: Watched) -> None:
    node = watched.bench.node(power_state="power off")
    assert watched.bench.read(node).boot_mode is None
    watched.go_round()
    found, machine = watched.bench.read(node), watched.bench.machine(node)
    assert (found.boot_mode, found.secure_boot) == (machine.lasting.boot_mode, machine.lasting.secure_boot)
    assert found.health == "OK"
    calls = watched.bench.asked(node).count("management.get_boot_mode")
    watched.go_round()
    assert watched.bench.asked(node).count("management.get_boot_mode") == calls == 1
    assert watched.seen(node) == ["seen"]


def test_a_machine_that_tells_only_its_power_is_no_trouble(watched: Watched) -> None:
    info = {"fake_fail_at": ["management.get_boot_mode", "management.get_health"]}
    node = watched.bench.node(power_state="power off", driver_info=info)
    mute = watched.bench.node(power_state="power off", management_interface="noop")
    watched.go_round()
    assert (power_of(watched, node), power_of(watched, mute)) == ("power off", "power off")
    assert watched.bench.read(node).secure_boot is False


def test_each_machine_is_asked_once_in_the_interval_and_never_all_at_a_time(watched: Watched) -> None:
    nodes = [watched.bench.node() for _ in range(60)]
    most = 0
    for _ in range(120):
        watched.now_s += INTERVAL_S / 120
        watched.watch.look(watched.now_s)
        most = max(most, watched.watch.waits_for)
        watched.settle()
    assert all(watched.bench.asked(node).count(ASKED) == 1 for node in nodes)
    assert most < 20


def test_conductors_share_the_machines(watched: Watched) -> None:
    add_conductor(watched.bench.database, "another")
    nodes = [watched.bench.node() for _ in range(20)]
    watched.go_round()
    asked = [node for node in nodes if watched.bench.asked(node)]
    assert 0 < len(asked) < len(nodes)
    watched.watch.close()
    watched.watch = PowerWatch(
        watched.bench.database, watched.bench.loaded, PowerWatchSettings(host="another"), lambda: None
    )
    watched.watch.look(watched.now_s)
    watched.go_round()
    assert all(watched.bench.asked(node).count(ASKED) == 1 for node in nodes)


def test_a_watch_that_is_switched_off_asks_nobody(watched: Watched) -> None:
    watched.begin(interval_s=-1)
    node = watched.bench.node()
    watched.go_round()
    assert watched.bench.asked(node) == []
