"""What follows from the power that a machine was found with."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.node import NODE, Node
from bessemer.model.power import PowerState
from bessemer.model.states import Fault, ProvisionState
from bessemer.rules.placement import BUCKETS
from bessemer.rules.power_watch import LEFT_ALONE, PowerRules, Verdict, is_faulty, is_watched, judged_reading
from bessemer.rules.record_values import default_values
from bessemer.rules.turn_wheel import buckets_between, notch_at

ON, OFF, ERROR = PowerState.ON, PowerState.OFF, PowerState.ERROR
V = Verdict


def node(**fields: object) -> Node:
    usual = {"uuid": "n", "driver": "fake-hardware", "provision_state": "active", "power_state": "power on"}
    empty = dict.fromkeys(Node.__struct_fields__)
    return Node(**{**empty, **default_values(NODE), **usual, **fields})


@pytest.mark.parametrize(
    ("fields", "found", "troubles", "rules", "verdict"),
    [
        ({}, ON, 0, {}, V.AGREES),
        ({}, ON, 3, {}, V.AGREES),
        ({"power_state": None}, OFF, 0, {}, V.FIRST),
        ({}, OFF, 0, {}, V.FORCE),
        ({}, OFF, 2, {}, V.FORCE),
        ({}, OFF, 3, {}, V.GIVE_UP),
        ({}, OFF, 0, {"force": False}, V.ADOPT),
        ({}, OFF, 9, {"force": False}, V.ADOPT),
        ({"power_state": "error"}, OFF, 0, {}, V.ADOPT),
        ({"power_state": "power off", "disable_power_off": True}, ON, 0, {}, V.ADOPT),
        ({"disable_power_off": True}, OFF, 0, {}, V.FORCE),
        ({}, None, 0, {}, V.AGAIN),
        ({}, ERROR, 2, {}, V.AGAIN),
        ({}, None, 3, {}, V.GIVE_UP),
        ({}, None, 0, {"retries": 0}, V.GIVE_UP),
        ({"maintenance": True, "fault": Fault.POWER}, OFF, 0, {}, V.FREE),
        ({"maintenance": True, "fault": Fault.POWER}, None, 9, {}, V.STAY),
        ({"maintenance": True, "fault": Fault.POWER}, ERROR, 9, {}, V.STAY),
    ],
)
def test_what_follows(
    fields: dict[str, object], found: PowerState | None, troubles: int, rules: dict[str, object], verdict: Verdict
) -> None:
    assert judged_reading(node(**fields), found, troubles, PowerRules(**rules)) is verdict  # type: ignore[arg-type]


nodes = st.builds(
    node,
    power_state=st.sampled_from([None, *map(str, PowerState)]),
    disable_power_off=st.booleans(),
    maintenance=st.booleans(),
    fault=st.sampled_from([None, *map(str, Fault)]),
)

power_rules = st.builds(PowerRules, force=st.booleans(), retries=st.integers(0, 5))


@given(nodes, st.sampled_from([None, *PowerState]), st.integers(0, 5), power_rules)
def test_no_machine_is_switched_that_need_not_or_must_not_be(
    node: Node,
    found: PowerState | None,
    troubles: int,
    rules: PowerRules,
) -> None:
    verdict = judged_reading(node, found, troubles, rules)
    if verdict is V.FORCE:
        assert rules.force
        assert found not in {None, ERROR, node.power_state}
        assert node.power_state in {ON, OFF}
        assert not (node.disable_power_off and node.power_state == OFF)
    if verdict is V.GIVE_UP:
        assert troubles >= rules.retries
    assert (verdict in {V.FREE, V.STAY}) == is_faulty(node)


def test_a_node_that_somebody_is_at_is_not_watched() -> None:
    assert is_watched(node())
    assert not is_watched(node(maintenance=True))
    assert not is_watched(node(operation_id=7))
    assert not is_watched(node(target_power_state="power off"))
    assert not any(is_watched(node(provision_state=str(state))) for state in LEFT_ALONE)


def test_a_node_is_watched_once_it_is_known_how_its_machine_is_reached() -> None:
    """Resting and failed states are watched, but for those in which the BMC has not been reached yet."""
    watched = set(ProvisionState) - LEFT_ALONE
    assert watched == {
        "manageable", "available", "active", "error", "rescue", "deploy failed", "clean failed", "inspect failed",
        "rescue failed", "unrescue failed", "service failed",
    }  # fmt: skip


def test_a_maintenance_that_a_person_began_is_not_ended() -> None:
    assert not is_faulty(node(maintenance=True))
    assert not is_faulty(node(maintenance=True, fault=str(Fault.CLEAN)))


@given(st.floats(0, 1e9), st.lists(st.floats(0.001, 30), min_size=1, max_size=60), st.floats(1, 600))
def test_every_bucket_has_its_turn_once_a_round_whenever_one_looks(
    start: float, pauses: list[float], interval_s: float
) -> None:
    moments = [start]
    for pause in pauses:
        moments.append(moments[-1] + min(pause, interval_s / 2))
    notches = [notch_at(moment, interval_s) for moment in moments]
    seen = [
        bucket
        for before, now in pairwise(notches)
        for stretch in buckets_between(before, now)
        for bucket in range(stretch.first, stretch.last + 1)
    ]
    assert seen == [notch % BUCKETS for notch in range(notches[0] + 1, notches[-1] + 1)]


@given(st.integers(0, 10**9), st.integers(BUCKETS, 10**6))
def test_who_comes_late_sees_each_bucket_once(before: int, late: int) -> None:
    (stretch,) = buckets_between(before, before + late)
    assert (stretch.first, stretch.last) == (0, BUCKETS - 1)
