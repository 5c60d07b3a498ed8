"""Pretended machines keep their state, and misbehave exactly as they are told to."""

from collections.abc import Iterator, Mapping
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest

from bessemer.drivers.contract.node_view import FIRST, NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Failed, Outcome, Waiting
from bessemer.drivers.fake.bios import FakeBios
from bessemer.drivers.fake.delay import NO_DELAY, delay_from_text
from bessemer.drivers.fake.deploy import FakeDeploy
from bessemer.drivers.fake.machine import KEY, MACHINES
from bessemer.drivers.fake.management import FakeManagement
from bessemer.drivers.fake.power import FakePower
from bessemer.drivers.fake.vendor import FakeVendor
from bessemer.model.errors import ConfigurationError, HardwareFailed, Invalid
from bessemer.model.power import PowerState


def node(**told: Any) -> NodeView:
    """A machine that nobody has met, told to misbehave so."""
    return NodeView(uuid=str(uuid4()), driver="fake-hardware", driver_info=told)


def node_of_which_is_known(internal: Mapping[str, Any]) -> NodeView:
    """A machine that this process has not met, and another one has."""
    return NodeView(uuid=str(uuid4()), driver="fake-hardware", driver_internal_info=internal)


def switched_on(machine: NodeView, turn: Turn = FIRST) -> Outcome:
    return FakePower().set_power_state(machine, turn, PowerState.ON)


def test_a_machine_is_in_the_state_that_it_was_brought_to() -> None:
    machine = node()
    assert FakePower().get_power_state(machine) is PowerState.OFF
    assert isinstance(switched_on(machine), Done)
    assert FakePower().get_power_state(machine) is PowerState.ON
    FakeManagement().set_boot_device(machine, "disk", persistent=True)
    assert FakeManagement().get_boot_device(machine).boot_device == "disk"
    assert FakePower().get_power_state(node()) is PowerState.OFF


def test_what_a_machine_is_like_outlives_the_process() -> None:
    """As it is remembered on the node; of two processes the one that changed it last is believed."""
    setting = {"name": "ProcVirtualization", "value": "Disabled"}
    machine = node()
    outcome = FakeBios().apply_configuration(machine, FIRST, settings=[setting])
    assert isinstance(outcome, Done)
    elsewhere = node_of_which_is_known(outcome.learned.remembered)
    assert KEY in elsewhere.driver_internal_info
    told = FakeBios().cache_bios_settings(elsewhere, FIRST)
    assert isinstance(told, Done)
    settings = {each["name"]: each["value"] for each in told.learned.bios or ()}
    assert settings["ProcVirtualization"] == "Disabled"


def test_what_another_release_remembered_is_forgotten() -> None:
    """A pretended machine may forget; it must not be stuck."""
    assert FakePower().get_power_state(node_of_which_is_known({KEY: {"revision": "three"}})) is PowerState.OFF


def test_a_deed_may_take_its_time() -> None:
    first = switched_on(node(fake_slow=7))
    assert isinstance(first, Waiting)
    assert first.look_again_after_s == 7


def test_a_slow_deed_is_done_at_its_second_turn() -> None:
    machine = node(fake_slow=7)
    first = switched_on(machine)
    assert isinstance(first, Waiting)
    assert FakePower().get_power_state(machine) is PowerState.OFF
    assert isinstance(switched_on(machine, Turn(memo=first.memo)), Done)


def test_a_deed_may_fail_for_ever_or_a_number_of_times() -> None:
    at = {"fake_fail_at": ["power.set_power_state"]}
    machine = node(**at)
    outcomes = [switched_on(machine) for _ in range(3)]
    assert all(isinstance(each, Failed) and "fake_fail_at" in each.remedy for each in outcomes)
    machine = node(**at, fake_fail_times=2)
    assert [type(switched_on(machine)) for _ in range(3)] == [Failed, Failed, Done]
    with pytest.raises(HardwareFailed, match=r"power\.get_power_state"):
        FakePower().get_power_state(node(fake_fail_at=["power.get_power_state"]))


def test_what_fails_fails_nowhere_else() -> None:
    machine = node(fake_fail_at=["deploy.deploy"])
    assert isinstance(switched_on(machine), Done)
    assert isinstance(FakeDeploy().deploy(machine, FIRST), Failed)


