"""What follows from the power that a machine was found with, and which nodes are asked for theirs at all."""

from enum import Enum, auto

import msgspec

from bessemer.model.node import Node
from bessemer.model.power import PowerState
from bessemer.model.states import Fault, ProvisionState, StateSort
from bessemer.rules.provision_states import STATES

P = PowerState
S = ProvisionState

AT_WORK = frozenset({StateSort.WORKING, StateSort.WAITING, StateSort.HELD})

LEFT_ALONE = frozenset({S.ENROLL, S.ADOPT_FAILED, *(state for state, row in STATES.items() if row.sort in AT_WORK)})
"""States in which nobody has said yet how the machine is reached, or in which somebody is at work on it."""

STEADY = frozenset({P.ON, P.OFF})
"""What a machine can be brought back to."""


class PowerRules(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator decided about machines that are not powered as they should be."""

    force: bool = True
    """Whether they are brought back, instead of being taken as they are."""
    retries: int = 3
    """How often more it is tried to find a machine in order before its node goes into maintenance."""


class Verdict(Enum):
    """What follows."""

    AGREES = auto()
    """Nothing: it is powered as the node says."""
    FIRST = auto()
    """It is written down, as nothing was known before."""
    FORCE = auto()
    """It is brought back."""
    ADOPT = auto()
    """It is taken as it is."""
    AGAIN = auto()
    """It is asked again in its next turn."""
    GIVE_UP = auto()
    """The node goes into maintenance."""
    FREE = auto()
    """The node comes out of the maintenance that it went into for its power."""
    STAY = auto()
    """The node stays in that maintenance."""


def is_watched(node: Node) -> bool:
    """Tell whether a node is to be powered as it says."""
    return (
        not node.maintenance
        and node.operation_id is None
        and node.target_power_state is None
        and node.provision_state not in LEFT_ALONE
    )


def is_faulty(node: Node) -> bool:
    """Tell whether a node waits in maintenance for its power to be readable again."""
    return node.maintenance and node.fault == Fault.POWER and node.operation_id is None


def judged_reading(node: Node, found: PowerState | None, troubles: int, rules: PowerRules) -> Verdict:
    """Say what follows from a reading, None where there was none, after so many troubles in a row before it."""
    is_readable = found is not None and found is not P.ERROR
    if is_faulty(node):
        return Verdict.FREE if is_readable else Verdict.STAY
    if not is_readable:
        return Verdict.GIVE_UP if troubles >= rules.retries else Verdict.AGAIN
    if node.power_state is None:
        return Verdict.FIRST
    if node.power_state == found:
        return Verdict.AGREES
    if not _may_be_forced(node, rules):
        return Verdict.ADOPT
    return Verdict.GIVE_UP if troubles >= rules.retries else Verdict.FORCE


def _may_be_forced(node: Node, rules: PowerRules) -> bool:
    """Tell whether a machine is brought back: not where that would mean to switch off what is never switched off."""
    if not rules.force or node.power_state not in STEADY:
        return False
    return not (node.disable_power_off and node.power_state == P.OFF)
