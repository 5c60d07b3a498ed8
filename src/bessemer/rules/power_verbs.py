"""Whether the power of a machine may be changed, and what is to be done then."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model.errors import Conflict, Invalid, NotAcceptable
from bessemer.model.field import Count, Field
from bessemer.model.node import Node
from bessemer.model.operation import Operation
from bessemer.model.power import PowerState
from bessemer.model.states import ProvisionState
from bessemer.model.verbs import PowerPlan, Wish
from bessemer.rules.busy_nodes import taken_by
from bessemer.rules.field_values import checked_value, shown

P = PowerState

SOFT_SINCE = 27
"""The first microversion that asks the operating system to see to it, and that sets a time."""
TIMEOUT = Field(kind=Count(lowest=1), nullable=False, doc="Within how many seconds it must be done.")
KEPT_FROM_POWER = frozenset({ProvisionState.CLEANING, ProvisionState.CLEAN_WAIT})
"""States whose work must not be robbed of its machine."""


class PowerVerb(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of power verbs."""

    goal: PowerState
    """The power it leads to."""
    since: int = 1


POWER_VERBS: Mapping[PowerState, PowerVerb] = {
    P.ON: PowerVerb(goal=P.ON),
    P.OFF: PowerVerb(goal=P.OFF),
    P.REBOOT: PowerVerb(goal=P.ON),
    P.SOFT_REBOOT: PowerVerb(goal=P.ON, since=SOFT_SINCE),
    P.SOFT_OFF: PowerVerb(goal=P.OFF, since=SOFT_SINCE),
}
"""What the power of a machine can be told; maintenance is no obstacle, as that is when people need it."""


def judged_power(node: Node, work: Operation | None, wish: Wish) -> PowerPlan:
    """Make the plan of a change of power, or refuse it; the work is what is being done to the node, if anything is."""
    target = _target(wish.word, wish.minor)
    timeout = _timeout(wish.arguments, wish.minor)
    if node.provision_state in KEPT_FROM_POWER:
        raise Invalid(
            f"The node {node.uuid} is {str(node.provision_state)!r}, which needs its power as it is. Wait until its "
            "cleaning is done, or abort that."
        )
    goal = POWER_VERBS[target].goal
    if goal is P.OFF and node.disable_power_off:
        raise Conflict(
            f"The node {node.uuid} is never powered off: its disable_power_off is true. Reboot it instead, or set that "
            "to false."
        )
    if work is not None:
        raise taken_by(node, work)
    return PowerPlan(target=target, goal=goal, timeout_s=timeout)


def _target(word: Any, minor: int) -> PowerState:
    known = ", ".join(each for each, verb in POWER_VERBS.items() if verb.since <= minor)
    if word is None:
        raise Invalid(f"The request needs a target, one of {known}.")
    if not isinstance(word, str) or word not in POWER_VERBS:
        raise Invalid(f"The target {shown(word)} is not known; it is one of {known}.")
    target = PowerState(word)
    since = POWER_VERBS[target].since
    if minor < since:
        raise NotAcceptable(f"The target {str(target)!r} needs API version 1.{since}; 1.{minor} was asked for.")
    return target


def _timeout(arguments: Mapping[str, Any], minor: int) -> int | None:
    unknown = sorted(arguments.keys() - {"timeout"})
    if unknown:
        raise Invalid(f"A change of power has no argument {unknown[0][:80]!r}; it has timeout.")
    value = arguments.get("timeout")
    if value is None:
        return None
    if minor < SOFT_SINCE:
        raise NotAcceptable(f"timeout needs API version 1.{SOFT_SINCE}; 1.{minor} was asked for.")
    return int(checked_value("timeout", TIMEOUT, value))
