"""The lights of a node."""

from collections.abc import Mapping
from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.resources.asked_of_nodes import Fields, ask, body_schema, order, values_in
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.model.field import Field, Text

SINCE = 63
BODY: Fields = {
    "state": Field(kind=Text(shortest=1), required=True, nullable=False, doc="The state, such as on, off or blinking.")
}


async def list_all(call: Call) -> Reply:
    """List the lights of a node."""
    call.arguments()
    found: Mapping[str, Mapping[str, Mapping[str, Any]]] = await ask(call, "indicators")
    lights = [_shown(call, component, name, told) for component, names in found.items() for name, told in names.items()]
    return json_reply({"indicators": lights})


def _shown(call: Call, component: str, name: str, told: Mapping[str, Any]) -> dict[str, Any]:
    unique = f"{name}@{component}"
    below = f"nodes/{call.params['ident']}/management/indicators/{unique}"
    return {
        "name": unique,
        "component": component,
        "readonly": told.get("readonly", True),
        "states": told.get("states", []),
        "links": [
            {"href": f"{call.base}/v1/{below}", "rel": "self"},
            {"href": f"{call.base}/{below}", "rel": "bookmark"},
        ],
    }


async def show(call: Call) -> Reply:
    """Show the state of one light."""
    call.arguments()
    return json_reply({"state": await ask(call, "indicator", _named(call))})


async def put(call: Call) -> Reply:
    """Switch one light."""
    call.arguments()
    wanted = values_in(call, BODY)
    await order(call, "set_indicator", {**_named(call), **wanted})
    return empty_reply()


def _named(call: Call) -> dict[str, str]:
    name, at, component = call.params["indicator"].partition("@")
    if not at or not name or not component:
        raise Invalid(
            f"A light is named as name@component, which {call.params['indicator'][:80]!r} is not. "
            f"GET /v1/nodes/{call.params['ident']}/management/indicators lists those there are."
        )
    return {"name": name, "component": component}


PATH = "nodes/{ident}/management/indicators"

ROUTES = (
    Route(method="GET", path=PATH, handler=list_all, doc="List the lights of a node.", since=SINCE, codes=(404, 500)),
    Route(
        method="GET",
        path=f"{PATH}/{{indicator}}",
        handler=show,
        doc="Show the state of one light of a node.",
        since=SINCE,
        codes=(404, 500),
    ),
    Route(
        method="PUT",
        path=f"{PATH}/{{indicator}}",
        handler=put,
        doc="Switch one light of a node.",
        since=SINCE,
        body=body_schema(BODY, {"state": "on"}),
        success=204,
        codes=(404, 409, 500),
    ),
)
"""Lights."""
