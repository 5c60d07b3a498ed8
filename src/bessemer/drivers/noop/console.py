"""The console interface of machines whose console is not served."""

from collections.abc import Mapping
from typing import ClassVar

from typing_extensions import override

from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.noop.dummy import Dummy


class NoConsole(Dummy, ConsoleInterface):
    """Serves no console."""

    feature: ClassVar[str] = "consoles"

    @override
    def start_console(self, node: NodeView, turn: Turn) -> Outcome:
        return self.refused(node)

    @override
    def stop_console(self, node: NodeView, turn: Turn) -> Outcome:
        return self.refused(node)

    @override
    def get_console(self, node: NodeView) -> Mapping[str, str]:
        raise self.unsupported(node, self.feature)
