"""In which states of a node its volumes may be changed or deleted."""

from bessemer.model.errors import Invalid
from bessemer.model.node import Node
from bessemer.model.states import DELETABLE

OFF = "power off"


def check_volume_edit(node: Node) -> None:
    """Refuse to change what a running machine may have mounted."""
    if node.power_state != OFF:
        raise Invalid(
            f"The volumes of the node {node.uuid} can change only while it is powered off; "
            f"its power state is {node.power_state!r}. Power it off first."
        )


def check_volume_deletion(node: Node) -> None:
    """Refuse to delete what a running machine may have mounted, unless the machine is not in use at all."""
    if node.power_state != OFF and node.provision_state not in DELETABLE:
        raise Invalid(
            f"The volumes of the node {node.uuid} can be deleted while it is powered off, or in one of: "
            f"{', '.join(sorted(DELETABLE))}. It is {node.provision_state!r} with the power state "
            f"{node.power_state!r}."
        )
