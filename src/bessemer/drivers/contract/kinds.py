"""The kinds of interface there are, each with its contract; plug-ins cannot add to them."""

from collections.abc import Mapping

from bessemer.drivers.contract.bios import BiosInterface
from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.firmware import FirmwareInterface
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.network import NetworkInterface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.drivers.contract.storage import StorageInterface
from bessemer.drivers.contract.vendor import VendorInterface

CONTRACTS: Mapping[str, type[Interface]] = {
    each.kind: each
    for each in (
        BiosInterface,
        BootInterface,
        ConsoleInterface,
        DeployInterface,
        FirmwareInterface,
        InspectInterface,
        ManagementInterface,
        NetworkInterface,
        PowerInterface,
        RaidInterface,
        RescueInterface,
        StorageInterface,
        VendorInterface,
    )
}
"""By kind."""

KINDS = tuple(CONTRACTS)
