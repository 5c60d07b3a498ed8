"""The boot interface of pretended machines."""

from collections.abc import Mapping

from typing_extensions import override

from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.fake.interface import FakeInterface


class FakeBoot(FakeInterface, BootInterface):
    """Prepares boots that do not happen."""

    @override
    def prepare_ramdisk(self, node: NodeView, turn: Turn, ramdisk_params: Mapping[str, str]) -> Outcome:
        # Their names only: the values carry the agent's token.
        return self.deed(node, turn, "prepare_ramdisk", ramdisk_params=sorted(ramdisk_params))

    @override
    def clean_up_ramdisk(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "clean_up_ramdisk")

    @override
    def prepare_instance(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "prepare_instance")

    @override
    def clean_up_instance(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "clean_up_instance")

    @override
    def rebuild(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "rebuild")
