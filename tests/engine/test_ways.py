"""What explain advises leads there: every way from every state to every verb is walked to its end."""

from collections.abc import Mapping
from typing import Any

import pytest

from bessemer.model.operation import OperationStatus
from bessemer.model.states import ProvisionState, StateSort
from bessemer.model.verbs import Target
from bessemer.rules.provision_states import STATES
from bessemer.rules.ways import Standing, shortest_way
from tests.engine.house import House, step

S = ProvisionState
T = Target

RESET = [{"interface": "bios", "step": "factory_reset"}]
HOLD = [{"interface": "power", "step": "hold"}]
MOST_POKES = 20

NEEDED: Mapping[Target, dict[str, Any]] = {
    T.CLEAN: {"clean_steps": RESET},
    T.SERVICE: {"service_steps": RESET},
    T.RESCUE: {"rescue_password": "open sesame"},
}
"""What the verbs cannot do without."""

BEGUN_BY: Mapping[ProvisionState, tuple[ProvisionState, Target]] = {
    S.VERIFYING: (S.ENROLL, T.MANAGE),
    S.INSPECTING: (S.MANAGEABLE, T.INSPECT),
    S.CLEANING: (S.MANAGEABLE, T.PROVIDE),
    S.DEPLOYING: (S.AVAILABLE, T.ACTIVE),
    S.DELETING: (S.ACTIVE, T.DELETED),
    S.ADOPTING: (S.MANAGEABLE, T.ADOPT),
    S.RESCUING: (S.ACTIVE, T.RESCUE),
    S.UNRESCUING: (S.RESCUE, T.UNRESCUE),
    S.SERVICING: (S.ACTIVE, T.SERVICE),
}
"""The states in which a conductor is at work."""

WAITS: Mapping[ProvisionState, tuple[ProvisionState, Target, str]] = {
    S.INSPECT_WAIT: (S.MANAGEABLE, T.INSPECT, "inspect.inspect_hardware"),
    S.CLEAN_WAIT: (S.MANAGEABLE, T.CLEAN, "bios.factory_reset"),
    S.DEPLOY_WAIT: (S.AVAILABLE, T.ACTIVE, "deploy.deploy"),
    S.RESCUE_WAIT: (S.ACTIVE, T.RESCUE, "rescue.rescue"),
    S.SERVICE_WAIT: (S.ACTIVE, T.SERVICE, "bios.factory_reset"),
}
"""The states in which a machine is waited for."""

HOLDS: Mapping[ProvisionState, tuple[ProvisionState, Target, dict[str, Any]]] = {
    S.CLEAN_HOLD: (S.MANAGEABLE, T.CLEAN, {"clean_steps": HOLD}),
    S.DEPLOY_HOLD: (S.AVAILABLE, T.ACTIVE, {"deploy_steps": [step("power.hold", 150)]}),
    S.SERVICE_HOLD: (S.ACTIVE, T.SERVICE, {"service_steps": HOLD}),
}
"""The states in which a person is waited for."""

ABOUT_WORK = frozenset({T.ABORT, T.UNHOLD})
"""Verbs about work that goes on: nobody is sent to begin some for their sake."""


def brought_to(house: House, state: ProvisionState) -> str:
    if state in BEGUN_BY:
        before, verb = BEGUN_BY[state]
        node = house.node(provision_state=before)
        house.demand(node, verb, **NEEDED.get(verb, {}))
    elif state in WAITS:
        before, verb, deed = WAITS[state]
        node = house.node(provision_state=before, driver_info={"fake_wait_at": deed})
        house.demand(node, verb, **NEEDED.get(verb, {}))
        house.run()
    elif state in HOLDS:
        before, verb, arguments = HOLDS[state]
        node = house.node(provision_state=before)
        house.demand(node, verb, **arguments)
        house.run()
    else:
        node = house.node(provision_state=state)
    assert house.read(node).provision_state == state
    return node


def followed(house: House, node: str) -> None:
    """Let the work end, poking the machine where it waits for that."""
    house.run()
    for _ in range(MOST_POKES):
        work = house.active(node)
        if work is None or work.status is not OperationStatus.WAITING:
            return
        house.poke(node)


@pytest.mark.parametrize("target", Target)
@pytest.mark.parametrize("state", ProvisionState)
def test_the_way_that_is_advised_leads_there(house: House, state: ProvisionState, target: Target) -> None:
    node = brought_to(house, state)
    way = house.explain(node, target).way
    if way is None:
        assert target in ABOUT_WORK
        return
    *before, last = way
    for leg in before:
        assert house.read(node).provision_state == leg.state
        if leg.verb is not None:
            house.demand(node, leg.verb, **NEEDED.get(leg.verb, {}))
        followed(house, node)
        assert house.read(node).provision_state == leg.leads_to, house.read(node).last_error
    assert last.verb == target
    assert house.explain(node, target).refusals == ()
    house.demand(node, target, **NEEDED.get(target, {}))
    followed(house, node)
    assert house.read(node).provision_state == last.leads_to, house.read(node).last_error


@pytest.mark.parametrize("state", ProvisionState)
def test_a_verb_that_is_taken_now_is_a_way_of_one_leg(state: ProvisionState) -> None:
    for target in Target:
        way = shortest_way(Standing(state=state), target)
        if way is not None and len(way) == 1:
            assert (way[0].verb, way[0].state) == (target, state)


def test_flags_in_the_way_are_named_where_they_are_met() -> None:
    way = shortest_way(Standing(state=S.ACTIVE, protected=True, maintenance=True), T.PROVIDE)
    assert way is not None
    assert [(leg.verb, leg.clear_first) for leg in way] == [
        (T.DELETED, ("protected",)),
        (T.MANAGE, ()),
        (T.PROVIDE, ()),
    ]


def test_a_retired_node_is_not_led_to_where_it_never_comes(house: House) -> None:
    node = house.node(provision_state="active", retired=True)
    way = house.explain(node, T.CLEAN).way
    assert way is not None
    for leg in way[:-1]:
        house.demand(node, leg.verb or "", **NEEDED.get(leg.verb or T.MANAGE, {}))
        followed(house, node)
        assert house.read(node).provision_state == leg.leads_to
    assert [leg.verb for leg in way] == [T.DELETED, T.CLEAN]


def test_explain_tells_who_holds_the_node_since_when(house: House) -> None:
    node = brought_to(house, S.DEPLOY_WAIT)
    told = house.explain(node, T.MANAGE)
    assert told.work is not None
    assert (told.work.owner, told.work.kind) == (house.host, "deploy")
    assert [refusal.check for refusal in told.refusals] == ["state"]


def test_explain_tells_all_that_is_in_the_way(house: House) -> None:
    node = house.node(provision_state="active", maintenance=True, protected=True, maintenance_reason="new disks")
    told = house.explain(node, T.REBUILD)
    assert [refusal.check for refusal in told.refusals] == ["maintenance", "flags"]
    assert "new disks" in told.refusals[0].reason
    lonely = house.node(conductor_group="nobody")
    assert [refusal.check for refusal in house.explain(lonely, T.ACTIVE).refusals] == ["conductor"]


def test_every_state_that_is_not_at_rest_can_be_brought_about() -> None:
    lively = {state for state, row in STATES.items() if row.sort not in {StateSort.RESTING, StateSort.PARKED}}
    assert lively == {*BEGUN_BY, *WAITS, *HOLDS}
