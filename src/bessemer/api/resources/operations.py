"""The work on machines: what is done, how far it is, why it failed, and how to end it."""

from typing import Any

from bessemer.api.call import Call
from bessemer.api.list_request import read_list_request, written_page
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.routes import Route
from bessemer.api.wire.shape import shape_of
from bessemer.model.operation_facts import OPERATION
from bessemer.services.operations import Shown, abort_operation, list_operations, show_operation

PATH = "bessemer/v1/operations"


async def list_all(call: Call) -> Reply:
    """List operations, the oldest first unless asked otherwise."""
    asked = read_list_request(call, OPERATION)
    found = await call.desk.read(list_operations, call.asking, asked.wanted)
    return json_reply(written_page(call, asked, found))


async def show(call: Call) -> Reply:
    """Show one operation with its timeline."""
    call.arguments()
    shape = shape_of(OPERATION, call.minor)
    shown = await call.desk.read(show_operation, call.asking, call.params["ident"], shape.columns)
    item = shape.written(shown.rows, call.base)[0]
    facts = {name: getattr(item, name) for name in shape.names}
    return json_reply({**facts, "timeline": shown.timeline, "failure": _failure(call, shown, facts["node"])})


def _failure(call: Call, shown: Shown, node: str) -> dict[str, Any] | None:
    if shown.failure is None:
        return None
    own = f"{call.base}/{PATH}/{call.params['ident']}/evidence"
    evidence = own if shown.has_evidence else f"{call.base}/v1/nodes/{node}/history"
    return {name: getattr(shown.failure, name) for name in shown.failure.__struct_fields__} | {"evidence": evidence}


async def abort(call: Call) -> Reply:
    """Ask for the end of an operation."""
    call.arguments()
    started = await call.desk.write(abort_operation, call.asking, call.params["ident"])
    call.waking.wake(started.host)
    return empty_reply(202)


ROUTES = (
    Route(
        method="GET",
        path=PATH,
        handler=list_all,
        doc="List the work on machines.",
        listed=OPERATION,
        answer=OPERATION,
    ),
    Route(
        method="GET",
        path=f"{PATH}/{{ident}}",
        handler=show,
        doc="Show one piece of work with its timeline.",
        codes=(404,),
    ),
    Route(
        method="POST",
        path=f"{PATH}/{{ident}}/abort",
        handler=abort,
        doc="Ask for the end of a piece of work.",
        success=202,
        codes=(404, 409),
    ),
)
"""Operations."""
