"""What a network interface offers: which networks a machine is attached to at which time."""

from abc import abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome


class Network(StrEnum):
    """What a network is for."""

    PROVISIONING = "provisioning"
    CLEANING = "cleaning"
    INSPECTION = "inspection"
    RESCUING = "rescuing"
    SERVICING = "servicing"
    TENANT = "tenant"


class NetworkInterface(Interface):
    """Attaches machines to networks and takes them off."""

    kind: ClassVar[str] = "network"

    @abstractmethod
    def attach(self, node: NodeView, turn: Turn, network: Network) -> Outcome:
        """Attach the ports of the machine to a network."""

    @abstractmethod
    def detach(self, node: NodeView, turn: Turn, network: Network) -> Outcome:
        """Take the ports of the machine off a network."""

    def needs_power_on(self, node: NodeView) -> bool:
        """Tell whether the machine must be on while its networks are changed."""
        return False

    def vif_list(self, node: NodeView) -> tuple[str, ...]:
        """Tell the ids of the virtual interfaces that are attached."""
        raise self.unsupported(node, "virtual interfaces")

    def vif_attach(self, node: NodeView, vif: Mapping[str, Any]) -> Done:
        """Attach a virtual interface, given by its id and what else the caller said; ports are learned."""
        raise self.unsupported(node, "virtual interfaces")

    def vif_detach(self, node: NodeView, vif_id: str) -> Done:
        """Take a virtual interface off; ports are learned."""
        raise self.unsupported(node, "virtual interfaces")
