"""Put a node into maintenance and take it out."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.routes import Route
from bessemer.api.wire.json_schema import kind_taken, or_null
from bessemer.model.errors import Invalid
from bessemer.model.node import Node
from bessemer.model.resource import fields_of
from bessemer.rules.field_values import checked_value
from bessemer.services.nodes.maintain import clear_maintenance, set_maintenance

REASON = fields_of(Node)["maintenance_reason"]


async def put(call: Call) -> Reply:
    """Begin maintenance, for a reason that may stand in the body or in the query."""
    given = call.arguments("reason")
    body = call.json()
    if body is None:
        body = {}
    if not isinstance(body, dict) or body.keys() - {"reason"}:
        raise Invalid("The body may have only the key 'reason', a string.")
    reason = checked_value("reason", REASON, body.get("reason", given.get("reason")))
    await call.desk.write(set_maintenance, call.asking, call.params["ident"], reason)
    return empty_reply(202)


async def delete(call: Call) -> Reply:
    """End maintenance."""
    call.arguments()
    await call.desk.write(clear_maintenance, call.asking, call.params["ident"])
    return empty_reply(202)


PATH = "nodes/{ident}/maintenance"
BODY = {
    "type": "object",
    "properties": {"reason": or_null(kind_taken(REASON.kind))},
    "additionalProperties": False,
}

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
