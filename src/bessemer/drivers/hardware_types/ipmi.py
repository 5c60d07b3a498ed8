"""Machines whose BMC speaks IPMI."""

from collections.abc import Sequence

from typing_extensions import override

from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.drivers.hardware_types.generic import GenericHardware
from bessemer.drivers.ipmi.console import IpmitoolSocatConsole
from bessemer.drivers.ipmi.management import IpmitoolManagement
from bessemer.drivers.ipmi.power import IpmitoolPower
from bessemer.drivers.ipmi.vendor import IpmitoolVendor
from bessemer.drivers.noop.management import NoopManagement


class IpmiHardware(GenericHardware):
    """Machines whose BMC is driven with ipmitool."""

    @property
    @override
    def supported_console_interfaces(self) -> Sequence[type[ConsoleInterface]]:
        return [IpmitoolSocatConsole, *super().supported_console_interfaces]

    @property
    @override
    def supported_management_interfaces(self) -> Sequence[type[ManagementInterface]]:
        return [IpmitoolManagement, NoopManagement]

    @property
    @override
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        return [IpmitoolPower]

    @property
    @override
    def supported_vendor_interfaces(self) -> Sequence[type[VendorInterface]]:
        return [IpmitoolVendor, *super().supported_vendor_interfaces]
