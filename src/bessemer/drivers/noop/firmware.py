"""The firmware interface of machines whose firmware is left alone."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from bessemer.drivers.contract.firmware import FirmwareInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.drivers.noop.dummy import Dummy


class NoFirmware(Dummy, FirmwareInterface):
    """Updates nothing and knows no components."""

    feature: ClassVar[str] = "firmware updates"

    @override
    def update(self, node: NodeView, turn: Turn, *, settings: list[Mapping[str, Any]]) -> Outcome:
        return self.refused(node)

    @override
    def cache_firmware_components(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()
