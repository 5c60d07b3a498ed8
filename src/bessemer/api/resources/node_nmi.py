"""Send a node a non-maskable interrupt."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.resources.asked_of_nodes import order
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid


async def put(call: Call) -> Reply:
    """Send it."""
    call.arguments()
    if call.json() not in (None, {}):
        raise Invalid("Sending a non-maskable interrupt takes no arguments, so the body must be empty.")
    await order(call, "inject_nmi")
    return empty_reply()


ROUTES = (
    Route(
        method="PUT",
        path="nodes/{ident}/management/inject_nmi",
        handler=put,
        doc="Send a node a non-maskable interrupt.",
        since=29,
        below=404,
        body={"type": "object", "additionalProperties": False, "examples": [{}]},
        success=204,
        codes=(404, 409, 500),
    ),
)
"""Non-maskable interrupts."""
