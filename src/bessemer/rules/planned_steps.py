"""One step's way from being asked for to its place in a list, or to the reasons against it."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bessemer.model.errors import Invalid
from bessemer.model.plan import LeftOut, Origin, OriginKind, PlannedStep, StepRequest
from bessemer.model.step import Step, StepKind
from bessemer.rules.reserved_steps import RESERVED
from bessemer.rules.step_arguments import argument_faults
from bessemer.rules.step_order import Override

Name = tuple[str, str]
"""The interface and the step."""

MOST_SAID = 20
"""How many faults are told one by one."""

BY_DRIVER = Origin(kind=OriginKind.DRIVER)


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """The steps of one kind that a node is known to have."""

    kind: StepKind
    steps: Mapping[Name, Step]
    more_to_come: bool
    """Whether a ramdisk will run that may bring further ones."""


def known_steps(kind: StepKind, steps: Iterable[Step], *, more_to_come: bool) -> Known:
    """Sort out the steps that a node has; of two with one name the first counts."""
    found: dict[Name, Step] = {}
    for step in steps:
        found.setdefault((step.interface, step.step), step)
    return Known(kind=kind, steps=found, more_to_come=more_to_come)


def faults_of(known: Known, asked: StepRequest, origin: Origin, *, runs: bool = True) -> Sequence[str]:
    """List what keeps a step from being put into the list, as sentences."""
    if asked.execute_on_child_nodes:
        return ()
    step = known.steps.get((asked.interface, asked.step))
    arguments = RESERVED.get(asked.step) if asked.step in RESERVED or step is None else step.arguments
    if arguments is not None:
        return [f"{each} ({origin.words})" for each in argument_faults(asked.title, arguments, asked.args, runs=runs)]
    return () if known.more_to_come else [f"{_unknown(known, asked)} ({origin.words})"]


def refuse(faults: Sequence[str]) -> None:
    """Refuse a list of steps for all that is wrong with it, if anything is."""
    if faults:
        more = [f"And {len(faults) - MOST_SAID} more faults of steps."] if len(faults) > MOST_SAID else []
        raise Invalid(" ".join([*faults[:MOST_SAID], *more]))


def _unknown(known: Known, asked: StepRequest) -> str:
    alike = sorted(name for interface, name in known.steps if interface == asked.interface)
    return (
        f"The node has no {known.kind} step {asked.title}; its {asked.interface} interface has: "
        f"{', '.join(alike) or 'none'}."
    )


def planned_by_request(known: Known, asked: StepRequest, priority: int, origin: Origin, why: str) -> PlannedStep:
    """Put a step that was asked for into its place, with all that the node says about it."""
    own = asked.execute_on_child_nodes or asked.step in RESERVED
    step = None if own else known.steps.get((asked.interface, asked.step))
    if step is None:
        return PlannedStep(
            interface=asked.interface,
            step=asked.step,
            args=asked.args,
            priority=priority,
            abortable=own,
            requires_ramdisk=not own,
            execute_on_child_nodes=asked.execute_on_child_nodes,
            limit_child_node_execution=asked.limit_child_node_execution,
            is_known=own,
            origin=origin,
            why=why,
        )
    return PlannedStep(
        interface=step.interface,
        step=step.step,
        args=asked.args,
        priority=priority,
        abortable=step.abortable,
        requires_ramdisk=step.requires_ramdisk,
        reboot_requested=step.reboot_requested,
        on_takeover=step.on_takeover,
        origin=origin,
        why=why,
    )


def planned_by_default(step: Step, override: Override | None) -> PlannedStep:
    """Put a step of the driver into its place."""
    priority = step.priority if override is None else override.priority
    return PlannedStep(
        interface=step.interface,
        step=step.step,
        priority=priority,
        abortable=step.abortable,
        requires_ramdisk=step.requires_ramdisk,
        reboot_requested=step.reboot_requested,
        on_takeover=step.on_takeover,
        origin=BY_DRIVER if override is None else Origin(kind=OriginKind.CONFIGURATION, names=(override.option,)),
        why=_why_by_default(step, override),
    )


def _why_by_default(step: Step, override: Override | None) -> str:
    if override is None:
        return f"The driver gives it the priority {step.priority}."
    return f"The option {override.option} gives it the priority {override.priority}; the driver's is {step.priority}."


def left_out(step: PlannedStep, why: str) -> LeftOut:
    """Note that a step does not run."""
    return LeftOut(title=step.title, origin=step.origin, why=why)
