"""What a rescue interface offers: a way into a machine whose instance does not let its user in."""

from abc import abstractmethod
from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome


class RescueInterface(Interface):
    """Boots machines into a rescue system, and back."""

    kind: ClassVar[str] = "rescue"

    @abstractmethod
    def rescue(self, node: NodeView, turn: Turn) -> Outcome:
        """Boot the rescue system, with the password hash kept in instance_info."""

    @abstractmethod
    def unrescue(self, node: NodeView, turn: Turn) -> Outcome:
        """Boot the instance again."""

    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        """Take away what was prepared for a rescue that failed or was aborted."""
        return Done()
