"""What a boot interface offers: getting a machine to start the ramdisk or its instance."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome


class BootInterface(Interface):
    """Gets machines to boot; rebooting them is the caller's affair."""

    kind: ClassVar[str] = "boot"

    @abstractmethod
    def prepare_ramdisk(self, node: NodeView, turn: Turn, ramdisk_params: Mapping[str, str]) -> Outcome:
        """See to it that the next boot starts the ramdisk, with these kernel arguments."""

    @abstractmethod
    def clean_up_ramdisk(self, node: NodeView, turn: Turn) -> Outcome:
        """Take away what was prepared for the ramdisk."""

    @abstractmethod
    def prepare_instance(self, node: NodeView, turn: Turn) -> Outcome:
        """See to it that the next boots start the instance."""

    @abstractmethod
    def clean_up_instance(self, node: NodeView, turn: Turn) -> Outcome:
        """Take away what was prepared for the instance."""

    def validate_inspection(self, node: NodeView) -> list[str]:
        """Say what keeps the ramdisk of an inspection from being booted."""
        return self.validate(node)

    def validate_rescue(self, node: NodeView) -> list[str]:
        """Say what keeps the rescue ramdisk from being booted."""
        return []

    def rebuild(self, node: NodeView, turn: Turn) -> Outcome:
        """Prepare the instance again on a process that has not done it before."""
        return Done()
