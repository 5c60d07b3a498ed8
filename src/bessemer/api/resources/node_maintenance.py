"""Put a node into maintenance and take it out."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.services.nodes.maintain import clear_maintenance, set_maintenance


async def put(call: Call) -> Reply:
    """Begin maintenance, for a reason that may stand in the body or in the query."""
    given = call.arguments("reason")
    body = call.json()
    if body is None:
        body = {}
    if not isinstance(body, dict) or body.keys() - {"reason"}:
        raise Invalid("The body may have only the key 'reason', a string.")
    reason = body.get("reason", given.get("reason"))
    if reason is not None and (not isinstance(reason, str) or "\0" in reason):
        raise Invalid("reason must be a string.")
    await call.desk.write(set_maintenance, call.asking, call.params["ident"], reason)
    return empty_reply(202)


async def delete(call: Call) -> Reply:
    """End maintenance."""
    call.arguments()
    await call.desk.write(clear_maintenance, call.asking, call.params["ident"])
    return empty_reply(202)


PATH = "nodes/{ident}/maintenance"
BODY = {"type": "object", "properties": {"reason": {"type": ["string", "null"]}}, "additionalProperties": False}

ROUTES = (
    Route(
        method="PUT",
        path=PATH,
        handler=put,
        doc="Put a node into maintenance.",
        arguments=("reason",),
        body=BODY,
        success=202,
        codes=(404,),
    ),
    Route(method="DELETE", path=PATH, handler=delete, doc="Take a node out of maintenance.", success=202, codes=(404,)),
)
"""Maintenance."""
