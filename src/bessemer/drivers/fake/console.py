"""The console interface of pretended machines."""

from collections.abc import Mapping

from typing_extensions import override

from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import NOTHING_NEW, Learned, Outcome
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import Machine
from bessemer.model.errors import Conflict


class FakeConsole(FakeInterface, ConsoleInterface):
    """Serves consoles on which nothing is ever written."""

    @override
    def start_console(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "start_console", started)

    @override
    def stop_console(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "stop_console", stopped)

    @override
    def get_console(self, node: NodeView) -> Mapping[str, str]:
        machine = self.ask(node, "get_console")
        if not machine.lasting.is_console_served:
            raise Conflict(
                f"The console of the node {node.label} is not being served. Switch it on first, with PUT "
                f"/v1/nodes/{node.uuid}/states/console."
            )
        return {"type": "fake", "url": f"fake://{node.uuid}/console"}


def started(machine: Machine) -> Learned:
    """Serve the console of a machine."""
    machine.change(is_console_served=True)
    return NOTHING_NEW


def stopped(machine: Machine) -> Learned:
    """Serve the console of a machine no longer."""
    machine.change(is_console_served=False)
    return NOTHING_NEW
