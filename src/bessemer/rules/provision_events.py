"""Which provision state follows on which event."""

from collections.abc import Mapping

from bessemer.model.errors import Conflict
from bessemer.model.events import Event
from bessemer.model.states import ProvisionState

E = Event
S = ProvisionState

TRANSITIONS: Mapping[ProvisionState, Mapping[Event, ProvisionState]] = {
    S.ENROLL: {E.MANAGE: S.VERIFYING},
    S.VERIFYING: {E.DONE: S.MANAGEABLE, E.FAIL: S.ENROLL},
    S.MANAGEABLE: {E.PROVIDE: S.CLEANING, E.CLEAN: S.CLEANING, E.INSPECT: S.INSPECTING, E.ADOPT: S.ADOPTING},
    S.AVAILABLE: {E.DEPLOY: S.DEPLOYING, E.MANAGE: S.MANAGEABLE},
    S.INSPECTING: {E.DONE: S.MANAGEABLE, E.FAIL: S.INSPECT_FAILED, E.WAIT: S.INSPECT_WAIT},
    S.INSPECT_WAIT: {
        E.DONE: S.MANAGEABLE,
        E.RESUME: S.INSPECTING,
        E.FAIL: S.INSPECT_FAILED,
        E.ABORT: S.INSPECT_FAILED,
    },
    S.INSPECT_FAILED: {E.MANAGE: S.MANAGEABLE, E.INSPECT: S.INSPECTING},
    S.CLEANING: {
        E.DONE: S.AVAILABLE,
        E.MANAGE: S.MANAGEABLE,
        E.WAIT: S.CLEAN_WAIT,
        E.HOLD: S.CLEAN_HOLD,
        E.FAIL: S.CLEAN_FAILED,
    },
    S.CLEAN_WAIT: {E.RESUME: S.CLEANING, E.HOLD: S.CLEAN_HOLD, E.FAIL: S.CLEAN_FAILED, E.ABORT: S.CLEAN_FAILED},
    S.CLEAN_HOLD: {E.UNHOLD: S.CLEAN_WAIT, E.ABORT: S.CLEAN_FAILED},
    S.CLEAN_FAILED: {E.MANAGE: S.MANAGEABLE},
    S.ADOPTING: {E.DONE: S.ACTIVE, E.FAIL: S.ADOPT_FAILED},
    S.ADOPT_FAILED: {E.ADOPT: S.ADOPTING, E.MANAGE: S.MANAGEABLE},
    S.DEPLOYING: {E.DONE: S.ACTIVE, E.WAIT: S.DEPLOY_WAIT, E.HOLD: S.DEPLOY_HOLD, E.FAIL: S.DEPLOY_FAILED},
    S.DEPLOY_WAIT: {
        E.RESUME: S.DEPLOYING,
        E.HOLD: S.DEPLOY_HOLD,
        E.FAIL: S.DEPLOY_FAILED,
        E.ABORT: S.DEPLOY_FAILED,
        E.DELETE: S.DELETING,
    },
    S.DEPLOY_HOLD: {E.UNHOLD: S.DEPLOY_WAIT, E.ABORT: S.DEPLOY_FAILED},
    S.DEPLOY_FAILED: {E.DEPLOY: S.DEPLOYING, E.REBUILD: S.DEPLOYING, E.DELETE: S.DELETING},
    S.ACTIVE: {E.REBUILD: S.DEPLOYING, E.DELETE: S.DELETING, E.RESCUE: S.RESCUING, E.SERVICE: S.SERVICING},
    S.ERROR: {E.REBUILD: S.DEPLOYING, E.DELETE: S.DELETING},
    S.DELETING: {E.CLEAN: S.CLEANING, E.FAIL: S.ERROR},
    S.RESCUING: {E.DONE: S.RESCUE, E.WAIT: S.RESCUE_WAIT, E.FAIL: S.RESCUE_FAILED},
    S.RESCUE_WAIT: {
        E.RESUME: S.RESCUING,
        E.FAIL: S.RESCUE_FAILED,
        E.ABORT: S.RESCUE_FAILED,
        E.DELETE: S.DELETING,
    },
    S.RESCUE: {E.RESCUE: S.RESCUING, E.UNRESCUE: S.UNRESCUING, E.DELETE: S.DELETING},
    S.RESCUE_FAILED: {E.RESCUE: S.RESCUING, E.UNRESCUE: S.UNRESCUING, E.DELETE: S.DELETING},
    S.UNRESCUING: {E.DONE: S.ACTIVE, E.FAIL: S.UNRESCUE_FAILED},
    S.UNRESCUE_FAILED: {E.RESCUE: S.RESCUING, E.UNRESCUE: S.UNRESCUING, E.DELETE: S.DELETING},
    S.SERVICING: {E.DONE: S.ACTIVE, E.WAIT: S.SERVICE_WAIT, E.HOLD: S.SERVICE_HOLD, E.FAIL: S.SERVICE_FAILED},
    S.SERVICE_WAIT: {
        E.RESUME: S.SERVICING,
        E.HOLD: S.SERVICE_HOLD,
        E.FAIL: S.SERVICE_FAILED,
        E.ABORT: S.SERVICE_FAILED,
        E.DELETE: S.DELETING,
    },
    S.SERVICE_HOLD: {
        E.SERVICE: S.SERVICING,
        E.UNHOLD: S.SERVICE_WAIT,
        E.FAIL: S.SERVICE_FAILED,
        E.ABORT: S.SERVICE_FAILED,
    },
    S.SERVICE_FAILED: {
        E.SERVICE: S.SERVICING,
        E.RESCUE: S.RESCUING,
        E.ABORT: S.ACTIVE,
        E.WAIT: S.SERVICE_WAIT,
        E.HOLD: S.SERVICE_HOLD,
        E.DELETE: S.DELETING,
    },
}
"""Every way from one state to another."""


def after(state: ProvisionState, event: Event) -> ProvisionState:
    """Tell the state that an event leads to, refusing events that cannot happen there."""
    leads_to = TRANSITIONS[state].get(event)
    if leads_to is None:
        possible = ", ".join(f"{each} (to {str(to)!r})" for each, to in TRANSITIONS[state].items())
        raise Conflict(f"A node that is {str(state)!r} has no way called {str(event)!r}; it has: {possible}.")
    return leads_to


def events_from(state: ProvisionState) -> tuple[Event, ...]:
    """List what can happen to a node in a state."""
    return tuple(TRANSITIONS[state])
