"""What is tested of network interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.network import Network, NetworkInterface
from bessemer.drivers.contract.outcome import Done
from bessemer.testing.conformance.interface import InterfaceConformance, Question
from bessemer.testing.conformance.leading import faults_of, is_done, lead_or_refusal

VIF = "0f0f0f0f-0000-4000-8000-000000000003"


class NetworkConformance(InterfaceConformance):
    """Attaching a machine to networks."""

    contract: ClassVar[type[Interface]] = NetworkInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "attach": {"network": Network.PROVISIONING},
        "detach": {"network": Network.PROVISIONING},
    }
    questions: ClassVar[Mapping[str, Question]] = {
        "needs_power_on": Question(answer=(bool,)),
        "vif_list": Question(answer=(tuple, list)),
        "vif_attach": Question(arguments={"vif": {"id": VIF}}, answer=(Done,)),
        "vif_detach": Question(arguments={"vif_id": VIF}, answer=(Done,)),
    }

    def test_every_network_can_be_attached_or_is_refused(self) -> None:
        """There is a network for each thing that is done with a machine."""
        for network in Network:
            for method in ("attach", "detach"):
                assert not faults_of(lead_or_refusal(self.made(), self.node(), method, {"network": network}))

    def test_a_machine_can_be_taken_off_a_network_twice(self) -> None:
        """A process may die before it could say that it was done."""
        made, node, arguments = self.made(), self.node(), {"network": Network.CLEANING}
        if is_done(lead_or_refusal(made, node, "detach", arguments)):
            assert is_done(lead_or_refusal(made, node, "detach", arguments))
