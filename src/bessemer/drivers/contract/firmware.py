"""What a firmware interface offers: reading and updating the firmware of a machine's components."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome

UPDATE_ARGUMENTS = {
    "settings": {
        "description": "A list of objects, each with the `component` to be updated and the `url` of its new firmware.",
        "required": True,
        "type": "array",
    }
}
"""The argument of update."""


class FirmwareInterface(Interface):
    """Reads and updates firmware; implementations declare the update as a step."""

    kind: ClassVar[str] = "firmware"

    @abstractmethod
    def update(self, node: NodeView, turn: Turn, *, settings: list[Mapping[str, Any]]) -> Outcome:
        """Write new firmware to components."""

    @abstractmethod
    def cache_firmware_components(self, node: NodeView, turn: Turn) -> Outcome:
        """Read the versions of all components, and hand them over as learned."""
