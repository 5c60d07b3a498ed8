"""Which steps cleaning, servicing and verification consist of."""

from collections.abc import Mapping, Sequence

import msgspec

from bessemer.model.plan import LeftOut, Origin, OriginKind, PlannedStep, StepPlan, StepRequest
from bessemer.model.step import Step, StepKind
from bessemer.rules.planned_steps import (
    Known,
    faults_of,
    known_steps,
    left_out,
    planned_by_default,
    planned_by_request,
    refuse,
)
from bessemer.rules.step_order import Override, in_order
from bessemer.rules.step_requests import forbidden

SWITCHED_OFF = "Its priority is 0."


class ManualSources(msgspec.Struct, frozen=True, kw_only=True):
    """What a list in an order of somebody's own is made from."""

    known: Sequence[Step]
    """The steps that the node is known to have."""
    requested: Sequence[StepRequest]
    runbook: str | None = None
    """The name of the runbook that the requested steps are from; None where a person listed them."""
    disable_ramdisk: bool = False
    ramdisk_brings_more: bool = False
    """Whether a ramdisk that has not reported yet may bring steps that are unknown now."""
    disallowed: frozenset[str] = frozenset()


def manual_plan(kind: StepKind, sources: ManualSources) -> StepPlan:
    """Make the list of a cleaning or servicing that somebody put together: as given, with the flags of the driver."""
    origin = Origin(kind=OriginKind.REQUEST)
    if sources.runbook is not None:
        origin = Origin(kind=OriginKind.RUNBOOK, names=(sources.runbook,))
    more_to_come = sources.ramdisk_brings_more and not sources.disable_ramdisk
    known = known_steps(kind, sources.known, more_to_come=more_to_come)
    order: list[PlannedStep] = []
    skipped: list[LeftOut] = []
    faults: list[str] = []
    for place, asked in enumerate(sources.requested, start=1):
        ban = forbidden(asked, kind, sources.disallowed)
        planned = _in_place(known, asked, origin, place)
        if ban and sources.runbook is not None:
            skipped.append(left_out(planned, ban))
            continue
        wrong = [ban] if ban else [*faults_of(known, asked, origin), *_needs_ramdisk(planned, sources)]
        faults += wrong
        order.append(planned)
    refuse(faults)
    return StepPlan(kind=kind, order=tuple(order), left_out=tuple(skipped))


def _in_place(known: Known, asked: StepRequest, origin: Origin, place: int) -> PlannedStep:
    step = known.steps.get((asked.interface, asked.step))
    return planned_by_request(
        known, asked, 0 if step is None else step.priority, origin, f"It is number {place} of {origin.words}."
    )


def _needs_ramdisk(planned: PlannedStep, sources: ManualSources) -> list[str]:
    if sources.disable_ramdisk and planned.is_known and planned.requires_ramdisk:
        return [f"{planned.title} needs the ramdisk, which disable_ramdisk forbids: leave that or the step out."]
    return []


def automated_clean_plan(
    known: Sequence[Step], overrides: Mapping[str, Override], disallowed: frozenset[str]
) -> StepPlan:
    """Make the list of a cleaning that nobody put together: all that the driver and the configuration switch on."""
    return _default_plan(StepKind.CLEAN, known, overrides, disallowed)


def verify_plan(known: Sequence[Step], overrides: Mapping[str, Override]) -> StepPlan:
    """Make the list of a verification."""
    return _default_plan(StepKind.VERIFY, known, overrides, frozenset())


def _default_plan(
    kind: StepKind, known: Sequence[Step], overrides: Mapping[str, Override], disallowed: frozenset[str]
) -> StepPlan:
    order, skipped = default_steps(known_steps(kind, known, more_to_come=False), overrides, disallowed)
    return StepPlan(kind=kind, order=tuple(in_order(kind, order)), left_out=tuple(skipped))


def default_steps(
    known: Known, overrides: Mapping[str, Override], disallowed: frozenset[str]
) -> tuple[list[PlannedStep], list[LeftOut]]:
    """Choose the steps that run when nobody asks for any; those that the driver itself has off are not spoken of."""
    order: list[PlannedStep] = []
    skipped: list[LeftOut] = []
    for step in known.steps.values():
        planned = planned_by_default(step, overrides.get(step.title))
        if planned.priority == 0:
            skipped += [left_out(planned, SWITCHED_OFF)] if step.priority else []
        elif step.title in disallowed:
            skipped.append(left_out(planned, f"The option api.disallow_{known.kind}_steps forbids it."))
        else:
            order.append(planned)
    return order, skipped
