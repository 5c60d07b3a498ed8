"""Machines that are pretended, for trying out and for tests."""

from collections.abc import Sequence
from typing import ClassVar

from typing_extensions import override

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
from bessemer.drivers.fake.bios import FakeBios
from bessemer.drivers.fake.boot import FakeBoot
from bessemer.drivers.fake.console import FakeConsole
from bessemer.drivers.fake.deploy import FakeDeploy
from bessemer.drivers.fake.firmware import FakeFirmware
from bessemer.drivers.fake.inspect import FakeInspect
from bessemer.drivers.fake.management import FakeManagement
from bessemer.drivers.fake.network import FakeNetwork
from bessemer.drivers.fake.power import FakePower
from bessemer.drivers.fake.raid import FakeRaid
from bessemer.drivers.fake.rescue import FakeRescue
from bessemer.drivers.fake.storage import FakeStorage
from bessemer.drivers.fake.vendor import FakeVendor
from bessemer.drivers.hardware_types.base import AbstractHardwareType
from bessemer.drivers.noop.deploy import NoopDeploy
from bessemer.drivers.noop.management import NoopManagement


class FakeHardware(AbstractHardwareType):
    """Pretended machines, which can use any interface that is switched on."""

    accepts_any: ClassVar[bool] = True

    @property
    @override
    def supported_bios_interfaces(self) -> Sequence[type[BiosInterface]]:
        return [FakeBios, *super().supported_bios_interfaces]

    @property
    @override
    def supported_boot_interfaces(self) -> Sequence[type[BootInterface]]:
        return [FakeBoot]

    @property
    @override
    def supported_console_interfaces(self) -> Sequence[type[ConsoleInterface]]:
        return [FakeConsole, *super().supported_console_interfaces]

    @property
    @override
    def supported_deploy_interfaces(self) -> Sequence[type[DeployInterface]]:
        return [FakeDeploy, NoopDeploy]

    @property
    @override
    def supported_firmware_interfaces(self) -> Sequence[type[FirmwareInterface]]:
        return [FakeFirmware, *super().supported_firmware_interfaces]

    @property
    @override
    def supported_inspect_interfaces(self) -> Sequence[type[InspectInterface]]:
        return [FakeInspect, *super().supported_inspect_interfaces]

    @property
    @override
    def supported_management_interfaces(self) -> Sequence[type[ManagementInterface]]:
        return [FakeManagement, NoopManagement]

    @property
    @override
    def supported_network_interfaces(self) -> Sequence[type[NetworkInterface]]:
        return [*super().supported_network_interfaces, FakeNetwork]

    @property
    @override
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        return [FakePower]

    @property
    @override
    def supported_raid_interfaces(self) -> Sequence[type[RaidInterface]]:
        return [FakeRaid, *super().supported_raid_interfaces]

    @property
    @override
    def supported_rescue_interfaces(self) -> Sequence[type[RescueInterface]]:
        return [FakeRescue, *super().supported_rescue_interfaces]

    @property
    @override
    def supported_storage_interfaces(self) -> Sequence[type[StorageInterface]]:
        return [*super().supported_storage_interfaces, FakeStorage]

    @property
    @override
    def supported_vendor_interfaces(self) -> Sequence[type[VendorInterface]]:
        return [FakeVendor, *super().supported_vendor_interfaces]
