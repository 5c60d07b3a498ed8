"""Switch a node on or off, or restart it."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply
from bessemer.api.resources.asked_of_nodes import accepted, wish_from
from bessemer.api.routes import Route
from bessemer.api.wire.verb_forms import POWER_BODY
from bessemer.services.nodes.power import request_power


async def put(call: Call) -> Reply:
    """Begin a change of power."""
    started = await call.desk.write(request_power, call.asking, call.params["ident"], wish_from(call))
    call.waking.wake(started.host)
    return accepted(call)


ROUTES = (
    Route(
        method="PUT",
        path="nodes/{ident}/states/power",
        handler=put,
        doc="Switch a node on or off, or restart it.",
        body=POWER_BODY,
        success=202,
        codes=(404, 409),
    ),
)
"""Power."""
