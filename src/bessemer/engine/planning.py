"""Makes the list of steps of an operation, from what the machine has and what was asked for."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from bessemer.engine.flow import Refused, Written
from bessemer.engine.step_fields import listed
from bessemer.engine.work import Work
from bessemer.model.errors import Invalid
from bessemer.model.plan import PlannedStep, StepPlan, StepRequest
from bessemer.model.step import Step, StepKind
from bessemer.rules.plan_digest import digest_of, outline
from bessemer.rules.step_merge import DeploySources, deploy_plan
from bessemer.rules.step_order import INTERFACES_OF
from bessemer.rules.step_plans import ManualSources, automated_clean_plan, manual_plan, verify_plan
from bessemer.rules.step_replan import continued
from bessemer.rules.step_requests import requests_from
from bessemer.store.template_steps import steps_by_template
from bessemer.store.transaction import Transaction

NO_STEPS = Refused(
    reason="The deployment has no steps: all are switched off",
    remedy="Leave the driver's own steps their priorities, or ask for steps that deploy the instance.",
)
OUTDATED = Refused(
    reason="The steps are no longer those of the plan that was agreed to: a template, a setting or the node itself "
    "was changed since",
    remedy="Ask for a new plan, and begin with its digest.",
)


def known_steps(work: Work, kind: StepKind) -> list[Step]:
    """List the steps of one kind that the interfaces of a machine have."""
    driver = work.machine.driver
    interfaces = [driver.get(each) for each in INTERFACES_OF[kind]]
    return [step for each in interfaces if each is not None for step in each.get_steps(kind, work.view)]


def requested(work: Work) -> tuple[StepRequest, ...]:
    """Give the steps that the operation was asked for with."""
    return requests_from(work.operation.arguments.get("steps") or ())


def brings_more(work: Work) -> bool:
    """Tell whether a ramdisk may bring steps that are not known before it runs."""
    deploy = work.machine.driver.deploy
    return deploy is not None and deploy.needs_ramdisk


def plan_verification(_: Transaction, work: Work) -> Written | Refused:
    """List the steps of a verification."""
    return _written(verify_plan(known_steps(work, StepKind.VERIFY), work.settings.verify_overrides))


def plan_automated_cleaning(_: Transaction, work: Work) -> Written | Refused:
    """List the steps of a cleaning that nobody put together."""
    return _written(automated_cleaning_plan(work))


def automated_cleaning_plan(work: Work) -> StepPlan:
    """Make the list of a cleaning that nobody put together."""
    known = known_steps(work, StepKind.CLEAN)
    return automated_clean_plan(known, work.settings.clean_overrides, _disallowed(work, StepKind.CLEAN))


def plan_manual(kind: StepKind, *, ramdisk_runs: bool) -> Any:
    """Make the desk that lists the steps that somebody put together, before the ramdisk runs or again when it does."""

    def plan(_: Transaction, work: Work) -> Written | Refused:
        made = manual_plan_of(kind, work, ramdisk_runs=ramdisk_runs)
        return _written(made) if ramdisk_runs else _as_agreed(work, made)

    return plan


def manual_plan_of(kind: StepKind, work: Work, *, ramdisk_runs: bool) -> StepPlan:
    """Make the list of a cleaning or servicing that somebody put together."""
    arguments = work.operation.arguments
    sources = ManualSources(
        known=known_steps(work, kind),
        requested=requested(work),
        runbook=arguments.get("runbook"),
        disable_ramdisk=bool(arguments.get("disable_ramdisk")),
        ramdisk_brings_more=brings_more(work) and not ramdisk_runs,
        disallowed=_disallowed(work, kind),
    )
    return manual_plan(kind, sources)


def plan_deployment(tx: Transaction, work: Work) -> Written | Refused:
    """List the steps of a deployment, with those of the templates that the instance asks for."""
    plan = deployment_plan(tx, work, ramdisk_runs=False)
    return _as_agreed(work, plan) if plan.order else NO_STEPS


def plan_deployment_again(tx: Transaction, work: Work) -> Written | Refused:
    """List the steps anew now that the ramdisk has told its own; those that were run stay at the head."""
    index = work.operation.step_index or 0
    done = [msgspec.convert(step, PlannedStep) for step in work.operation.steps[:index]]
    return _written(continued(deployment_plan(tx, work, ramdisk_runs=True), done))


def deployment_plan(tx: Transaction, work: Work, *, ramdisk_runs: bool) -> StepPlan:
    """Make the list of a deployment, with the templates as they are at this moment."""
    traits = traits_of_instance(work)
    return deploy_plan(deploy_sources(work, templates_for(tx, work, traits), traits, ramdisk_runs=ramdisk_runs))


def traits_of_instance(work: Work) -> list[str]:
    """Give the traits that the instance asks for, of those that the node has: others are refused elsewhere."""
    traits = work.node.instance_info.get("traits")
    return [each for each in work.node.traits if each in traits] if isinstance(traits, list) else []


def templates_for(tx: Transaction, work: Work, traits: Collection[str]) -> dict[str, tuple[StepRequest, ...]]:
    """Look up the templates that traits ask for; while the release is pinned there are none."""
    if work.settings.is_pinned:
        return {}
    return {name: requests_from(steps) for name, steps in steps_by_template(tx, traits).items()}


def deploy_sources(
    work: Work, templates: Mapping[str, tuple[StepRequest, ...]], traits: Collection[str], *, ramdisk_runs: bool
) -> DeploySources:
    """Gather what the list of a deployment is made from."""
    return DeploySources(
        known=known_steps(work, StepKind.DEPLOY),
        templates=templates,
        traits=traits,
        requested=requested(work),
        ramdisk_brings_more=brings_more(work) and not ramdisk_runs,
        disallowed=_disallowed(work, StepKind.DEPLOY),
    )


def fault_of_template(sources: DeploySources, name: str) -> str | None:
    """Say what is wrong with one template on a node, were its trait asked for; None when it could be used."""
    try:
        deploy_plan(msgspec.structs.replace(sources, traits=(name,), requested=()))
    except Invalid as error:
        return error.message
    return None


def _disallowed(work: Work, kind: StepKind) -> frozenset[str]:
    return work.settings.disallowed.get(kind, frozenset())


def _as_agreed(work: Work, plan: StepPlan) -> Written | Refused:
    """Take a plan over, unless another one was agreed to."""
    agreed = work.operation.arguments.get("plan")
    if agreed is not None and digest_of(work.operation.kind, outline(plan.order)) != agreed:
        return OUTDATED
    return _written(plan)


def _written(plan: StepPlan) -> Written:
    steps = [msgspec.to_builtins(step) for step in plan.order]
    return Written(steps=steps, remembered=listed(plan.kind, steps))


def is_ramdisk_needed(work: Work) -> bool:
    """Tell whether any of the planned steps needs the ramdisk."""
    return any(step["requires_ramdisk"] or not step["is_known"] for step in work.operation.steps)
