"""Carry out the verbs of provisioning: start work, stop it, let it go on, or only change the state."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bessemer.model.errors import Invalid
from bessemer.model.events import Event
from bessemer.model.node import NODE, Node
from bessemer.model.operation import Operation, OperationKind
from bessemer.model.plan import StepRequest
from bessemer.model.step_lists import Runbook
from bessemer.model.verbs import OfWork, VerbPlan, Wish
from bessemer.rules.busy_nodes import taken_by
from bessemer.rules.instance_traits import faults_of_instance_traits
from bessemer.rules.provision_verbs import judged_verb
from bessemer.rules.runbook_use import check_runbook_use
from bessemer.rules.step_requests import requests_from_runbook
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.services.nodes.start_work import NewWork, Started, owner_of, start_work
from bessemer.services.seen_runbooks import find_runbook
from bessemer.services.visibility import require_on_node
from bessemer.store import operations, rows
from bessemer.store.transaction import Transaction

RULE = "baremetal:node:set_provision_state"
STEPS_OF_OWN = ("clean_steps", "service_steps")
"""Arguments that need a rule of their own, as they let the caller do anything to the machine."""
USE_RUNBOOK = "baremetal:runbook:use"


def request_provision(tx: Transaction, asking: Asking, ident: str, wish: Wish) -> Started | None:
    """Carry out a verb on a node, or refuse it; gives what has to be woken, if anything has."""
    node = find_node(tx, asking, ident, RULE)
    require_steps_of_own(asking, ident, node, wish)
    work = operations.fetch_active(tx, node.id)
    plan = judged_verb(node, work, wish, asking.rules.verbs)
    if plan.of_work is OfWork.STOP and work is not None:
        return _stop(tx, asking, node, work)
    if plan.of_work is OfWork.GO_ON and work is not None:
        return _let_go_on(tx, asking, node, plan, work)
    _check_instance_traits(node, plan)
    arguments = {**work_arguments(tx, asking, node, plan), **({} if wish.plan is None else {"plan": wish.plan})}
    if plan.of_work is OfWork.GIVE_WAY and work is not None:
        _end(tx, node, plan, work)
    if plan.starts is None:
        _change_state(tx, asking, node, plan)
        return None
    return start_work(tx, asking, node, _new_work(tx, node, plan, plan.starts, arguments))


def _stop(tx: Transaction, asking: Asking, node: Node, work: Operation) -> Started:
    """Ask for the end of the work; its owner changes the state, when the step that is running can be left."""
    if not operations.ask_to_abort(tx, work.id):
        raise taken_by(node, work)
    note(tx, asking, ("node", node.uuid), "abort asked for", after={"operation": work.uuid})
    return owner_of(tx, asking, work)


def _let_go_on(tx: Transaction, asking: Asking, node: Node, plan: VerbPlan, work: Operation) -> Started:
    if not operations.unhold(tx, work.id):
        raise taken_by(node, work)
    _change_state(tx, asking, node, plan)
    return owner_of(tx, asking, work)


def _end(tx: Transaction, node: Node, plan: VerbPlan, work: Operation) -> None:
    if not operations.give_way(tx, work.id, f"Somebody asked for {str(plan.target)!r} instead."):
        raise taken_by(node, work)


def _change_state(tx: Transaction, asking: Asking, node: Node, plan: VerbPlan) -> None:
    after = _state_fields(tx, plan)
    rows.change(tx, NODE, node.id, after, version=node.version)
    before = {name: getattr(node, name) for name in after}
    note(tx, asking, ("node", node.uuid), "changed", before=before, after=after)


def _state_fields(tx: Transaction, plan: VerbPlan) -> dict[str, Any]:
    return {
        "provision_state": str(plan.after),
        "target_provision_state": None if plan.goal is None else str(plan.goal),
        "provision_updated_at": tx.now,
    }


def require_steps_of_own(asking: Asking, ident: str, node: Node, wish: Wish) -> None:
    """Refuse steps of the caller's own choice where the policy forbids them."""
    for name in STEPS_OF_OWN:
        if wish.arguments.get(name) and not wish.arguments.get("runbook"):
            require_on_node(asking, f"{RULE}:{name}", ident, node.owner, node.lessee)


def _check_instance_traits(node: Node, plan: VerbPlan) -> None:
    if plan.event in {Event.DEPLOY, Event.REBUILD}:
        faults = faults_of_instance_traits(node.instance_info, node.traits)
        if faults:
            raise Invalid(f"The node {node.uuid} cannot be deployed. {' '.join(faults)}")


def work_arguments(tx: Transaction, asking: Asking, node: Node, plan: VerbPlan) -> dict[str, Any]:
    """Settle what the work is told, refusing what this node or this caller may not have."""
    match plan.starts:
        case OperationKind.DEPLOY | OperationKind.REBUILD:
            return {"steps": _listed(tx, asking, plan.steps)}
        case OperationKind.MANUAL_CLEAN | OperationKind.SERVICE:
            return _chosen_steps(tx, asking, node, plan)
        case OperationKind.UNDEPLOY:
            return {"from": str(plan.before)}
        case _:
            return {}


def _chosen_steps(tx: Transaction, asking: Asking, node: Node, plan: VerbPlan) -> dict[str, Any]:
    """Give the steps that a person chose, one by one or with a runbook."""
    if plan.runbook is None:
        steps = _listed(tx, asking, plan.steps)
        return {"steps": steps, "runbook": None, "disable_ramdisk": plan.disable_ramdisk}
    runbook: Runbook = find_runbook(tx, asking, plan.runbook, USE_RUNBOOK)
    check_runbook_use(runbook, node.traits, asking.minor)
    without_ramdisk = runbook.disable_ramdisk if plan.disable_ramdisk is None else plan.disable_ramdisk
    steps = _listed(tx, asking, requests_from_runbook(runbook.steps))
    return {"steps": steps, "runbook": runbook.name, "disable_ramdisk": without_ramdisk}


def _listed(tx: Transaction, asking: Asking, steps: Sequence[StepRequest]) -> Any:
    """Lay steps out as an operation keeps them; child nodes that run any must be the caller's to provision."""
    for child in {child for step in steps for child in step.limit_child_node_execution}:
        find_node(tx, asking, child, RULE)
    return msgspec.to_builtins(steps)


def _new_work(tx: Transaction, node: Node, plan: VerbPlan, kind: OperationKind, arguments: dict[str, Any]) -> NewWork:
    fields = {**_state_fields(tx, plan), **_secrets(node, plan)}
    if kind is OperationKind.INSPECT:
        fields |= {"inspection_started_at": tx.now, "inspection_finished_at": None}
    return NewWork(kind=kind, target=str(plan.goal or plan.after), arguments=arguments, node=fields)


def _secrets(node: Node, plan: VerbPlan) -> dict[str, Any]:
    """Keep what only the machine may learn with the node, where it is masked and goes with the instance."""
    kept: dict[str, Any] = {}
    if plan.configdrive is not None:
        kept["configdrive"] = plan.configdrive.value
    if plan.rescue_password is not None:
        kept["rescue_password"] = plan.rescue_password.value
    return {"instance_info": {**node.instance_info, **kept}} if kept else {}
