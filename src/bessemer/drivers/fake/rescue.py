"""The rescue interface of pretended machines."""

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.drivers.fake.interface import FakeInterface


class FakeRescue(FakeInterface, RescueInterface):
    """Boots rescue systems that are pretended."""

    @override
    def rescue(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "rescue")

    @override
    def unrescue(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "unrescue")

    @override
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "clean_up")
