"""What keeps a conductor going: finding work, giving up what hangs, chores, the lease, the clock."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bessemer.engine.chores import Chore, Chores
from bessemer.engine.clock_watch import ClockWatch
from bessemer.engine.lease import Lease, LeaseSettings
from bessemer.engine.workshop import Workshop, WorkshopSettings
from bessemer.store.due_operations import owners
from bessemer.store.moments import NEVER
from bessemer.testing.builders import CONDUCTOR
from tests.engine.house import House

SOON_S = 20.0


def soon(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    ends = time.monotonic() + SOON_S
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.01)


class Held:
    """A lease that is held, or is not."""

    def __init__(self, generation: int) -> None:
        """Hold it."""
        self.generation = generation
        self.is_held = True

    def may_act(self) -> bool:
        return self.is_held


class Shop:
    """A workshop over the engine of a house, whose clock goes by itself."""

    def __init__(self, house: House, give: Callable[[int], None] | None = None, workers: int = 4) -> None:
        """Prepare it; nobody works in it yet."""
        self.house = house
        self.held = Held(house.generation)
        self.closing = threading.Event()
        settings = WorkshopSettings(host=house.host, workers=workers, look_every_s=0.05)
        self.workshop = Workshop(settings, house.database, give or house.turns.give, self.held, self.closing)


@pytest.fixture
def shop(new_house: House) -> Iterator[Shop]:
    made = Shop(new_house)
    made.workshop.begin()
    yield made
    made.workshop.close(SOON_S)


def test_what_is_due_is_found_without_anybody_telling(shop: Shop) -> None:
    node = shop.house.node()
    shop.house.start("deploy", node)
    soon(lambda: shop.house.read(node).provision_state == "active")


def test_nothing_is_touched_while_the_lease_is_in_doubt(shop: Shop) -> None:
    shop.held.is_held = False
    node = shop.house.node()
    shop.house.start("deploy", node)
    time.sleep(0.5)
    assert shop.house.asked(node) == []
    shop.held.is_held = True
    soon(lambda: shop.house.read(node).provision_state == "active")


def test_a_turn_that_hangs_loses_its_operation_at_the_deadline(new_house: House) -> None:
    """Its own node fails with the reason; another is served by the thread that takes its place."""
    shop = Shop(new_house, workers=1)
    shop.workshop.begin()
    hung = new_house.node(driver_info={"fake_hang_at": "deploy.deploy"})
    row = new_house.start("deploy", hung)
    soon(lambda: "deploy.deploy" in new_house.asked(hung))
    new_house.clock.moment += timedelta(hours=2)
    shop.workshop.take_overdue()
    soon(lambda: new_house.read(hung).provision_state == "deploy failed")
    assert "3600 s" in str(new_house.operation(row).error)
    other = new_house.node()
    new_house.start("deploy", other)
    soon(lambda: new_house.read(other).provision_state == "active")
    new_house.machine(hung).released.set()
    assert shop.workshop.close(SOON_S)
    assert new_house.read(hung).provision_state == "deploy failed"


def test_a_workshop_that_closes_finishes_what_it_holds(new_house: House) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def give(_: int) -> None:
        begun.set()
        may_end.wait(SOON_S)

    shop = Shop(new_house, give)
    shop.workshop.begin()
    new_house.start("deploy", new_house.node())
    assert begun.wait(SOON_S)
    assert not shop.workshop.close(0.1)
    may_end.set()
    assert shop.workshop.close(SOON_S)
    assert shop.workshop.busy == 0


def test_a_chore_that_fails_is_told_of_once_and_done_again(new_house: House, caplog: pytest.LogCaptureFixture) -> None:
    times: list[int] = []
    fine = threading.Event()

    def do() -> None:
        times.append(1)
        if len(times) <= 3:
            raise ValueError("no")
        fine.set()

    chores = Chores(new_house.database, [Chore(name="Sweeping", every_s=0.01, do=do)])
    with caplog.at_level(logging.INFO):
        chores.begin()
        assert fine.wait(SOON_S)
        soon(lambda: "Sweeping works again." in caplog.text)
        chores.close(SOON_S)
    assert caplog.text.count("Sweeping failed") == 1


def test_a_lease_is_trusted_for_less_time_than_it_is_good_for(new_house: House) -> None:
    lease = Lease(LeaseSettings(host="other", renew_s=3600, good_for_s=0.5), new_house.database, [])
    assert not lease.may_act()
    lease.begin()
    assert lease.may_act()
    soon(lambda: not lease.may_act())
    lease.end()


def test_a_name_that_another_process_took_is_given_up(new_house: House, caplog: pytest.LogCaptureFixture) -> None:
    first = Lease(LeaseSettings(host="same", renew_s=0.05), new_house.database, [])
    second = Lease(LeaseSettings(host="same", renew_s=3600), new_house.database, [])
    first.begin()
    second.begin()
    soon(lambda: not first.may_act())
    assert second.may_act()
    soon(lambda: "give each process a [DEFAULT]host of its own" in caplog.text)
    first.end()
    second.end()


@pytest.mark.parametrize("jump_s", [3600.0, -3600.0])
def test_deadlines_move_with_the_clock(new_house: House, jump_s: float) -> None:
    """What waits goes on waiting as long as it was to; a hold stays one for ever."""
    waits = new_house.node(driver_info={"fake_wait_at": "deploy.deploy"})
    row = new_house.start("deploy", waits)
    new_house.run()
    before = new_house.operation(row)
    new_house.clock.moment += timedelta(seconds=600)
    apart = [0.0]
    watch = ClockWatch(CONDUCTOR, new_house.database, lambda: 100.0 + apart[0], lambda: 100.0)
    watch.look()
    apart[0] = jump_s
    assert not watch.is_right()
    new_house.clock.moment += timedelta(seconds=jump_s)
    watch.look()
    assert watch.is_right()
    after = new_house.operation(row)
    moved = datetime.fromisoformat(after.deadline) - datetime.fromisoformat(before.deadline)
    assert moved.total_seconds() == jump_s
    new_house.wait(60)
    assert new_house.read(waits).provision_state == "wait call-back"
    new_house.wait(1900)
    assert new_house.read(waits).provision_state == "deploy failed"
    assert datetime.fromisoformat(NEVER).astimezone(UTC) > datetime.now(UTC)


def test_owners_are_named_once_each(new_house: House) -> None:
    for _ in range(3):
        new_house.start("deploy", new_house.node())
    assert new_house.database.read(owners) == [CONDUCTOR]
