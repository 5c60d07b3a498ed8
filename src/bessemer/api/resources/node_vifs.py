"""The virtual interfaces that are attached to a node."""

from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.resources.asked_of_nodes import ask, object_in, order
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.rules.identifiers import is_logical_name, is_uuid

SINCE = 28
PLACES_SINCE = 67
"""The first microversion in which a caller chooses the port."""
PLACES = ("port_uuid", "portgroup_uuid")


async def list_all(call: Call) -> Reply:
    """List the virtual interfaces of a node."""
    call.arguments()
    return json_reply({"vifs": [{"id": each} for each in await ask(call, "vifs")]})


async def post(call: Call) -> Reply:
    """Attach a virtual interface to a node."""
    call.arguments()
    vif = object_in(call)
    if "id" not in vif:
        raise Invalid("The body needs the id of the virtual interface.")
    _check_id(vif["id"])
    _check_places(call, vif)
    await order(call, "attach_vif", {"vif": vif})
    return empty_reply()


def _check_id(ident: Any) -> None:
    if not isinstance(ident, str) or not (is_uuid(ident) or is_logical_name(ident)):
        raise Invalid(f"The id of a virtual interface is a UUID or a name; {str(ident)[:80]!r} is neither.")


def _check_places(call: Call, vif: dict[str, Any]) -> None:
    given = [name for name in PLACES if name in vif]
    if call.minor >= PLACES_SINCE and len(given) == len(PLACES):
        raise Invalid(f"{' and '.join(PLACES)} exclude each other: give one of them.")
    for name in given:
        if not isinstance(vif[name], str) or not is_uuid(vif[name]):
            raise Invalid(f"{name} must be a UUID; {str(vif[name])[:80]!r} was given.")


async def delete(call: Call) -> Reply:
    """Take a virtual interface off a node."""
    call.arguments()
    _check_id(call.params["vif"])
    await order(call, "detach_vif", {"vif": call.params["vif"]})
    return empty_reply()


PATH = "nodes/{ident}/vifs"
BODY = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "What the network service calls it."},
        **{
            name: {"type": "string", "format": "uuid", "description": f"The {noun} it goes to.", "x-since": "1.67"}
            for name, noun in zip(PLACES, ("port", "port group"), strict=True)
        },
    },
    "required": ["id"],
    "examples": [{"id": "7b9d1e2f-3a4c-4d5e-8f60-1a2b3c4d5e0a"}],
}

ROUTES = (
    Route(
        method="GET",
        path=PATH,
        handler=list_all,
        doc="List the virtual interfaces of a node.",
        since=SINCE,
        codes=(404, 500),
    ),
    Route(
        method="POST",
        path=PATH,
        handler=post,
        doc="Attach a virtual interface to a node.",
        since=SINCE,
        below=404,
        body=BODY,
        success=204,
        codes=(404, 409, 500),
    ),
    Route(
        method="DELETE",
        path=f"{PATH}/{{vif}}",
        handler=delete,
        doc="Take a virtual interface off a node.",
        since=SINCE,
        below=404,
        codes=(404, 409, 500),
    ),
)
"""Virtual interfaces."""
