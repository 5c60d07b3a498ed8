"""Whether a verb of provisioning may be carried out on a node, and what is to be done then."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.model.errors import BessemerError, Conflict, Forbidden, Invalid, NotAcceptable
from bessemer.model.foresight import Check, Refusal
from bessemer.model.node import Node
from bessemer.model.operation import Operation
from bessemer.model.states import Fault, ProvisionState
from bessemer.model.verbs import OfWork, Target, VerbPlan, Wish
from bessemer.rules.busy_nodes import is_busy, taken_by
from bessemer.rules.field_values import shown
from bessemer.rules.provision_events import TRANSITIONS, after
from bessemer.rules.provision_states import STATES, goal_in
from bessemer.rules.verb_arguments import Disallowed, Said, checked_arguments
from bessemer.rules.verb_table import TAKEN_IN, VERBS, Maintenance, of_work_in, since_in, verbs_in


class VerbOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What the configuration says about verbs."""

    allow_provisioning_in_maintenance: bool = True
    disallowed: Disallowed = {}
    """Steps that nobody may ask for, as interface.step, by what they are for."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A verb on a node, as it is judged."""

    node: Node
    work: Operation | None
    """What is being done to the node, if anything is."""
    target: Target
    minor: int
    options: VerbOptions

    @property
    def state(self) -> ProvisionState:
        """Tell the state that the node is in."""
        return ProvisionState(self.node.provision_state)


def judged_verb(node: Node, work: Operation | None, wish: Wish, options: VerbOptions) -> VerbPlan:
    """Make the plan of a verb, or refuse it: for its version, maintenance, its state, its arguments, in this order.

    The work is what is being done to the node, if anything is.
    """
    case = Case(node=node, work=work, target=_target(wish.word, wish.minor), minor=wish.minor, options=options)
    for check in BEFORE_ARGUMENTS:
        check(case)
    parts = checked_arguments(case.target, wish.arguments, Said(minor=wish.minor, disallowed=options.disallowed))
    _check_flags(case)
    return _plan(case, parts, after(case.state, VERBS[case.target].raises))


def foreseen_verb(
    node: Node, work: Operation | None, wish: Wish, options: VerbOptions
) -> tuple[VerbPlan, tuple[Refusal, ...]]:
    """Make the plan of a verb whatever the circumstances are, with every reason that they give against it.

    What is wrong with the request itself is refused as ever, but for steps that are forbidden here: these are left to
    whoever makes the list of steps.
    """
    case = Case(node=node, work=work, target=_target(wish.word, wish.minor), minor=wish.minor, options=options)
    parts = checked_arguments(case.target, wish.arguments, Said(minor=wish.minor, disallowed={}))
    reasons = refusals_of(case)
    leads_to = TRANSITIONS[case.state].get(VERBS[case.target].raises, case.state)
    return _plan(case, parts, leads_to), reasons


def refusals_of(case: Case) -> tuple[Refusal, ...]:
    """List every reason that the circumstances give against a verb."""
    found: list[Refusal] = []
    for check, kind in CHECKS.items():
        try:
            check(case)
        except BessemerError as error:
            refusal = Refusal(check=kind, reason=error.message)
            found += [] if refusal in found else [refusal]
    return tuple(found)


def _plan(case: Case, parts: Mapping[str, Any], leads_to: ProvisionState) -> VerbPlan:
    verb = VERBS[case.target]
    return VerbPlan(
        target=verb.same_as or case.target,
        event=verb.raises,
        before=case.state,
        after=leads_to,
        goal=goal_in(leads_to, verb.goal or _present_goal(case.node)),
        of_work=of_work_in(case.target, case.state),
        starts=verb.starts_from.get(case.state, verb.starts),
        **parts,
    )


def _target(word: Any, minor: int) -> Target:
    if isinstance(word, str) and word in VERBS:
        return Target(word)
    known = ", ".join(target for target, verb in VERBS.items() if verb.since <= minor)
    if word is None:
        raise Invalid(f"The request needs a target, one of {known}.")
    raise Invalid(f"The target {shown(word)} is not known; it is one of {known}.")


def _check_version(case: Case) -> None:
    if not VERBS[case.target].is_version_last:
        _require_version(case, VERBS[case.target].since)


def _check_version_in_state(case: Case) -> None:
    _require_version(case, since_in(case.target, case.state))


def _require_version(case: Case, since: int) -> None:
    if case.minor < since:
        raise NotAcceptable(
            f"The target {str(case.target)!r} needs API version 1.{since}; 1.{case.minor} was asked for."
        )


def _check_maintenance(case: Case) -> None:
    node, target = case.node, case.target
    rule = VERBS[target].maintenance
    if not node.maintenance or rule is Maintenance.TAKEN:
        return
    is_unclean = node.fault == Fault.CLEAN
    if rule is Maintenance.AS_CONFIGURED and case.options.allow_provisioning_in_maintenance and not is_unclean:
        return
    raise Invalid(
        f"The node {node.uuid} is in maintenance ({node.maintenance_reason or 'no reason is noted'}), in which "
        f"{str(target)!r} is not taken. Take it out of maintenance first."
    )


def _check_state(case: Case) -> None:
    node, work, target, state = case.node, case.work, case.target, case.state
    if state not in TAKEN_IN[target]:
        if work is not None and is_busy(work):
            raise taken_by(node, work)
        taken = [each for each in verbs_in(state) if since_in(each, state) <= case.minor]
        advice = f"Now it takes: {', '.join(taken)}." if taken else "Now it takes no verb; wait until its work is done."
        raise Invalid(
            f"The node {node.uuid} is {str(state)!r}; {str(target)!r} is taken from: {', '.join(TAKEN_IN[target])}. "
            f"{advice}"
        )
    asked = of_work_in(target, state)
    if work is not None and (asked is None or (asked is OfWork.GIVE_WAY and is_busy(work))):
        raise taken_by(node, work)


def _check_flags(case: Case) -> None:
    node, target = case.node, case.target
    verb = VERBS[target]
    if verb.spares_protected and node.protected:
        raise Forbidden(
            f"The node {node.uuid} is protected ({node.protected_reason or 'no reason is noted'}), which forbids "
            f"{str(target)!r}. Set protected to false first."
        )
    if verb.spares_retired and node.retired:
        raise Invalid(
            f"The node {node.uuid} is retired ({node.retired_reason or 'no reason is noted'}), which forbids "
            f"{str(target)!r}. Set retired to false first."
        )
    if target is Target.ABORT and case.state is ProvisionState.SERVICE_FAILED and node.maintenance:
        raise Conflict(
            f"The node {node.uuid} is in maintenance ({node.maintenance_reason or 'no reason is noted'}), so it cannot "
            "be made active by aborting its servicing. Take it out of maintenance first."
        )


def _present_goal(node: Node) -> ProvisionState | None:
    goal = node.target_provision_state
    return ProvisionState(goal) if goal is not None and goal in STATES else None


BEFORE_ARGUMENTS: tuple[Callable[[Case], None], ...] = (
    _check_version,
    _check_maintenance,
    _check_state,
    _check_version_in_state,
)
"""What is judged before the arguments, in this order."""

CHECKS: Mapping[Callable[[Case], None], Check] = {
    _check_version: Check.VERSION,
    _check_maintenance: Check.MAINTENANCE,
    _check_state: Check.STATE,
    _check_version_in_state: Check.VERSION,
    _check_flags: Check.FLAGS,
}
"""Everything that the circumstances are judged by."""
