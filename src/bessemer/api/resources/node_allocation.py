"""The allocation that holds a node."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.resources.plain import one, shape_asked
from bessemer.api.routes import Route
from bessemer.model.allocation import ALLOCATION
from bessemer.services.allocations import delete_allocation_of
from bessemer.services.seen_allocations import show_allocation_of

PATH = "nodes/{ident}/allocation"


async def show(call: Call) -> Reply:
    """Show the allocation of a node."""
    shape = shape_asked(call, ALLOCATION)
    found = await call.desk.glance(show_allocation_of, call.asking, call.params["ident"], shape.columns)
    return json_reply(one(call, shape, found))


async def delete(call: Call) -> Reply:
    """Delete the allocation of a node, which is free then."""
    call.arguments()
    await call.desk.write(delete_allocation_of, call.asking, call.params["ident"])
    return empty_reply()


ROUTES = (
    Route(
        method="GET",
        path=PATH,
        handler=show,
        doc="Show the allocation that holds a node.",
        since=ALLOCATION.since,
        arguments=("fields",),
        answer=ALLOCATION,
        codes=(404,),
    ),
    Route(
        method="DELETE",
        path=PATH,
        handler=delete,
        doc="Delete the allocation that holds a node.",
        since=ALLOCATION.since,
        below=404,
        codes=(404, 409),
    ),
)
"""The allocation of a node."""
