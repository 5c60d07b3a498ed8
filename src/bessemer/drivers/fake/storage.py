"""The storage interface of pretended machines."""

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.storage import StorageInterface
from bessemer.drivers.fake.interface import FakeInterface


class FakeStorage(FakeInterface, StorageInterface):
    """Attaches volumes that are pretended."""

    @override
    def attach_volumes(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "attach_volumes")

    @override
    def detach_volumes(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "detach_volumes")

    @override
    def should_write_image(self, node: NodeView) -> bool:
        self.ask(node, "should_write_image")
        return True
