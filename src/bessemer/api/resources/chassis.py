"""Lists of chassis, one chassis with the nodes in it, and what can be done to it."""

from bessemer.api.call import Call
from bessemer.api.list_request import read_list_request, written_page
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.api.routes import Route
from bessemer.model.chassis import CHASSIS
from bessemer.model.node import NODE
from bessemer.services.chassis import create_chassis, delete_chassis, edit_chassis, list_nodes_in_chassis


async def list_in_chassis(call: Call) -> Reply:
    """List the nodes that sit in a chassis."""
    return await _listed(call, detailed=False)


async def list_in_chassis_detailed(call: Call) -> Reply:
    """List the nodes that sit in a chassis with all of their fields."""
    return await _listed(call, detailed=True)


async def _listed(call: Call, *, detailed: bool) -> Reply:
    asked = read_list_request(call, NODE, detailed=detailed)
    found = await call.desk.read(list_nodes_in_chassis, call.asking, call.params["ident"], asked.wanted)
    return json_reply(written_page(call, asked, found))


ROUTES = (
    *plain_routes(CHASSIS, Deeds(create=create_chassis, edit=edit_chassis, delete=delete_chassis), Paths()),
    Route(
        method="GET",
        path="chassis/{ident}/nodes",
        handler=list_in_chassis,
        doc="List the nodes that sit in a chassis.",
        listed=NODE,
        answer=NODE,
        codes=(404,),
    ),
    Route(
        method="GET",
        path="chassis/{ident}/nodes/detail",
        handler=list_in_chassis_detailed,
        doc="List the nodes that sit in a chassis with all of their fields.",
        listed=NODE,
        answer=NODE,
        codes=(404,),
    ),
)
"""Chassis."""
