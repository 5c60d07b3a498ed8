"""Machines whose BMC speaks Redfish."""

from collections.abc import Sequence

from typing_extensions import override

from bessemer.drivers.contract.bios import BiosInterface
from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.firmware import FirmwareInterface
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.drivers.hardware_types.generic import GenericHardware
from bessemer.drivers.noop.management import NoopManagement
from bessemer.drivers.redfish.bios import RedfishBios
from bessemer.drivers.redfish.boot import RedfishHttpsBoot, RedfishVirtualMediaBoot
from bessemer.drivers.redfish.firmware import RedfishFirmware
from bessemer.drivers.redfish.inspect import RedfishInspect
from bessemer.drivers.redfish.management import RedfishManagement
from bessemer.drivers.redfish.power import RedfishPower
from bessemer.drivers.redfish.raid import RedfishRaid
from bessemer.drivers.redfish.vendor import RedfishVendor


class RedfishHardware(GenericHardware):
    """Machines of any vendor that keeps to the standard."""

    @property
    @override
    def supported_bios_interfaces(self) -> Sequence[type[BiosInterface]]:
        return [RedfishBios, *super().supported_bios_interfaces]

    # Virtual media come last, as many a BMC that has them has them in a way of its own.
    @property
    @override
    def supported_boot_interfaces(self) -> Sequence[type[BootInterface]]:
        return [*super().supported_boot_interfaces, RedfishVirtualMediaBoot, RedfishHttpsBoot]

    @property
    @override
    def supported_firmware_interfaces(self) -> Sequence[type[FirmwareInterface]]:
        return [RedfishFirmware, *super().supported_firmware_interfaces]

    @property
    @override
    def supported_inspect_interfaces(self) -> Sequence[type[InspectInterface]]:
        return [RedfishInspect, *super().supported_inspect_interfaces]

    @property
    @override
    def supported_management_interfaces(self) -> Sequence[type[ManagementInterface]]:
        return [RedfishManagement, NoopManagement]

    @property
    @override
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        return [RedfishPower]

    @property
    @override
    def supported_raid_interfaces(self) -> Sequence[type[RaidInterface]]:
        return [RedfishRaid, *super().supported_raid_interfaces]

    @property
    @override
    def supported_vendor_interfaces(self) -> Sequence[type[VendorInterface]]:
        return [RedfishVendor, *super().supported_vendor_interfaces]
