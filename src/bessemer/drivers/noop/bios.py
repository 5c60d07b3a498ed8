"""The BIOS interface of machines whose BIOS is left alone."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from bessemer.drivers.contract.bios import BiosInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.drivers.noop.dummy import Dummy


class NoBios(Dummy, BiosInterface):
    """Changes nothing and knows no settings."""

    feature: ClassVar[str] = "BIOS settings"

    @override
    def apply_configuration(self, node: NodeView, turn: Turn, *, settings: list[Mapping[str, Any]]) -> Outcome:
        return self.refused(node)

    @override
    def factory_reset(self, node: NodeView, turn: Turn) -> Outcome:
        return self.refused(node)

    @override
    def cache_bios_settings(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()
