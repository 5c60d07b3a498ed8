"""Answers questions about a driver as a whole, with the interfaces that nodes get by default."""

import logging
from collections.abc import Mapping
from typing import Any

from bessemer.drivers.composing import Driver
from bessemer.drivers.contract.kinds import KINDS
from bessemer.engine.bench import Bench
from bessemer.engine.machines import default_driver
from bessemer.engine.vendor_calls import VendorWork, carried_out, methods_as_json
from bessemer.model.errors import Unsupported
from bessemer.model.question import Question

log = logging.getLogger(__name__)


def _driver(bench: Bench, question: Question) -> tuple[str, Driver]:
    assert question.driver is not None  # the question is about a driver
    return question.driver, default_driver(bench.loaded, question.driver)


async def properties(bench: Bench, question: Question) -> dict[str, str]:
    """Tell the keys of driver_info that its interfaces understand, each with what it is."""
    name, driver = _driver(bench, question)
    return await bench.ask(f"The driver {name!r}, asked for its properties,", lambda: _properties(driver))


def _properties(driver: Driver) -> dict[str, str]:
    merged: dict[str, str] = {}
    for kind in KINDS:
        interface = driver.get(kind)
        if interface is not None:
            merged.update(interface.get_properties())
    return merged


async def raid_properties(bench: Bench, question: Question) -> Mapping[str, str]:
    """Tell what may be said of a logical disk."""
    name, driver = _driver(bench, question)
    raid = driver.raid
    if raid is None:
        raise Unsupported(f"The driver {name!r} has no RAID interface, so there is nothing to say of logical disks.")
    label = f"The RAID interface {raid.name!r} of the driver {name!r}, asked for the properties of logical disks,"
    return dict(await bench.ask(label, raid.get_logical_disk_properties))


async def vendor_methods(bench: Bench, question: Question) -> dict[str, Any]:
    """Tell what can be asked of the vendor of the driver as a whole."""
    _, driver = _driver(bench, question)
    return {} if driver.vendor is None else methods_as_json(driver.vendor.driver_methods)


async def vendor_call(bench: Bench, question: Question) -> dict[str, Any]:
    """Run a method of the vendor that belongs to the driver as a whole."""
    name, driver = _driver(bench, question)
    vendor = driver.vendor
    if vendor is None:
        raise Unsupported(f"The driver {name!r} has no vendor interface, so it has no methods of its vendor.")
    data = question.arguments["data"]
    work = VendorWork(
        subject=f"the driver {name!r}",
        offered=vendor.driver_methods,
        check=lambda method: vendor.validate_driver_call(method, data),
        run=lambda told: getattr(vendor, told.attribute)(question.arguments["http_method"], data),
        tell=lambda severity, event: log.info("%s: %s", severity, event),
    )
    return await carried_out(bench, question, work)
