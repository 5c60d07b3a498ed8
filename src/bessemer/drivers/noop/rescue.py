"""The rescue interface of machines that cannot be rescued."""

from typing import ClassVar

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.drivers.noop.dummy import Dummy


class NoRescue(Dummy, RescueInterface):
    """Boots no rescue system."""

    feature: ClassVar[str] = "rescuing"

    @override
    def rescue(self, node: NodeView, turn: Turn) -> Outcome:
        return self.refused(node)

    @override
    def unrescue(self, node: NodeView, turn: Turn) -> Outcome:
        return self.refused(node)
