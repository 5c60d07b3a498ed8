"""What the last inspection of a node found."""

from msgspec import Raw

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.services.nodes.inventory import inventory_of


async def show_inventory(call: Call) -> Reply:
    """Show the inventory of a node, with what plug-ins made of it."""
    call.arguments()
    found = await call.desk.read(inventory_of, call.asking, call.params["ident"])
    return json_reply({"inventory": Raw(found.inventory), "plugin_data": Raw(found.plugin_data)})


ROUTES = (
    Route(
        method="GET",
        path="nodes/{ident}/inventory",
        handler=show_inventory,
        doc="Show what the last inspection of a node found.",
        since=81,
        codes=(404,),
    ),
)
"""Inventories."""
