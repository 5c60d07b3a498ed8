"""The hardware type of machines that somebody cranks."""

from collections.abc import Sequence

from typing_extensions import override

from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.drivers.fake.raid import FakeRaid
from bessemer.drivers.hardware_types.generic import GenericHardware
from bessemer.drivers.noop.management import NoopManagement

from .power import CrankPower
from .vendor import CrankVendor


class HandCrankHardware(GenericHardware):
    """Machines that boot the agent over the network, once somebody cranks them."""

    @property
    @override
    def supported_management_interfaces(self) -> Sequence[type[ManagementInterface]]:
        return [NoopManagement]

    @property
    @override
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        return [CrankPower]

    # Behind those of its parent: what is preferred there is preferred here.
    @property
    @override
    def supported_raid_interfaces(self) -> Sequence[type[RaidInterface]]:
        return [*super().supported_raid_interfaces, FakeRaid]

    # Before that of its parent, which only stands in.
    @property
    @override
    def supported_vendor_interfaces(self) -> Sequence[type[VendorInterface]]:
        return [CrankVendor, *super().supported_vendor_interfaces]
