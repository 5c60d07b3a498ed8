"""Tell which drivers live conductors serve, and put questions about a driver as a whole."""

from collections.abc import Iterable, Mapping
from typing import Any

from bessemer.model.driver import CLASSIC, DYNAMIC, default_of, enabled_of
from bessemer.model.errors import NotFound
from bessemer.model.fleet import Fleet, Offer
from bessemer.model.listing import Rows
from bessemer.model.node import INTERFACE_KINDS
from bessemer.model.question import Question
from bessemer.services.asking import Asking
from bessemer.services.hardware import Asked
from bessemer.services.vendor_call import VendorCall
from bessemer.store.fleet import read_fleet
from bessemer.store.transaction import Transaction

RULE = "baremetal:driver:"


def list_drivers(tx: Transaction, asking: Asking, of_type: str | None, columns: tuple[str, ...]) -> Rows:
    """Give all drivers that live conductors serve, or those of one type, by name."""
    asking.caller.require(f"{RULE}get")
    fleet = read_fleet(tx)
    names = [name for name, offer in sorted(fleet.offers.items()) if of_type in {None, _type(offer)}]
    return _rows(fleet, names, columns)


def show_driver(tx: Transaction, asking: Asking, name: str, columns: tuple[str, ...]) -> Rows:
    """Give one driver as a list of one."""
    asking.caller.require(f"{RULE}get")
    fleet = read_fleet(tx)
    _hosts_of(fleet, name)
    return _rows(fleet, [name], columns)


def properties_of(tx: Transaction, asking: Asking, name: str) -> Asked:
    """Ask what the interfaces of a driver want to know of a node."""
    return _asked(tx, asking, "get_properties", name, "driver_properties")


def raid_properties_of(tx: Transaction, asking: Asking, name: str) -> Asked:
    """Ask what may be said of logical disks with a driver."""
    return _asked(tx, asking, "get_raid_logical_disk_properties", name, "driver_raid_properties")


def steps_of(tx: Transaction, asking: Asking, name: str) -> Asked:
    """Ask which steps nodes of a driver have by default."""
    return _asked(tx, asking, "get_properties", name, "driver_steps")


def vendor_methods_of(tx: Transaction, asking: Asking, name: str) -> Asked:
    """Ask which methods of its vendor a driver offers."""
    return _asked(tx, asking, "vendor_passthru", name, "driver_vendor_methods")


def vendor_call_on(tx: Transaction, asking: Asking, name: str, call: VendorCall) -> Asked:
    """Ask a driver to run a method of its vendor."""
    return _asked(tx, asking, "vendor_passthru", name, "driver_vendor_call", call.arguments)


NONE: Mapping[str, Any] = {}


def _asked(
    tx: Transaction, asking: Asking, rule: str, name: str, question: str, arguments: Mapping[str, Any] = NONE
) -> Asked:
    asking.caller.require(f"{RULE}{rule}")
    fleet = asking.fleet.now(tx)
    hosts = fleet.reached(_hosts_of(fleet, name))
    return Asked(hosts=hosts, question=Question(name=question, driver=name, arguments=arguments))


def _hosts_of(fleet: Fleet, name: str) -> tuple[str, ...]:
    """Name the live conductors that serve a driver, refusing a driver that none serves."""
    hosts = sorted({host for (_, driver), hosts in fleet.hosts.items() if driver == name for host in hosts})
    if not hosts:
        served = ", ".join(sorted(fleet.offers)) or "none at all"
        raise NotFound(f"No live conductor serves the driver {name[:80]!r}. Drivers served now: {served}.")
    return tuple(hosts)


def _type(offer: Offer) -> str:
    return CLASSIC if offer.is_classic else DYNAMIC


def _rows(fleet: Fleet, names: Iterable[str], columns: tuple[str, ...]) -> Rows:
    drivers = [_described(fleet, name) for name in names]
    listed = {column for driver in drivers for column, value in driver.items() if isinstance(value, list)}
    return Rows(
        columns=columns,
        rows=[(place, *(driver[column] for column in columns)) for place, driver in enumerate(drivers)],
        members={column: {place: driver[column] for place, driver in enumerate(drivers)} for column in listed},
    )


def _described(fleet: Fleet, name: str) -> dict[str, Any]:
    offer = fleet.offers[name]
    described: dict[str, Any] = {"name": name, "hosts": list(_hosts_of(fleet, name)), "type": _type(offer)}
    for kind in INTERFACE_KINDS:
        described[default_of(kind)] = offer.default.get(kind)
        described[enabled_of(kind)] = None if offer.is_classic else list(offer.enabled.get(kind, ()))
    return described
