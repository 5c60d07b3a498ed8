"""Whether a verb of provisioning may be carried out on a node, and what is to be done then."""

from typing import Any

import msgspec

from bessemer.model.errors import Conflict, Forbidden, Invalid, NotAcceptable
from bessemer.model.node import Node
from bessemer.model.operation import Operation
from bessemer.model.states import ProvisionState
from bessemer.model.verbs import OfWork, Target, VerbPlan, Wish
from bessemer.rules.busy_nodes import is_busy, taken_by
from bessemer.rules.field_values import shown
from bessemer.rules.provision_events import after
from bessemer.rules.provision_states import STATES, goal_in
from bessemer.rules.verb_arguments import Disallowed, Said, checked_arguments
from bessemer.rules.verb_table import TAKEN_IN, VERBS, Maintenance, of_work_in, since_in, verbs_in


class VerbOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What the configuration says about verbs."""

    allow_provisioning_in_maintenance: bool = True
    disallowed: Disallowed = {}
    """Steps that nobody may ask for, as interface.step, by what they are for."""


def judged_verb(node: Node, work: Operation | None, wish: Wish, options: VerbOptions) -> VerbPlan:
    """Make the plan of a verb, or refuse it: for its version, maintenance, its state, its arguments, in this order.

    The work is what is being done to the node, if anything is.
    """
    minor = wish.minor
    target = _target(wish.word, minor)
    verb, state = VERBS[target], ProvisionState(node.provision_state)
    if not verb.is_version_last:
        _check_version(target, verb.since, minor)
    _check_maintenance(node, target, options)
    _check_state(node, work, target, minor)
    _check_version(target, since_in(target, state), minor)
    parts = checked_arguments(target, wish.arguments, Said(minor=minor, disallowed=options.disallowed))
    _check_flags(node, state, target)
    leads_to = after(state, verb.raises)
    return VerbPlan(
        target=verb.same_as or target,
        event=verb.raises,
        before=state,
        after=leads_to,
        goal=goal_in(leads_to, verb.goal or _present_goal(node)),
        of_work=of_work_in(target, state),
        starts=verb.starts_from.get(state, verb.starts),
        **parts,
    )


def _target(word: Any, minor: int) -> Target:
    if isinstance(word, str) and word in VERBS:
        return Target(word)
    known = ", ".join(target for target, verb in VERBS.items() if verb.since <= minor)
    if word is None:
        raise Invalid(f"The request needs a target, one of {known}.")
    raise Invalid(f"The target {shown(word)} is not known; it is one of {known}.")


def _check_version(target: Target, since: int, minor: int) -> None:
    if minor < since:
        raise NotAcceptable(f"The target {str(target)!r} needs API version 1.{since}; 1.{minor} was asked for.")


def _check_maintenance(node: Node, target: Target, options: VerbOptions) -> None:
    rule = VERBS[target].maintenance
    if not node.maintenance or rule is Maintenance.TAKEN:
        return
    if rule is Maintenance.AS_CONFIGURED and options.allow_provisioning_in_maintenance:
        return
    raise Invalid(
        f"The node {node.uuid} is in maintenance ({node.maintenance_reason or 'no reason is noted'}), in which "
        f"{str(target)!r} is not taken. Take it out of maintenance first."
    )


def _check_state(node: Node, work: Operation | None, target: Target, minor: int) -> None:
    state = ProvisionState(node.provision_state)
    if state not in TAKEN_IN[target]:
        if work is not None and is_busy(work):
            raise taken_by(node, work)
        taken = [each for each in verbs_in(state) if since_in(each, state) <= minor]
        advice = f"Now it takes: {', '.join(taken)}." if taken else "Now it takes no verb; wait until its work is done."
        raise Invalid(
            f"The node {node.uuid} is {str(state)!r}; {str(target)!r} is taken from: {', '.join(TAKEN_IN[target])}. "
            f"{advice}"
        )
    asked = of_work_in(target, state)
    if work is not None and (asked is None or (asked is OfWork.GIVE_WAY and is_busy(work))):
        raise taken_by(node, work)


def _check_flags(node: Node, state: ProvisionState, target: Target) -> None:
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
    if target is Target.ABORT and state is ProvisionState.SERVICE_FAILED and node.maintenance:
        raise Conflict(
            f"The node {node.uuid} is in maintenance ({node.maintenance_reason or 'no reason is noted'}), so it cannot "
            "be made active by aborting its servicing. Take it out of maintenance first."
        )


def _present_goal(node: Node) -> ProvisionState | None:
    goal = node.target_provision_state
    return ProvisionState(goal) if goal is not None and goal in STATES else None
