"""The nodes that are parts of another."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.services.nodes.children import children_of


async def list_children(call: Call) -> Reply:
    """List the parts of a node, with a link to the list that describes them."""
    call.arguments()
    uuid, children = await call.desk.read(children_of, call.asking, call.params["ident"])
    link = {"href": f"{call.base}/v1/nodes?parent_node={uuid}", "rel": "children"}
    return json_reply({"children": children, "links": link})


ROUTES = (
    Route(
        method="GET",
        path="nodes/{ident}/children",
        handler=list_children,
        doc="List the nodes that are parts of a node.",
        since=83,
        codes=(404,),
    ),
)
"""Parts of nodes."""
