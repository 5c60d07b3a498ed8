"""Calls of what only one vendor has, handed through as they are."""

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.routes import Handler, Route
from bessemer.model.errors import Invalid
from bessemer.services import drivers
from bessemer.services.hardware import Asked
from bessemer.services.nodes import ask
from bessemer.services.vendor_call import VendorCall

Prepare = Callable[..., Asked]

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
NODE_PATH = "nodes/{ident}/vendor_passthru"
DRIVER_PATH = "drivers/{ident}/vendor_passthru"
FILE_TYPE = ("content-type", "application/octet-stream")


async def list_node_methods(call: Call) -> Reply:
    """List the methods of its vendor that a node offers."""
    call.arguments()
    asked = await call.desk.glance(ask.vendor_methods_of, call.asking, call.params["ident"])
    return json_reply(await call.hardware.ask(asked.hosts, asked.question))


async def call_node(call: Call) -> Reply:
    """Run a method of its vendor on a node; all but a GET may change the machine, and are noted."""
    wanted, ident = _wanted(call), call.params["ident"]
    if wanted.http_method == "GET":
        asked = await call.desk.glance(ask.vendor_reading_of, call.asking, ident, wanted)
    else:
        asked = await call.desk.write(ask.vendor_call_on, call.asking, ident, wanted)
    return _reply(await call.hardware.ask(asked.hosts, asked.question))


async def call_driver(call: Call) -> Reply:
    """Run a method of its vendor that a driver offers as a whole."""
    asked = await call.desk.glance(drivers.vendor_call_on, call.asking, call.params["ident"], _wanted(call))
    return _reply(await call.hardware.ask(asked.hosts, asked.question))


def _wanted(call: Call) -> VendorCall:
    """Read what is called: its name stands in the path or in an argument."""
    name = call.params.get("method")
    if name is None:
        name = call.arguments("method").get("method")
    else:
        call.arguments()
    if not name:
        raise Invalid("Name the vendor's method: …/vendor_passthru/NAME, or …/vendor_passthru?method=NAME.")
    data = call.json()
    if not isinstance(data, dict):
        raise Invalid("The body must be a JSON object with the method's data, or empty.")
    return VendorCall(method=name, http_method=call.method, data=data)


def _reply(answer: Mapping[str, Any]) -> Reply:
    if answer["async"]:
        return empty_reply(202)
    if answer["attach"]:
        return Reply(200, b64decode(answer["value"]), (FILE_TYPE,))
    return json_reply(answer["value"])


def _calls(path: str, handler: Handler, doc: str, refusals: tuple[int, ...]) -> Iterator[Route]:
    for method in METHODS:
        for below, arguments in (("", ("method",)), ("/{method}", ())):
            yield Route(
                method=method,
                path=f"{path}{below}",
                handler=handler,
                doc=doc,
                arguments=arguments,
                body={"type": "object", "required": []} if method in {"POST", "PUT", "PATCH"} else None,
                success=200 if method == "GET" else 202,
                other_success=202 if method == "GET" else 200,
                codes=(404, 500) if method == "GET" else refusals,
            )


ROUTES = (
    Route(
        method="GET",
        path=f"{NODE_PATH}/methods",
        handler=list_node_methods,
        doc="List the methods of its vendor that a node offers.",
        codes=(404, 500),
    ),
    *_calls(NODE_PATH, call_node, "Call a method of its vendor on a node.", (404, 409, 500)),
    *_calls(DRIVER_PATH, call_driver, "Call a method of its vendor on a driver.", (404, 500)),
)
"""Vendor methods."""
