"""Writes a plan for people: how each step is shown, and what they should know besides."""

from collections.abc import Mapping

from bessemer.engine.planning import deploy_sources, fault_of_template, templates_for, traits_of_instance
from bessemer.engine.work import Work
from bessemer.model.foresight import Duration, ForeseenLeftOut, ForeseenStep
from bessemer.model.masking import masked
from bessemer.model.plan import PlannedStep, StepPlan
from bessemer.rules.destruction import is_destructive
from bessemer.store.transaction import Transaction

PINNED = "The release is pinned, as in an upgrade: until that is over no deploy template is applied."


def foreseen_steps(plan: StepPlan, durations: Mapping[str, Duration]) -> tuple[ForeseenStep, ...]:
    """Show the steps of a plan."""
    return tuple(_foreseen(step, durations.get(step.title)) for step in plan.order)


def _foreseen(step: PlannedStep, duration: Duration | None) -> ForeseenStep:
    return ForeseenStep(
        interface=step.interface,
        step=step.step,
        args=masked(step.args),
        priority=step.priority,
        origin=step.origin,
        why=step.why,
        destructive=is_destructive(step.interface, step.step),
        abortable=step.abortable,
        requires_ramdisk=step.requires_ramdisk,
        postponed=not step.is_known,
        execute_on_child_nodes=step.execute_on_child_nodes,
        limit_child_node_execution=step.limit_child_node_execution,
        duration=duration,
    )


def foreseen_left_out(plan: StepPlan) -> tuple[ForeseenLeftOut, ...]:
    """Show the candidates that are not run."""
    return tuple(ForeseenLeftOut(step=each.title, origin=each.origin, why=each.why) for each in plan.left_out)


def advice_on(tx: Transaction, work: Work) -> tuple[str, ...]:
    """Tell of the templates that are enabled on the node, are not asked for, and could not be used."""
    if work.settings.is_pinned:
        return (PINNED,)
    asked = set(traits_of_instance(work))
    unused = [trait for trait in work.node.traits if trait not in asked]
    templates = templates_for(tx, work, unused)
    sources = deploy_sources(work, templates, (), ramdisk_runs=False)
    faults = {name: fault_of_template(sources, name) for name in sorted(templates)}
    return tuple(
        f"The template {name} is enabled on this node and could not be used on it: {fault}"
        for name, fault in faults.items()
        if fault is not None
    )
