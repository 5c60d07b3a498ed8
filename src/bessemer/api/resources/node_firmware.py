"""The firmware of a node."""

from bessemer.api.call import Call
from bessemer.api.list_request import chosen_fields
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.api.wire.shape import shape_of
from bessemer.model.node_facts import FIRMWARE
from bessemer.services.nodes.firmware import firmware_of

ALWAYS = ("created_at", "updated_at")


async def list_firmware(call: Call) -> Reply:
    """List the firmware of a node's components."""
    fields = call.arguments("fields").get("fields")
    names = None if fields is None else tuple(dict.fromkeys((*ALWAYS, *chosen_fields(call, FIRMWARE, fields))))
    shape = shape_of(FIRMWARE, call.minor, names)
    found = await call.desk.read(firmware_of, call.asking, call.params["ident"], shape.columns)
    return json_reply({"firmware": shape.written(found, call.base)})


ROUTES = (
    Route(
        method="GET",
        path="nodes/{ident}/firmware",
        handler=list_firmware,
        doc="List the firmware of a node's components.",
        since=FIRMWARE.since,
        arguments=("fields",),
        codes=(404,),
    ),
)
"""Firmware."""
