"""Runs steps on a machine that keeps its instance."""

from bessemer.engine.flow import Flow, Stage
from bessemer.engine.flows.clean import is_ramdisk_wanted
from bessemer.engine.flows.deeds import failed_after, prepared, switch_off, torn_down, validated
from bessemer.engine.flows.evidence import COLLECT_AFTER_FAILURE, COLLECT_BEFORE_LEAVING
from bessemer.engine.forgetting import forget_ramdisk
from bessemer.engine.planning import plan_manual
from bessemer.engine.work import Work
from bessemer.model.events import Event
from bessemer.model.states import Fault
from bessemer.model.step import StepKind

KIND = StepKind.SERVICE


def is_to_be_off(work: Work) -> bool:
    """Tell whether a machine is switched off of which the servicing failed."""
    return work.settings.poweroff_in_servicefail and not work.operation.progress.aborting


FLOW = Flow(
    title="The servicing",
    stages=(
        Stage(name="validate", deed=validated("power", "network")),
        Stage(name="plan", desk=plan_manual(KIND, ramdisk_runs=False)),
        Stage(name="prepare", deed=prepared(KIND), waits=True, when=is_ramdisk_wanted),
        Stage(name="plan again", desk=plan_manual(KIND, ramdisk_runs=True)),
        Stage(name="service steps", steps=KIND),
        COLLECT_BEFORE_LEAVING,
        Stage(name="tear down", deed=torn_down(KIND)),
    ),
    clearing=(
        COLLECT_AFTER_FAILURE,
        Stage(name="tear down after failure", deed=torn_down(KIND), when=failed_after("validate", "plan")),
        Stage(name="switch off after failure", deed=switch_off, when=is_to_be_off),
    ),
    finish=forget_ramdisk,
    fault=Fault.SERVICE,
    after_abort=Event.ABORT,
)
