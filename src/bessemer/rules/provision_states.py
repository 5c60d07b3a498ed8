"""What is to be known of each provision state: what goes on in it, until when, and how it is left."""

from collections.abc import Mapping

import msgspec

from bessemer.model.events import Event
from bessemer.model.states import ProvisionState, StateSort
from bessemer.model.verbs import Target
from bessemer.rules.provision_events import TRANSITIONS

S = ProvisionState
T = Target


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """Until when a node may stay in a state."""

    option: str
    """The setting that says for how many seconds; 0 lets it stay for ever."""
    raises: Event = Event.FAIL
    """What happens to the node when the time is over."""
    is_put_off: bool = False
    """Whether every heartbeat of the machine starts the time anew."""


class StateRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of states."""

    sort: StateSort
    target: ProvisionState | None = None
    """Where a node in this state is on its way to, unless something else was asked for."""
    deadline: Deadline | None = None
    way_out: Target
    """The verb that gets a node out whatever became of its machine; of work that is going on, aborting it."""


AT_WORK = Deadline(option="conductor.working_timeout")
INSPECTION = Deadline(option="conductor.inspect_wait_timeout")


def _resting(way_out: Target) -> StateRow:
    return StateRow(sort=StateSort.RESTING, way_out=way_out)


def _working(target: ProvisionState) -> StateRow:
    return StateRow(sort=StateSort.WORKING, target=target, deadline=AT_WORK, way_out=T.ABORT)


def _waiting(target: ProvisionState, deadline: Deadline) -> StateRow:
    return StateRow(sort=StateSort.WAITING, target=target, deadline=deadline, way_out=T.ABORT)


def _held(target: ProvisionState) -> StateRow:
    return StateRow(sort=StateSort.HELD, target=target, way_out=T.ABORT)


def _parked(target: ProvisionState, way_out: Target) -> StateRow:
    return StateRow(sort=StateSort.PARKED, target=target, way_out=way_out)


def _callback(kind: str) -> Deadline:
    return Deadline(option=f"conductor.{kind}_callback_timeout", is_put_off=True)


STATES: Mapping[ProvisionState, StateRow] = {
    S.ENROLL: _resting(T.MANAGE),
    S.VERIFYING: _working(S.MANAGEABLE),
    S.MANAGEABLE: _resting(T.PROVIDE),
    S.AVAILABLE: _resting(T.MANAGE),
    S.ACTIVE: _resting(T.DELETED),
    S.ERROR: _resting(T.DELETED),
    S.DEPLOYING: _working(S.ACTIVE),
    S.DEPLOY_WAIT: _waiting(S.ACTIVE, _callback("deploy")),
    S.DEPLOY_HOLD: _held(S.ACTIVE),
    S.DEPLOY_FAILED: _parked(S.ACTIVE, T.DELETED),
    S.DELETING: _working(S.AVAILABLE),
    S.CLEANING: _working(S.AVAILABLE),
    S.CLEAN_WAIT: _waiting(S.AVAILABLE, _callback("clean")),
    S.CLEAN_HOLD: _held(S.AVAILABLE),
    S.CLEAN_FAILED: _parked(S.AVAILABLE, T.MANAGE),
    S.INSPECTING: _working(S.MANAGEABLE),
    S.INSPECT_WAIT: _waiting(S.MANAGEABLE, INSPECTION),
    S.INSPECT_FAILED: _parked(S.MANAGEABLE, T.MANAGE),
    S.ADOPTING: _working(S.ACTIVE),
    S.ADOPT_FAILED: _parked(S.ACTIVE, T.MANAGE),
    S.RESCUE: _resting(T.DELETED),
    S.RESCUING: _working(S.RESCUE),
    S.RESCUE_WAIT: _waiting(S.RESCUE, _callback("rescue")),
    S.RESCUE_FAILED: _parked(S.RESCUE, T.DELETED),
    S.UNRESCUING: _working(S.ACTIVE),
    S.UNRESCUE_FAILED: _parked(S.ACTIVE, T.DELETED),
    S.SERVICING: _working(S.ACTIVE),
    S.SERVICE_WAIT: _waiting(S.ACTIVE, _callback("service")),
    S.SERVICE_HOLD: _held(S.ACTIVE),
    S.SERVICE_FAILED: _parked(S.ACTIVE, T.DELETED),
}
"""Every state there is."""

UNSETTLED = frozenset(state for state, row in STATES.items() if row.sort in (StateSort.WORKING, StateSort.WAITING))
"""States in which work is going on."""

KEEPS_ITS_GOAL = frozenset({S.CLEANING, S.CLEAN_WAIT, S.CLEAN_HOLD, S.CLEAN_FAILED})
"""States of cleaning, which ends in manageable where a person asked for it."""


def failure_of(state: ProvisionState) -> ProvisionState | None:
    """Tell where a node goes when what is done in a state fails; None where nothing can."""
    return TRANSITIONS[state].get(Event.FAIL)


def goal_in(state: ProvisionState, present: ProvisionState | None) -> ProvisionState | None:
    """Tell where a node that has come into a state is on its way to, given where it was on its way to before."""
    if state in KEEPS_ITS_GOAL and present is ProvisionState.MANAGEABLE:
        return present
    return STATES[state].target
