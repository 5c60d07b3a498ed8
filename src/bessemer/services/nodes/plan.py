"""Ask a conductor what a verb would do to a node, without having it done."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model.errors import Conflict, Invalid
from bessemer.model.foresight import Check, Refusal
from bessemer.model.node import Node
from bessemer.model.operation import OperationKind
from bessemer.model.verbs import Target, VerbPlan, Wish
from bessemer.rules.field_values import shown
from bessemer.rules.plan_digest import is_digest
from bessemer.rules.provision_verbs import foreseen_verb, judged_verb
from bessemer.rules.verb_table import VERBS
from bessemer.services.asking import Asking
from bessemer.services.find import find_node
from bessemer.services.hardware import Asked
from bessemer.services.nodes.ask import ask_about
from bessemer.services.nodes.provision import RULE, require_steps_of_own, work_arguments
from bessemer.store import operations
from bessemer.store.transaction import Transaction

PLAN = "bessemer:node:plan"
PLANNED = frozenset(
    {
        OperationKind.DEPLOY,
        OperationKind.REBUILD,
        OperationKind.UNDEPLOY,
        OperationKind.CLEAN,
        OperationKind.MANUAL_CLEAN,
        OperationKind.SERVICE,
    }
)
"""What consists of steps that can be told beforehand."""
WITH_PLANS = tuple(target for target, verb in VERBS.items() if verb.starts in PLANNED)


class PlanAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A plan that a conductor is to be asked for."""

    node: str
    """The UUID of the node."""
    target: Target
    work: OperationKind
    asked: Asked
    refusals: tuple[Refusal, ...]
    """Why the verb would be refused now."""


def plan_of(tx: Transaction, asking: Asking, ident: str, wish: Wish) -> PlanAsked:
    """Ask what a verb would do now, whether or not the present state of the node allows it."""
    _check_has_plan(wish)
    node = find_node(tx, asking, ident, PLAN)
    require_steps_of_own(asking, ident, node, wish)
    plan, refusals = foreseen_verb(node, operations.fetch_active(tx, node.id), wish, asking.rules.verbs)
    kind = _kind_of(plan)
    arguments: Mapping[str, Any] = {}
    try:
        arguments = work_arguments(tx, asking, node, plan)
    except Invalid as error:
        refusals = (*refusals, Refusal(check=Check.RUNBOOK, reason=error.message))
    return PlanAsked(
        node=node.uuid,
        target=plan.target,
        work=kind,
        asked=_asked(tx, asking, node, kind, arguments),
        refusals=refusals,
    )


def agreed_plan_of(tx: Transaction, asking: Asking, ident: str, wish: Wish) -> Asked:
    """Ask whether a verb that may be carried out would still do what the caller has agreed to."""
    _check_has_plan(wish)
    if wish.plan is None or not is_digest(wish.plan):
        raise Invalid(f"The argument plan must be the digest of a plan; {shown(wish.plan)} is none.")
    node = find_node(tx, asking, ident, RULE)
    require_steps_of_own(asking, ident, node, wish)
    plan = judged_verb(node, operations.fetch_active(tx, node.id), wish, asking.rules.verbs)
    arguments = work_arguments(tx, asking, node, plan)
    return _asked(tx, asking, node, _kind_of(plan), {**arguments, "agreed": wish.plan})


def _check_has_plan(wish: Wish) -> None:
    if isinstance(wish.word, str) and wish.word in VERBS and wish.word not in WITH_PLANS:
        raise Invalid(f"There are no plans for {shown(wish.word)}, only for {', '.join(WITH_PLANS)}.")


def _kind_of(plan: VerbPlan) -> OperationKind:
    assert plan.starts is not None  # verbs that start no work were refused
    return plan.starts


def _asked(tx: Transaction, asking: Asking, node: Node, kind: OperationKind, arguments: Mapping[str, Any]) -> Asked:
    told = {name: value for name, value in arguments.items() if name != "agreed"}
    asked = {"kind": str(kind), "arguments": told, "agreed": arguments.get("agreed")}
    return ask_about(tx, asking, node, "plan", asked)


def check_agreed(foresight: Mapping[str, Any]) -> None:
    """Refuse when a conductor would do something else than what was agreed to."""
    if foresight["digest"] is None:
        reasons = " ".join(each["reason"] for each in foresight["refusals"])
        raise Conflict(f"What was agreed to cannot be done any more: {reasons}")
    if foresight["difference"] is not None:
        raise Conflict(
            f"The plan is no longer the one that was agreed to. {' '.join(foresight['difference'])} If that is right, "
            f"begin with its digest: {foresight['digest']}."
        )
