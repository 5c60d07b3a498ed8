"""Cleans machines, unasked or as somebody said."""

from bessemer.engine.flow import Flow, Stage
from bessemer.engine.flows.deeds import failed_after, prepared, switch_off, torn_down, validated
from bessemer.engine.flows.evidence import COLLECT_AFTER_FAILURE, COLLECT_BEFORE_LEAVING
from bessemer.engine.forgetting import forget_ramdisk
from bessemer.engine.planning import is_ramdisk_needed, plan_automated_cleaning, plan_manual
from bessemer.engine.work import Work
from bessemer.model.events import Event
from bessemer.model.states import Fault
from bessemer.model.step import StepKind

KIND = StepKind.CLEAN
BEFORE = ("validate", "plan", "validate cleaning")


def is_wanted(work: Work) -> bool:
    """Tell whether a machine is to be cleaned unasked: the node says so, or else the configuration."""
    own = work.node.automated_clean
    return work.settings.automated_clean if own is None else own


def is_ramdisk_wanted(work: Work) -> bool:
    """Tell whether the ramdisk has to run for the steps."""
    return is_ramdisk_needed(work) and not work.operation.arguments.get("disable_ramdisk")


def is_to_be_off(work: Work) -> bool:
    """Tell whether a machine is switched off of which the cleaning failed."""
    return work.settings.poweroff_in_cleanfail and not work.operation.progress.aborting


def ends_in(work: Work) -> Event:
    """Tell how a cleaning ends that nobody asked for: retired nodes are not offered again."""
    return Event.MANAGE if work.node.retired else Event.DONE


AUTOMATED = (
    Stage(name="validate cleaning", deed=validated("power", "network"), when=is_wanted),
    Stage(name="prepare", deed=prepared(KIND), waits=True, when=is_wanted),
    Stage(name="plan cleaning", desk=plan_automated_cleaning, when=is_wanted),
    Stage(name="clean steps", steps=KIND, when=is_wanted),
    COLLECT_BEFORE_LEAVING,
    Stage(name="tear down", deed=torn_down(KIND), when=is_wanted),
)

CLEARING = (
    COLLECT_AFTER_FAILURE,
    Stage(name="tear down after failure", deed=torn_down(KIND), when=failed_after(*BEFORE)),
    Stage(name="switch off after failure", deed=switch_off, when=is_to_be_off),
)

FLOW = Flow(
    title="The cleaning", stages=AUTOMATED, clearing=CLEARING, success=ends_in, finish=forget_ramdisk, fault=Fault.CLEAN
)

MANUAL_FLOW = Flow(
    title="The cleaning",
    stages=(
        Stage(name="validate", deed=validated("power", "network")),
        Stage(name="plan", desk=plan_manual(KIND, ramdisk_runs=False)),
        Stage(name="prepare", deed=prepared(KIND), waits=True, when=is_ramdisk_wanted),
        Stage(name="plan again", desk=plan_manual(KIND, ramdisk_runs=True)),
        Stage(name="clean steps", steps=KIND),
        COLLECT_BEFORE_LEAVING,
        Stage(name="tear down", deed=torn_down(KIND)),
    ),
    clearing=CLEARING,
    success=lambda _: Event.MANAGE,
    finish=forget_ramdisk,
    fault=Fault.CLEAN,
)
