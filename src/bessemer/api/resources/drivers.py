"""The drivers that live conductors serve, and what those want to know."""

from collections.abc import Callable
from typing import Any

from bessemer.api.call import Call, boolean_argument
from bessemer.api.list_request import chosen_fields
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.plain import one, shape_asked
from bessemer.api.routes import Handler, Route
from bessemer.api.wire.shape import Shape, shape_of
from bessemer.model.driver import DRIVER, TYPE_SINCE, TYPES
from bessemer.model.errors import Invalid, NotFound, Unsupported
from bessemer.services import drivers
from bessemer.services.hardware import Asked

RAID_SINCE = 12


async def list_all(call: Call) -> Reply:
    """List drivers, all of them on one page."""
    given = call.arguments("type", "detail", "fields")
    shape = _shape(call, given)
    if "type" in given:
        call.require_version(TYPE_SINCE, "The argument type")
        if given["type"] not in TYPES:
            raise Invalid(f"The argument type must be {' or '.join(TYPES)}; {given['type'][:40]!r} was given.")
    found = await call.desk.glance(drivers.list_drivers, call.asking, given.get("type"), shape.columns)
    return json_reply({DRIVER.plural: shape.written(found, call.base)})


def _shape(call: Call, given: dict[str, str]) -> Shape:
    detail = False
    if "detail" in given:
        detail = boolean_argument("detail", given["detail"])
        call.require_version(DRIVER.detail_since, "The argument detail")
    if "fields" not in given:
        return shape_of(DRIVER, call.minor, None if detail else DRIVER.short)
    if detail:
        raise Invalid("detail and fields cannot be given together.")
    return shape_of(DRIVER, call.minor, chosen_fields(call, DRIVER, given["fields"]))


async def show(call: Call) -> Reply:
    """Show one driver."""
    shape = shape_asked(call, DRIVER)
    found = await call.desk.glance(drivers.show_driver, call.asking, call.params["ident"], shape.columns)
    return json_reply(one(call, shape, found))


def asker(prepare: Callable[..., Asked]) -> Handler:
    """Make the handler of a question about a driver that takes no arguments."""

    async def handle(call: Call) -> Reply:
        call.arguments()
        return json_reply(await _answer(call, prepare))

    return handle


async def _answer(call: Call, prepare: Callable[..., Asked]) -> Any:
    asked = await call.desk.glance(prepare, call.asking, call.params["ident"])
    return await call.hardware.ask(asked.hosts, asked.question)


async def raid_properties(call: Call) -> Reply:
    """Show what may be said of logical disks; a driver without RAID has no such thing."""
    call.arguments()
    try:
        return json_reply(await _answer(call, drivers.raid_properties_of))
    except Unsupported as error:
        raise NotFound(error.message) from error


def asking(path: str, handler: Handler, doc: str, **others: Any) -> Route:
    """Lay out a route that asks something of one driver."""
    return Route(method="GET", path=f"drivers/{{ident}}/{path}", handler=handler, doc=doc, codes=(404, 500), **others)


ROUTES = (
    Route(
        method="GET",
        path="drivers",
        handler=list_all,
        doc="List the drivers that live conductors serve.",
        arguments=("type", "detail", "fields"),
        answer=DRIVER,
    ),
    Route(
        method="GET",
        path="drivers/{ident}",
        handler=show,
        doc="Show one driver.",
        arguments=("fields",),
        answer=DRIVER,
        codes=(404,),
    ),
    asking("properties", asker(drivers.properties_of), "Show what a driver wants to know of a node."),
    asking(
        "raid/logical_disk_properties",
        raid_properties,
        "Show what may be said of logical disks with a driver.",
        since=RAID_SINCE,
        below=406,
    ),
    asking(
        "vendor_passthru/methods",
        asker(drivers.vendor_methods_of),
        "List the methods of its vendor that a driver offers.",
    ),
)
"""Drivers."""
