"""How a node boots: its boot device, its boot mode, secure boot."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.resources.asked_of_nodes import Fields, accepted, ask, body_schema, order, values_in
from bessemer.api.routes import Route
from bessemer.model.field import Choice, Field, Flag, Text

MODES_SINCE = 76

DEVICE: Fields = {
    "boot_device": Field(kind=Text(shortest=1), required=True, nullable=False, doc="The device, such as pxe or disk."),
    "persistent": Field(kind=Flag(), default=False, doc="Whether that holds for every boot and not only for the next."),
}
MODE: Fields = {"target": Field(kind=Choice(("uefi", "bios")), required=True, nullable=False, doc="The boot mode.")}
SECURE: Fields = {"target": Field(kind=Flag(), required=True, nullable=False, doc="Whether secure boot is on.")}


async def show_device(call: Call) -> Reply:
    """Show what a node boots from."""
    call.arguments()
    return json_reply(await ask(call, "boot_device"))


async def show_supported(call: Call) -> Reply:
    """Show what a node could boot from."""
    call.arguments()
    return json_reply({"supported_boot_devices": await ask(call, "supported_boot_devices")})


async def put_device(call: Call) -> Reply:
    """Choose what a node boots from."""
    call.arguments()
    await order(call, "set_boot_device", values_in(call, DEVICE))
    return empty_reply()


async def put_mode(call: Call) -> Reply:
    """Choose between UEFI and BIOS."""
    call.arguments()
    await order(call, "set_boot_mode", values_in(call, MODE))
    return accepted(call)


async def put_secure(call: Call) -> Reply:
    """Switch secure boot on or off."""
    call.arguments()
    await order(call, "set_secure_boot", values_in(call, SECURE))
    return accepted(call)


PATH = "nodes/{ident}/management/boot_device"

ROUTES = (
    Route(method="GET", path=PATH, handler=show_device, doc="Show what a node boots from.", codes=(404, 500)),
    Route(
        method="GET",
        path=f"{PATH}/supported",
        handler=show_supported,
        doc="Show what a node could boot from.",
        codes=(404, 500),
    ),
    Route(
        method="PUT",
        path=PATH,
        handler=put_device,
        doc="Choose what a node boots from.",
        body=body_schema(DEVICE, {"boot_device": "pxe", "persistent": False}),
        success=204,
        codes=(404, 409, 500),
    ),
    Route(
        method="PUT",
        path="nodes/{ident}/states/boot_mode",
        handler=put_mode,
        doc="Choose between UEFI and BIOS boot.",
        since=MODES_SINCE,
        below=404,
        body=body_schema(MODE, {"target": "uefi"}),
        success=202,
        codes=(404, 409, 500),
    ),
    Route(
        method="PUT",
        path="nodes/{ident}/states/secure_boot",
        handler=put_secure,
        doc="Switch secure boot on or off.",
        since=MODES_SINCE,
        below=404,
        body=body_schema(SECURE, {"target": False}),
        success=202,
        codes=(404, 409, 500),
    ),
)
"""Booting."""
