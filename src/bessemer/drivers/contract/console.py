"""What a console interface offers: a machine's serial or graphical console, for people."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome


class ConsoleInterface(Interface):
    """Serves the consoles of machines."""

    kind: ClassVar[str] = "console"

    @abstractmethod
    def start_console(self, node: NodeView, turn: Turn) -> Outcome:
        """Begin to serve the console."""

    @abstractmethod
    def stop_console(self, node: NodeView, turn: Turn) -> Outcome:
        """End serving the console."""

    @abstractmethod
    def get_console(self, node: NodeView) -> Mapping[str, str]:
        """Tell how to reach the console: its `type` and its `url`."""
