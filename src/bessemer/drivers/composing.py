"""Joins the interfaces of one machine into one thin object, its driver."""

from collections.abc import Mapping

import msgspec

from bessemer.drivers.contract.bios import BiosInterface
from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.firmware import FirmwareInterface
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.network import NetworkInterface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.drivers.contract.storage import StorageInterface
from bessemer.drivers.contract.vendor import VendorInterface

Usable = Mapping[str, Mapping[str, Interface]]
"""The implementations that machines of one hardware type can use, by kind and name."""


class Driver(msgspec.Struct, gc=False):
    """The implementation of each kind that drives one machine; None where what the machine names is not to be had."""

    bios: BiosInterface | None = None
    boot: BootInterface | None = None
    console: ConsoleInterface | None = None
    deploy: DeployInterface | None = None
    firmware: FirmwareInterface | None = None
    inspect: InspectInterface | None = None
    management: ManagementInterface | None = None
    network: NetworkInterface | None = None
    power: PowerInterface | None = None
    raid: RaidInterface | None = None
    rescue: RescueInterface | None = None
    storage: StorageInterface | None = None
    vendor: VendorInterface | None = None

    def get(self, kind: str) -> Interface | None:
        """Give the implementation of a kind."""
        found: Interface | None = getattr(self, kind)
        return found


def compose(usable: Usable, chosen: Mapping[str, str | None]) -> Driver:
    """Look the implementations up that a machine names, kind by kind."""
    found: list[Interface | None] = [usable[kind].get(chosen.get(kind) or "") for kind in KINDS]
    # The registry has let only classes in that fulfil the contract of their kind.
    return Driver(*found)  # type: ignore[arg-type]


def why_missing(kind: str, name: str | None, driver: str, usable: Usable) -> str:
    """Say why a machine has no implementation of a kind, and what to do."""
    names = ", ".join(usable.get(kind, {})) or "none"
    if name is None:
        return f"The node has no {kind}_interface. Set one of those that {driver} can use here: {names}."
    return (
        f"The {kind} interface {name!r} is not switched on here for {driver}; it has {names}. "
        f"Set {kind}_interface to one of these, or have the operator add {name!r} to enabled_{kind}_interfaces."
    )
