"""What happened to a node."""

from typing import Any
from urllib.parse import quote

from bessemer.api.call import Call
from bessemer.api.list_request import PAGING, read_list_request, written_page
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.plain import one
from bessemer.api.routes import Route
from bessemer.api.wire.shape import shape_of
from bessemer.model.errors import Invalid
from bessemer.model.node_facts import HISTORY
from bessemer.services.nodes.history import history_entry, history_of

LONGEST_IN_LISTS = 255
CUT_TO = 251


async def list_history(call: Call) -> Reply:
    """List what happened to a node, the oldest first unless asked otherwise."""
    if any(name == "fields" for name, _ in call.query):
        raise Invalid("The fields of a history cannot be chosen; ask for detail=true to get all of them.")
    asked = read_list_request(call, HISTORY, default_sort="created_at", filtered=False)
    found = await call.desk.read(history_of, call.asking, call.params["ident"], asked.wanted)
    page = written_page(call, asked, found, _path(call))
    if asked.shape.names == HISTORY.short:
        for entry in page["history"]:
            entry.event = _cut(entry.event)
    return json_reply(page)


def _cut(event: Any) -> Any:
    """Shorten a long text, as lists do."""
    return event if event is None or len(event) <= LONGEST_IN_LISTS else f"{event[:CUT_TO]}..."


async def show_entry(call: Call) -> Reply:
    """Show one entry of a node's history."""
    call.arguments()
    shape = shape_of(HISTORY, call.minor)
    found = await call.desk.read(history_entry, call.asking, call.params["ident"], call.params["entry"], shape.columns)
    return json_reply(one(call, shape, found, _path(call)))


def _path(call: Call) -> str:
    return f"nodes/{quote(call.params['ident'], safe='')}/history"


ROUTES = (
    Route(
        method="GET",
        path="nodes/{ident}/history",
        handler=list_history,
        doc="List what happened to a node.",
        since=HISTORY.since,
        arguments=(*PAGING, "detail"),
        codes=(404,),
    ),
    Route(
        method="GET",
        path="nodes/{ident}/history/{entry}",
        handler=show_entry,
        doc="Show one entry of a node's history.",
        since=HISTORY.since,
        codes=(404,),
    ),
)
"""History."""
