"""When the parts of a node may not be touched because the node itself is being worked on."""

from bessemer.model.errors import Conflict
from bessemer.model.node import Node
from bessemer.model.states import ProvisionState
from bessemer.rules.node_edits import INSPECTING_LOCKS_SINCE


def check_unreserved(node: Node) -> None:
    """Refuse while a conductor works on the node."""
    if node.reservation is not None:
        raise Conflict(
            f"The node {node.uuid} is being worked on by the conductor {node.reservation} "
            f"(state {node.provision_state!r}). Try again when it has finished."
        )


def check_not_inspecting(node: Node, minor: int) -> None:
    """Refuse while inspection may be writing the very same parts."""
    if node.provision_state == ProvisionState.INSPECTING and minor >= INSPECTING_LOCKS_SINCE:
        raise Conflict(f"The node {node.uuid} is being inspected, which may change its ports. Try again afterwards.")
