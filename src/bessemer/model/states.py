"""The provision states of a node, and the sets of them that rules speak of."""

from enum import StrEnum


class ProvisionState(StrEnum):
    """Where a node stands in its life, in the words of the wire."""

    ENROLL = "enroll"
    VERIFYING = "verifying"
    MANAGEABLE = "manageable"
    AVAILABLE = "available"
    ACTIVE = "active"
    ERROR = "error"
    DEPLOYING = "deploying"
    DEPLOY_WAIT = "wait call-back"
    DEPLOY_HOLD = "deploy hold"
    DEPLOY_FAILED = "deploy failed"
    DELETING = "deleting"
    CLEANING = "cleaning"
    CLEAN_WAIT = "clean wait"
    CLEAN_HOLD = "clean hold"
    CLEAN_FAILED = "clean failed"
    INSPECTING = "inspecting"
    INSPECT_WAIT = "inspect wait"
    INSPECT_FAILED = "inspect failed"
    ADOPTING = "adopting"
    ADOPT_FAILED = "adopt failed"
    RESCUE = "rescue"
    RESCUING = "rescuing"
    RESCUE_WAIT = "rescue wait"
    RESCUE_FAILED = "rescue failed"
    UNRESCUING = "unrescuing"
    UNRESCUE_FAILED = "unrescue failed"
    SERVICING = "servicing"
    SERVICE_WAIT = "service wait"
    SERVICE_HOLD = "service hold"
    SERVICE_FAILED = "service failed"


class StateSort(StrEnum):
    """What can be expected of a node in a state."""

    RESTING = "resting"
    """Nothing goes on; it stays so until somebody wants something."""
    WORKING = "working"
    """A conductor is at work on it."""
    WAITING = "waiting"
    """The machine is expected to call back."""
    HELD = "held"
    """Somebody stopped the work and will let it go on."""
    PARKED = "parked"
    """Something failed, and a person decides what comes next."""


class Fault(StrEnum):
    """Why a node was put into maintenance by the server itself."""

    POWER = "power failure"
    CLEAN = "clean failure"
    RESCUE_ABORT = "rescue abort failure"
    SERVICE = "service failure"


S = ProvisionState

HARDWARE_EDITABLE = frozenset({S.ENROLL, S.INSPECTING, S.INSPECT_WAIT, S.MANAGEABLE, S.AVAILABLE})
"""States in which the resource class and the interfaces of a node may change."""

CABLING_EDITABLE = frozenset({S.ENROLL, S.INSPECTING, S.INSPECT_WAIT, S.MANAGEABLE})
"""States in which what a port is plugged into may change."""

DELETABLE = frozenset({S.MANAGEABLE, S.ENROLL, S.ADOPT_FAILED})
"""States from which a node may be deleted."""

EDITABLE_IN_FLIGHT = frozenset(
    {
        S.DEPLOY_FAILED,
        S.INSPECT_FAILED,
        S.INSPECT_WAIT,
        S.CLEAN_FAILED,
        S.ERROR,
        S.VERIFYING,
        S.ADOPT_FAILED,
        S.RESCUE_FAILED,
        S.UNRESCUE_FAILED,
        S.SERVICE_HOLD,
        S.SERVICE_FAILED,
    }
)
"""States in which a node may be edited although it is on its way to another."""

PROTECTABLE = frozenset({S.ACTIVE, S.RESCUE})
"""States in which a node may be protected."""
