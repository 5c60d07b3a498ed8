"""Whether work on a machine can be ended because somebody wants it to."""

from bessemer.model.events import Event
from bessemer.model.operation import ENDED, Operation, OperationKind
from bessemer.model.states import ProvisionState
from bessemer.rules.provision_events import TRANSITIONS


def why_not_aborted(operation: Operation, state: ProvisionState) -> str | None:
    """Say why an operation cannot be aborted; None when it can."""
    if operation.active is None or operation.status in ENDED:
        return f"it has ended ({operation.status}) at {operation.ended_at}"
    if operation.progress.failing:
        return "it has failed already and only clears up after itself"
    if operation.kind is OperationKind.POWER:
        return None
    ways = TRANSITIONS[state]
    if Event.ABORT in ways or (Event.WAIT in ways and Event.ABORT in TRANSITIONS[ways[Event.WAIT]]):
        return None
    return f"a node that is {state!s} has to get through that; it ends by {operation.deadline} at the latest"
