"""The console of a node: how it is reached, and whether it is served."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.asked_of_nodes import Fields, accepted, body_schema, order, values_in
from bessemer.api.routes import Route
from bessemer.model.field import Field, Flag
from bessemer.services.nodes.ask_machine import console_question_for

BODY: Fields = {"enabled": Field(kind=Flag(), required=True, nullable=False, doc="Whether the console is served.")}


async def show(call: Call) -> Reply:
    """Show how the console of a node is reached."""
    call.arguments()
    asked = await call.desk.glance(console_question_for, call.asking, call.params["ident"])
    info = None if asked is None else await call.hardware.ask(asked.hosts, asked.question)
    return json_reply({"console_enabled": asked is not None, "console_info": info})


async def put(call: Call) -> Reply:
    """Begin or end serving the console of a node."""
    call.arguments()
    await order(call, "set_console", values_in(call, BODY))
    return accepted(call, "states/console")


PATH = "nodes/{ident}/states/console"

ROUTES = (
    Route(method="GET", path=PATH, handler=show, doc="Show how the console of a node is reached.", codes=(404, 500)),
    Route(
        method="PUT",
        path=PATH,
        handler=put,
        doc="Begin or end serving the console of a node.",
        body=body_schema(BODY, {"enabled": True}),
        success=202,
        codes=(404, 409, 500),
    ),
)
"""Consoles."""
