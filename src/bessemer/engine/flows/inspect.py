"""Finds out what a machine is made of."""

from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.outcome import Done, Outcome, outcome_from_return
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.flows.deeds import validated
from bessemer.engine.work import Work
from bessemer.store.transaction import Transaction


def begin(tx: Transaction, _: Work) -> Written | Refused:
    """Note when it begins."""
    return Written(node={"inspection_started_at": tx.now, "inspection_finished_at": None})


def inspect(work: Work) -> Outcome:
    """Inspect the machine."""
    return outcome_from_return(work.need(InspectInterface).inspect_hardware(work.view, work.turn), "The inspection")


def end(tx: Transaction, work: Work) -> Written | Refused:
    """Note when it ended, if it did well."""
    return Written() if work.operation.progress.failing else Written(node={"inspection_finished_at": tx.now})


def stop(work: Work) -> Outcome:
    """Stop an inspection that goes on by itself."""
    work.need(InspectInterface).abort(work.view)
    return Done()


FLOW = Flow(
    title="The inspection",
    stages=(
        Stage(name="begin", desk=begin),
        Stage(name="validate", deed=validated("power", "inspect")),
        Stage(name="inspect", deed=inspect, waits=True),
    ),
    clearing=(Stage(name="stop inspecting", deed=stop, when=lambda work: work.operation.progress.aborting),),
    finish=end,
)
