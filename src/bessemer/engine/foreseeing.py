"""Answers what an operation on a node would do, without beginning it."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.drivers.contract.outcome import Failed
from bessemer.engine.bench import Bench
from bessemer.engine.flows.clean import is_wanted
from bessemer.engine.flows.table import FLOWS
from bessemer.engine.foreseen import advice_on, foreseen_left_out, foreseen_steps
from bessemer.engine.imagining import imagined_work
from bessemer.engine.planning import NO_STEPS, automated_cleaning_plan, brings_more, deployment_plan, manual_plan_of
from bessemer.engine.work import Work
from bessemer.model.errors import BessemerError, Invalid
from bessemer.model.foresight import Check, Foresight, Refusal
from bessemer.model.operation import OperationKind
from bessemer.model.plan import StepPlan
from bessemer.model.question import Question
from bessemer.model.step import StepKind
from bessemer.rules.durations import durations_of
from bessemer.rules.plan_digest import digest_of, outline
from bessemer.store.past_runs import runs_on
from bessemer.store.transaction import Transaction

Planner = Callable[[Transaction, Work], StepPlan]
NOTHING = StepPlan(kind=StepKind.CLEAN, order=())


def _deployment(tx: Transaction, work: Work) -> StepPlan:
    return deployment_plan(tx, work, ramdisk_runs=False)


def _cleaning(_: Transaction, work: Work) -> StepPlan:
    return automated_cleaning_plan(work) if is_wanted(work) else NOTHING


def _manual(kind: StepKind) -> Planner:
    return lambda _, work: manual_plan_of(kind, work, ramdisk_runs=False)


PLANNERS: Mapping[OperationKind, Planner] = {
    OperationKind.DEPLOY: _deployment,
    OperationKind.REBUILD: _deployment,
    OperationKind.UNDEPLOY: _cleaning,
    OperationKind.CLEAN: _cleaning,
    OperationKind.MANUAL_CLEAN: _manual(StepKind.CLEAN),
    OperationKind.SERVICE: _manual(StepKind.SERVICE),
}
"""How the steps are listed, by what is to be done; the flows list them by the very same means."""

DEPLOYMENTS = frozenset({OperationKind.DEPLOY, OperationKind.REBUILD})
VALIDATIONS = frozenset({"validate", "validate cleaning"})
"""Stages that touch no machine: they only look whether everything is there that is needed."""


async def plan(bench: Bench, question: Question) -> dict[str, Any]:
    """Give the steps that an operation would consist of, and what stands in its way."""
    found = await bench.ask(
        f"The node {question.node}, asked what would be done to it,",
        lambda: bench.database.read(_foresee, bench, question),
    )
    answer: dict[str, Any] = msgspec.to_builtins(found)
    return answer


def _foresee(tx: Transaction, bench: Bench, question: Question) -> Foresight:
    kind = OperationKind(question.arguments["kind"])
    work = imagined_work(tx, bench, str(question.node), kind, question.arguments["arguments"])
    made, reasons = _planned(tx, work)
    work = _with_steps(work, made)
    stages, faults = _stages(work)
    lines = outline(made.order)
    digest = None if reasons else digest_of(kind, lines)
    agreed = question.arguments.get("agreed")
    difference = None if agreed in {None, digest} else bench.plans.difference(str(agreed), lines)
    if digest is not None:
        bench.plans.keep(digest, lines)
    return Foresight(
        conductor=bench.settings.host,
        stages=stages,
        steps=foreseen_steps(made, durations_of(runs_on(tx, work.node.driver, [step.title for step in made.order]))),
        left_out=foreseen_left_out(made),
        uses_ramdisk=made.needs_ramdisk and not work.operation.arguments.get("disable_ramdisk"),
        ramdisk_may_bring_more=brings_more(work),
        refusals=(*(Refusal(check=Check.STEPS, reason=reason) for reason in reasons), *faults),
        advice=advice_on(tx, work) if kind in DEPLOYMENTS else (),
        digest=digest,
        difference=difference,
    )


def _planned(tx: Transaction, work: Work) -> tuple[StepPlan, list[str]]:
    """Make the list of steps; where that cannot be done, an empty one with the reasons."""
    kind = work.operation.kind
    try:
        made = PLANNERS[kind](tx, work)
    except Invalid as error:
        return NOTHING, [error.message]
    is_empty = kind in DEPLOYMENTS and not made.order
    return made, [f"{NO_STEPS.reason}. {NO_STEPS.remedy}"] if is_empty else []


def _with_steps(work: Work, made: StepPlan) -> Work:
    steps = [msgspec.to_builtins(step) for step in made.order]
    return msgspec.structs.replace(work, operation=msgspec.structs.replace(work.operation, steps=steps))


def _stages(work: Work) -> tuple[tuple[str, ...], tuple[Refusal, ...]]:
    """Go through the flow: name what touches the machine, and have judged what is judged without touching it."""
    names: list[str] = []
    faults: list[Refusal] = []
    for stage in FLOWS[work.operation.kind].stages:
        if (stage.when is not None and not stage.when(work)) or (stage.deed is None and stage.steps is None):
            continue
        if stage.name not in VALIDATIONS:
            names.append(stage.name)
            continue
        reason = _reason_against(stage.deed, work)
        if reason is not None:
            faults.append(Refusal(check=Check.INTERFACES, reason=reason))
    return tuple(names), tuple(faults)


def _reason_against(deed: Callable[[Work], object] | None, work: Work) -> str | None:
    try:
        outcome = None if deed is None else deed(work)
    except BessemerError as error:
        return error.message
    return f"{outcome.reason} {outcome.remedy}" if isinstance(outcome, Failed) else None
