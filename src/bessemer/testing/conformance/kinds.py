"""The suite of each kind of interface."""

from collections.abc import Mapping

from bessemer.testing.conformance.bios import BiosConformance
from bessemer.testing.conformance.boot import BootConformance
from bessemer.testing.conformance.console import ConsoleConformance
from bessemer.testing.conformance.deploy import DeployConformance
from bessemer.testing.conformance.firmware import FirmwareConformance
from bessemer.testing.conformance.inspect import InspectConformance
from bessemer.testing.conformance.interface import InterfaceConformance
from bessemer.testing.conformance.management import ManagementConformance
from bessemer.testing.conformance.network import NetworkConformance
from bessemer.testing.conformance.power import PowerConformance
from bessemer.testing.conformance.raid import RaidConformance
from bessemer.testing.conformance.rescue import RescueConformance
from bessemer.testing.conformance.storage import StorageConformance
from bessemer.testing.conformance.vendor import VendorConformance

SUITES: Mapping[str, type[InterfaceConformance]] = {
    each.contract.kind: each
    for each in (
        BiosConformance,
        BootConformance,
        ConsoleConformance,
        DeployConformance,
        FirmwareConformance,
        InspectConformance,
        ManagementConformance,
        NetworkConformance,
        PowerConformance,
        RaidConformance,
        RescueConformance,
        StorageConformance,
        VendorConformance,
    )
}
"""By kind."""
