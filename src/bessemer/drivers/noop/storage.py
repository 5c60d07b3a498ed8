"""The storage interface of machines that have disks of their own."""

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.drivers.contract.storage import StorageInterface


class NoopStorage(StorageInterface):
    """Attaches no volumes: images are written to the disks of the machine."""

    @override
    def attach_volumes(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def detach_volumes(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def should_write_image(self, node: NodeView) -> bool:
        return True
