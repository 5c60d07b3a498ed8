"""What every hardware type says of its family: which interfaces it supports, the preferred ones first."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from bessemer.drivers.contract.bios import BiosInterface
from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.firmware import FirmwareInterface
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.network import NetworkInterface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.drivers.contract.storage import StorageInterface
from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.drivers.noop.bios import NoBios
from bessemer.drivers.noop.console import NoConsole
from bessemer.drivers.noop.firmware import NoFirmware
from bessemer.drivers.noop.inspect import NoInspect
from bessemer.drivers.noop.network import NoopNetwork
from bessemer.drivers.noop.raid import NoRaid
from bessemer.drivers.noop.rescue import NoRescue
from bessemer.drivers.noop.storage import NoopStorage
from bessemer.drivers.noop.vendor import NoVendor


class AbstractHardwareType(ABC):
    """A family of machines that can use the same interfaces.

    Each list holds classes, the preferred ones first. A family that extends another joins its own list to that of its
    parent. What a machine cannot do without has to be said; for the rest there is a stand-in.
    """

    accepts_any: ClassVar[bool] = False
    """Whether its machines may use interfaces that it does not list, as only pretended machines can."""

    @property
    @abstractmethod
    def supported_boot_interfaces(self) -> Sequence[type[BootInterface]]:
        """List the ways to boot the ramdisk and the instance."""

    @property
    @abstractmethod
    def supported_deploy_interfaces(self) -> Sequence[type[DeployInterface]]:
        """List the ways to put an instance onto a machine."""

    @property
    @abstractmethod
    def supported_management_interfaces(self) -> Sequence[type[ManagementInterface]]:
        """List the ways to tell a machine how to boot."""

    @property
    @abstractmethod
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        """List the ways to switch a machine on and off."""

    @property
    def supported_bios_interfaces(self) -> Sequence[type[BiosInterface]]:
        """List the ways to change BIOS settings."""
        return [NoBios]

    @property
    def supported_console_interfaces(self) -> Sequence[type[ConsoleInterface]]:
        """List the ways to reach the console."""
        return [NoConsole]

    @property
    def supported_firmware_interfaces(self) -> Sequence[type[FirmwareInterface]]:
        """List the ways to update firmware."""
        return [NoFirmware]

    @property
    def supported_inspect_interfaces(self) -> Sequence[type[InspectInterface]]:
        """List the ways to find out what a machine is made of."""
        return [NoInspect]

    @property
    def supported_network_interfaces(self) -> Sequence[type[NetworkInterface]]:
        """List the ways to attach a machine to networks."""
        return [NoopNetwork]

    @property
    def supported_raid_interfaces(self) -> Sequence[type[RaidInterface]]:
        """List the ways to make logical disks."""
        return [NoRaid]

    @property
    def supported_rescue_interfaces(self) -> Sequence[type[RescueInterface]]:
        """List the ways into a machine whose instance does not let its user in."""
        return [NoRescue]

    @property
    def supported_storage_interfaces(self) -> Sequence[type[StorageInterface]]:
        """List the ways to attach remote volumes."""
        return [NoopStorage]

    @property
    def supported_vendor_interfaces(self) -> Sequence[type[VendorInterface]]:
        """List what only the vendor of a machine offers."""
        return [NoVendor]
