"""What a BIOS interface offers: reading and changing the settings of a machine's firmware."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome

SETTINGS = {
    "settings": {
        "description": "A list of objects, each with the `name` of a setting and the `value` it is to have.",
        "required": True,
        "type": "array",
    }
}
"""The argument of apply_configuration."""


class BiosInterface(Interface):
    """Reads and changes BIOS settings; implementations declare both changes as steps."""

    kind: ClassVar[str] = "bios"

    @abstractmethod
    def apply_configuration(self, node: NodeView, turn: Turn, *, settings: list[Mapping[str, Any]]) -> Outcome:
        """Give settings the values wanted."""

    @abstractmethod
    def factory_reset(self, node: NodeView, turn: Turn) -> Outcome:
        """Give all settings the values they had when the machine was new."""

    @abstractmethod
    def cache_bios_settings(self, node: NodeView, turn: Turn) -> Outcome:
        """Read all settings, and hand them over as learned."""
