"""Whether a node has what its interfaces need."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.services.nodes.ask import validation_of


async def validate(call: Call) -> Reply:
    """Have each interface of a node checked."""
    call.arguments()
    return await _validated(call, call.params["ident"])


async def validate_named(call: Call) -> Reply:
    """Have each interface of the node checked that an argument names."""
    given = call.arguments("node", "node_uuid")
    ident = given.get("node_uuid") or given.get("node")
    if not ident:
        raise Invalid("Name the node to be checked: /v1/nodes/validate?node=UUID, or /v1/nodes/UUID/validate.")
    return await _validated(call, ident)


async def _validated(call: Call, ident: str) -> Reply:
    asked = await call.desk.glance(validation_of, call.asking, ident)
    return json_reply(await call.hardware.ask(asked.hosts, asked.question))


ROUTES = (
    Route(
        method="GET",
        path="nodes/{ident}/validate",
        handler=validate,
        doc="Check whether a node has what its interfaces need.",
        codes=(404, 500),
    ),
    Route(
        method="GET",
        path="nodes/validate",
        handler=validate_named,
        doc="The same, with the node named by an argument.",
        arguments=("node", "node_uuid"),
        codes=(404, 500),
    ),
)
"""Validation."""
