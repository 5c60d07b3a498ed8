"""Makes the list of steps of an operation, from what the machine has and what was asked for."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from bessemer.engine.flow import Refused, Written
from bessemer.engine.step_fields import listed
from bessemer.engine.work import Work
from bessemer.model.plan import PlannedStep, StepPlan, StepRequest
from bessemer.model.step import Step, StepKind
from bessemer.model.step_lists import DEPLOY_TEMPLATE, DeployTemplate
from bessemer.rules.step_merge import DeploySources, deploy_plan
from bessemer.rules.step_order import INTERFACES_OF
from bessemer.rules.step_plans import ManualSources, automated_clean_plan, manual_plan, verify_plan
from bessemer.rules.step_replan import continued
from bessemer.rules.step_requests import requests_from
from bessemer.store import rows
from bessemer.store.transaction import Transaction

ASK = "Ask for other steps, or see that the interfaces of the node have those that are asked for."


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
    known = known_steps(work, StepKind.CLEAN)
    return _written(automated_clean_plan(known, work.settings.clean_overrides, _disallowed(work, StepKind.CLEAN)))


def plan_manual(kind: StepKind, *, ramdisk_runs: bool) -> Any:
    """Make the desk that lists the steps that somebody put together, before the ramdisk runs or again when it does."""

    def plan(_: Transaction, work: Work) -> Written | Refused:
        arguments = work.operation.arguments
        sources = ManualSources(
            known=known_steps(work, kind),
            requested=requested(work),
            runbook=arguments.get("runbook"),
            disable_ramdisk=bool(arguments.get("disable_ramdisk")),
            ramdisk_brings_more=brings_more(work) and not ramdisk_runs,
            disallowed=_disallowed(work, kind),
        )
        return _written(manual_plan(kind, sources))

    return plan


def plan_deployment(tx: Transaction, work: Work) -> Written | Refused:
    """List the steps of a deployment, with those of the templates that the instance asks for."""
    deploy = work.machine.driver.deploy
    plan = _deploy_plan(tx, work, more=brings_more(work) and deploy is not None and deploy.deploys_with_agent)
    if not plan.order:
        return Refused(
            reason="The deployment has no steps: all are switched off",
            remedy="Leave the driver's own steps their priorities, or ask for steps that deploy the instance.",
        )
    return _written(plan)


def plan_deployment_again(tx: Transaction, work: Work) -> Written | Refused:
    """List the steps anew when the ramdisk has told its own; those that were run, the last included, stay first."""
    index = work.operation.step_index
    assert index is not None  # it is a step that brought them
    done = [msgspec.convert(step, PlannedStep) for step in work.operation.steps[: index + 1]]
    return _written(continued(_deploy_plan(tx, work, more=False), done))


def _deploy_plan(tx: Transaction, work: Work, *, more: bool) -> StepPlan:
    traits = work.node.instance_info.get("traits") or ()
    return deploy_plan(
        DeploySources(
            known=known_steps(work, StepKind.DEPLOY),
            templates=_templates(tx, traits),
            traits=traits,
            requested=requested(work),
            ramdisk_brings_more=more,
            disallowed=_disallowed(work, StepKind.DEPLOY),
        )
    )


def _templates(tx: Transaction, traits: Sequence[str]) -> dict[str, tuple[StepRequest, ...]]:
    found = {name: cast("DeployTemplate | None", rows.fetch(tx, DEPLOY_TEMPLATE, "name", name)) for name in set(traits)}
    return {name: requests_from(template.steps) for name, template in found.items() if template is not None}


def _disallowed(work: Work, kind: StepKind) -> frozenset[str]:
    return work.settings.disallowed.get(kind, frozenset())


def _written(plan: StepPlan) -> Written:
    steps = [msgspec.to_builtins(step) for step in plan.order]
    return Written(steps=steps, remembered=listed(plan.kind, steps))


def is_ramdisk_needed(work: Work) -> bool:
    """Tell whether any of the planned steps needs the ramdisk."""
    return any(step["requires_ramdisk"] or not step["is_known"] for step in work.operation.steps)
