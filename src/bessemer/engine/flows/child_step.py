"""Runs one step that the node of which this one is a part handed on to it."""

from bessemer.drivers.contract.outcome import Failed
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.performing import run_step
from bessemer.engine.reserved import RESERVED
from bessemer.engine.work import Work
from bessemer.model.step import StepKind
from bessemer.store import operations, rows
from bessemer.store.transaction import Transaction

KINDS = (StepKind.CLEAN, StepKind.SERVICE, StepKind.DEPLOY)


def run(work: Work) -> object:
    """Run the step, if the machine has it."""
    step = work.operation.arguments["step"]
    if step["step"] not in RESERVED and not _is_known(work, step["interface"], step["step"]):
        return Failed(
            reason=f"The node has no step {step['interface']}.{step['step']}",
            remedy="Limit the step to child nodes that have it, with limit_child_node_execution.",
        )
    return run_step(work, step)


def _is_known(work: Work, interface: str, name: str) -> bool:
    found = work.machine.driver.get(interface) if interface in work.view.interfaces else None
    return found is not None and any(step.step == name for kind in KINDS for step in found.get_steps(kind, work.view))


def tell_parent(tx: Transaction, work: Work) -> Written | Refused:
    """Let the work on the parent node go on."""
    parent = rows.id_of(tx, "node", "uuid", work.operation.arguments["parent"])
    if parent is not None:
        operations.wake(tx, parent)
    return Written()


FLOW = Flow(title="The step", stages=(Stage(name="step", deed=run),), finish=tell_parent, moves=False)
