"""Lists of nodes, one node, enrolment, patches, deletion."""

from bessemer.api.call import Call, boolean_argument
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.plain import Deeds, Paths, one, plain_routes
from bessemer.api.routes import Route
from bessemer.api.wire.shape import shape_of
from bessemer.model.node import NODE
from bessemer.rules.json_patch import operations_from_json
from bessemer.services.listing import done_and_shown, show_node
from bessemer.services.nodes.delete import delete_node
from bessemer.services.nodes.edit import edit_node
from bessemer.services.nodes.enrol import enrol
from bessemer.services.nodes.find_many import list_nodes

RESET_SINCE = 45


async def patch_node(call: Call) -> Reply:
    """Change a node, perhaps giving it the default interfaces of its new driver."""
    given = call.arguments("reset_interfaces")
    reset = False
    if "reset_interfaces" in given:
        reset = boolean_argument("reset_interfaces", given["reset_interfaces"])
        call.require_version(RESET_SINCE, "The argument reset_interfaces")
    shape = shape_of(NODE, call.minor)
    operations = operations_from_json(call.json())
    _, found = await call.desk.write(
        done_and_shown,
        call.asking,
        NODE,
        shape.columns,
        edit_node,
        call.params["ident"],
        operations,
        reset_interfaces=reset,
    )
    return json_reply(one(call, shape, found))


ROUTES = (
    *plain_routes(NODE, Deeds(create=enrol, delete=delete_node, show=show_node, list=list_nodes), Paths()),
    Route(
        method="PATCH",
        path="nodes/{ident}",
        handler=patch_node,
        doc="Change a node.",
        arguments=("reset_interfaces",),
        body="patch",
        answer=NODE,
        codes=(404, 409),
    ),
)
"""Nodes themselves."""
