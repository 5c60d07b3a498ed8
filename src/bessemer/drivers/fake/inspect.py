"""The inspect interface of pretended machines."""

from typing_extensions import override

from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Learned, Outcome
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.inventory import inventory_of, properties_of
from bessemer.drivers.fake.machine import Machine


class FakeInspect(FakeInterface, InspectInterface):
    """Finds what a pretended machine is made of."""

    @override
    def inspect_hardware(self, node: NodeView, turn: Turn) -> Outcome:
        def effect(machine: Machine) -> Learned:
            return Learned(inventory=inventory_of(node, machine), properties=properties_of(machine))

        return self.deed(node, turn, "inspect_hardware", effect)

    @override
    def abort(self, node: NodeView) -> None:
        self.ask(node, "abort")
