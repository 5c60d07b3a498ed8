"""What machines can do through the agent and the network, whoever built them."""

from collections.abc import Sequence

from typing_extensions import override

from bessemer.drivers.agent.deploy import AgentDeploy, CustomAgentDeploy, RamdiskDeploy
from bessemer.drivers.agent.inspect import AgentInspect
from bessemer.drivers.agent.raid import AgentRaid
from bessemer.drivers.agent.rescue import AgentRescue
from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.network import NetworkInterface
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.drivers.contract.storage import StorageInterface
from bessemer.drivers.hardware_types.base import AbstractHardwareType
from bessemer.drivers.network.flat import FlatNetwork
from bessemer.drivers.pxe.boot import HttpBoot, HttpIpxeBoot, IpxeBoot, PxeBoot
from bessemer.drivers.storage.external import ExternalStorage


class GenericHardware(AbstractHardwareType):
    """Machines that boot the agent over the network; power and management are left to those that extend it."""

    @property
    @override
    def supported_boot_interfaces(self) -> Sequence[type[BootInterface]]:
        return [IpxeBoot, PxeBoot, HttpIpxeBoot, HttpBoot]

    @property
    @override
    def supported_deploy_interfaces(self) -> Sequence[type[DeployInterface]]:
        return [AgentDeploy, RamdiskDeploy, CustomAgentDeploy]

    @property
    @override
    def supported_inspect_interfaces(self) -> Sequence[type[InspectInterface]]:
        return [AgentInspect, *super().supported_inspect_interfaces]

    # Ironic prefers flat, which needs Neutron; a server that is told nothing has to serve machines without it.
    @property
    @override
    def supported_network_interfaces(self) -> Sequence[type[NetworkInterface]]:
        return [*super().supported_network_interfaces, FlatNetwork]

    # The agent makes RAID and rescues only where its ramdisk was built for that.
    @property
    @override
    def supported_raid_interfaces(self) -> Sequence[type[RaidInterface]]:
        return [*super().supported_raid_interfaces, AgentRaid]

    @property
    @override
    def supported_rescue_interfaces(self) -> Sequence[type[RescueInterface]]:
        return [*super().supported_rescue_interfaces, AgentRescue]

    @property
    @override
    def supported_storage_interfaces(self) -> Sequence[type[StorageInterface]]:
        return [*super().supported_storage_interfaces, ExternalStorage]
