"""What an inspect interface offers: finding out what a machine is made of."""

from abc import abstractmethod
from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome


class InspectInterface(Interface):
    """Finds out what machines are made of."""

    kind: ClassVar[str] = "inspect"

    @abstractmethod
    def inspect_hardware(self, node: NodeView, turn: Turn) -> Outcome:
        """Inspect the machine; what was found is handed over as learned."""

    def abort(self, node: NodeView) -> None:
        """Stop an inspection that waits."""
        raise self.unsupported(node, "aborting an inspection")
