"""Finds out what a machine is made of."""

from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.outcome import Done, Failed, Outcome, outcome_from_return
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.flows.deeds import CORRECT, failed_after, validated
from bessemer.engine.inspection import CALLS, forget_report, take_report
from bessemer.engine.work import Work
from bessemer.model.inspection import MEMORY
from bessemer.rules.ramdisk_states import forgotten_with_ramdisk
from bessemer.store.inspection_reports import drop_report
from bessemer.store.transaction import Transaction


def begin(tx: Transaction, work: Work) -> Written | Refused:
    """Note when it begins, and forget what an earlier one may have left."""
    drop_report(tx, work.node.id)
    moments = {"inspection_started_at": tx.now, "inspection_finished_at": None}
    ramdisk = forgotten_with_ramdisk(work.node.driver_internal_info)
    return Written(node=moments, remembered={**ramdisk, **dict.fromkeys(MEMORY)})


def validate(work: Work) -> Outcome:
    """Check what is needed; the boot of the ramdisk too, where the machine is inspected from the inside."""
    checked = validated("power", "inspect")(work)
    if isinstance(checked, Done) and work.need(InspectInterface).needs_ramdisk:
        problems = work.need(BootInterface).validate_inspection(work.view)
        return Failed(reason=" ".join(problems), remedy=CORRECT) if problems else checked
    return checked


def inspect(work: Work) -> Outcome:
    """Inspect the machine."""
    return outcome_from_return(work.need(InspectInterface).inspect_hardware(work.view, work.turn), "The inspection")


def call_outside(work: Work) -> Outcome:
    """Fetch the web addresses that rules want to be fetched."""
    return work.need(InspectInterface).call_outside(work.view, work.turn, work.operation.arguments[CALLS])


def stop(work: Work) -> Outcome:
    """Stop an inspection that goes on by itself."""
    work.need(InspectInterface).abort(work.view)
    return Done()


def clean_up(work: Work) -> Outcome:
    """Take away what was prepared for it."""
    return work.need(InspectInterface).clean_up(work.view, work.turn)


FLOW = Flow(
    title="The inspection",
    stages=(
        Stage(name="begin", desk=begin),
        Stage(name="validate", deed=validate),
        Stage(name="inspect", deed=inspect, waits=True),
        Stage(name="hooks and rules", desk=take_report),
        Stage(name="calls of rules", deed=call_outside, when=lambda work: bool(work.operation.arguments.get(CALLS))),
    ),
    clearing=(
        Stage(name="stop inspecting", deed=stop, when=lambda work: work.operation.progress.aborting),
        Stage(name="clean up after failure", deed=clean_up, when=failed_after("begin", "validate")),
    ),
    finish=forget_report,
)
