"""Volume connectors and targets, and the documents that lead to them."""

from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.api.routes import Route
from bessemer.api.wire.links import pair
from bessemer.model.node import NODE
from bessemer.model.volume import VOLUME_CONNECTOR, VOLUME_TARGET
from bessemer.services.part_lists import list_parts
from bessemer.services.parts import id_of_seen, show_part
from bessemer.services.volume_connectors import create_connector, delete_connector, edit_connector
from bessemer.services.volume_targets import create_target, delete_target, edit_target
from bessemer.services.volumes import require_volume_lists

SINCE = 32


def volume_document(base: str, path: str) -> dict[str, Any]:
    """Lead from a place to the connectors and the targets below it."""
    return {
        "links": pair(base, f"{path}/"),
        "connectors": pair(base, f"{path}/connectors"),
        "targets": pair(base, f"{path}/targets"),
    }


async def show_volume(call: Call) -> Reply:
    """Show where all connectors and targets are."""
    call.arguments()
    require_volume_lists(call.asking)
    return json_reply(volume_document(call.base, "volume"))


async def show_volume_of_node(call: Call) -> Reply:
    """Show where the connectors and targets of a node are."""
    call.arguments()
    ident = call.params["ident"]
    await call.desk.glance(id_of_seen, call.asking, NODE, ident, "baremetal:volume:get")
    return json_reply(volume_document(call.base, f"nodes/{ident}/volume"))


PATHS = Paths(detail=False, writes_below=404)
CONNECTORS = Deeds(
    create=create_connector, edit=edit_connector, delete=delete_connector, show=show_part, list=list_parts
)
TARGETS = Deeds(create=create_target, edit=edit_target, delete=delete_target, show=show_part, list=list_parts)

ROUTES = (
    Route(
        method="GET",
        path="volume",
        handler=show_volume,
        doc="Show where volume connectors and targets are.",
        since=SINCE,
    ),
    Route(
        method="GET",
        path="nodes/{ident}/volume",
        handler=show_volume_of_node,
        doc="Show where the volume connectors and targets of a node are.",
        since=SINCE,
        codes=(404,),
    ),
    *plain_routes(VOLUME_CONNECTOR, CONNECTORS, PATHS),
    *plain_routes(VOLUME_TARGET, TARGETS, PATHS),
)
"""Volumes."""
