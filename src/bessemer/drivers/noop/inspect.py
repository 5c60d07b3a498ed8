"""The inspect interface of machines that are not inspected."""

from typing import ClassVar

from typing_extensions import override

from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.noop.dummy import Dummy


class NoInspect(Dummy, InspectInterface):
    """Inspects nothing."""

    feature: ClassVar[str] = "inspection"

    @override
    def inspect_hardware(self, node: NodeView, turn: Turn) -> Outcome:
        return self.refused(node)
