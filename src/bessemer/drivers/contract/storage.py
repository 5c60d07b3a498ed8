"""What a storage interface offers: attaching remote volumes to a machine."""

from abc import abstractmethod
from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome


class StorageInterface(Interface):
    """Attaches remote volumes to machines."""

    kind: ClassVar[str] = "storage"

    @abstractmethod
    def attach_volumes(self, node: NodeView, turn: Turn) -> Outcome:
        """Tell the storage that the machine will use its volumes."""

    @abstractmethod
    def detach_volumes(self, node: NodeView, turn: Turn) -> Outcome:
        """Tell the storage that the machine is done with its volumes."""

    @abstractmethod
    def should_write_image(self, node: NodeView) -> bool:
        """Tell whether an image is written to a disk of the machine, and not found on a volume."""
