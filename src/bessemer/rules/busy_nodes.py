"""When a node or its parts may not be touched because the node is being worked on."""

from bessemer.model.errors import Busy, Conflict
from bessemer.model.node import Node
from bessemer.model.operation import BUSY, Operation
from bessemer.model.states import ProvisionState
from bessemer.rules.node_edits import INSPECTING_LOCKS_SINCE


def check_unreserved(node: Node) -> None:
    """Refuse while a conductor works on the node."""
    if node.reservation is not None:
        raise Busy(
            f"The node {node.uuid} is being worked on by the conductor {node.reservation} "
            f"(state {node.provision_state!r}). Try again when it has finished."
        )


def check_not_inspecting(node: Node, minor: int) -> None:
    """Refuse while inspection may be writing the very same parts."""
    if node.provision_state == ProvisionState.INSPECTING and minor >= INSPECTING_LOCKS_SINCE:
        raise Conflict(f"The node {node.uuid} is being inspected, which may change its ports. Try again afterwards.")


def is_busy(work: Operation | None) -> bool:
    """Tell whether a conductor is at work this moment; work that waits or is held keeps nobody busy."""
    return work is not None and work.status in BUSY


def taken_by(node: Node, work: Operation) -> Busy:
    """Make the refusal of what cannot be done beside the work that goes on; it says who does what until when."""
    going_on = {True: "is being done by", False: "waits for the machine, in the care of"}[is_busy(work)]
    return Busy(
        f"The node {node.uuid} is taken (state {node.provision_state!r}): the operation {work.uuid} ({work.kind}) "
        f"{going_on} the conductor {work.owner} since {work.created_at}, and will be ended at {work.deadline} at the "
        "latest. Try again when it has ended, or abort it."
    )