def test_a_deed_may_wait_to_be_poked() -> None:
    """One poke ends one wait."""
    machine = node(fake_wait_at=["power.set_power_state"])
    first = switched_on(machine)
    assert isinstance(first, Waiting)
    assert first.look_again_after_s is None
    turn = Turn(memo=first.memo)
    assert isinstance(switched_on(machine, turn), Waiting)
    FakeVendor().poke(machine, "POST", {})
    assert isinstance(switched_on(machine, turn), Done)
    assert isinstance(switched_on(machine), Waiting)


def test_a_deed_may_be_looked_at_again_and_again() -> None:
    """With its progress, as of a firmware update."""
    machine = node(fake_poll_at=["power.set_power_state"])
    turn, progress = FIRST, []
    while isinstance(outcome := switched_on(machine, turn), Waiting):
        turn = Turn(memo=outcome.memo)
        progress.append(outcome.progress)
    assert (progress, type(outcome)) == ([25, 50, 75], Done)


@pytest.fixture
def hung() -> Iterator[NodeView]:
    """A machine that hangs when it is asked for its power, and comes back when the test is over."""
    machine = node(fake_hang_at=["power.get_power_state"])
    yield machine
    MACHINES.meet(machine).released.set()


def test_a_question_may_hang(hung: NodeView) -> None:
    """Until the process ends, but others may go on with the same machine."""
    asking = Thread(target=FakePower().get_power_state, args=(hung,), daemon=True)
    asking.start()
    asking.join(0.2)
    assert asking.is_alive()
    assert isinstance(switched_on(hung), Done)
    MACHINES.meet(hung).released.set()
    asking.join(30)
    assert not asking.is_alive()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"fake_slow": -1}, ["fake_slow"]),
        ({"fake_slow": "soon"}, ["fake_slow"]),
        ({"fake_fail_at": ["power.set_power_stat"]}, ["fake_fail_at", "power.set_power_state"]),
        ({"fake_wait_at": ["power.get_power_state"]}, ["fake_wait_at", "answered at once"]),
        ({"fake_fail_times": 0}, ["fake_fail_times"]),
        ({"fake_fial_at": []}, ["fake_fial_at", "fake_fail_at"]),
        ({"fake_slow": -1, "fake_fail_times": 0}, ["fake_slow", "fake_fail_times"]),
    ],
)
def test_a_wrong_word_is_found_by_validation_and_stops_every_deed(told: dict[str, Any], words: list[str]) -> None:
    machine = node(**told)
    faults = " ".join(FakePower().validate(machine))
    assert [word for word in words if word not in faults] == []
    assert isinstance(switched_on(machine), Failed)
    with pytest.raises(Invalid):
        FakePower().get_power_state(machine)


def test_other_keys_of_driver_info_are_nobodys_business() -> None:
    assert FakePower().validate(node(redfish_address="https://192.0.2.1", unknown=[1])) == []


@pytest.mark.parametrize(
    ("text", "ends"), [("", (0, 0)), ("0", (0, 0)), ("2.5", (2.5, 2.5)), ("1,10", (1, 10)), (" 1 , 10 ", (1, 10))]
)
def test_the_options_of_the_group_fake_are_read_as_in_ironic(text: str, ends: tuple[float, float]) -> None:
    """A number, or two with a length drawn between them."""
    delay = delay_from_text("power_delay", text)
    assert (delay.least_s, delay.most_s) == ends
    assert all(ends[0] <= delay.draw() <= ends[1] for _ in range(100))


@pytest.mark.parametrize("text", ["soon", "1,2,3", "-1", "1;2", "nan", "1,", "inf"])
def test_a_delay_that_is_none_is_refused_with_what_may_be_written(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"power_delay in the group fake.*such as 1,10"):
        delay_from_text("power_delay", text)


def test_a_configured_delay_holds_unless_the_node_says_otherwise() -> None:
    class SlowPower(FakePower):
        """A class of its own, as delays are kept on classes."""

    try:
        SlowPower.configure({"power_delay": "4"})
        for machine, expected in ((node(), 4.0), (node(fake_slow=2), 2.0)):
            outcome = SlowPower().set_power_state(machine, FIRST, PowerState.ON)
            assert isinstance(outcome, Waiting)
            assert outcome.look_again_after_s == expected
        assert isinstance(SlowPower().set_power_state(node(fake_slow=0), FIRST, PowerState.ON), Done)
    finally:
        assert FakePower.delay == NO_DELAY
