"""Why an allocation has the node that it has, or none: every node with what rejects it first."""

from typing import Any

from bessemer.api.call import Call
from bessemer.api.list_request import PAGING, read_list_request
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.model.node import NODE
from bessemer.services.explain_allocation import Explanation, explain_allocation


async def explain(call: Call) -> Reply:
    """Judge the nodes that come into question, page by page."""
    asked = read_list_request(call, NODE, detailed=True, filtered=False)
    found = await call.desk.read(explain_allocation, call.asking, call.params["ident"], asked.wanted)
    reply = _written(found)
    if len(found.nodes) == asked.wanted.limit:
        kept = {name: asked.given[name] for name in PAGING if name in asked.given}
        reply["next"] = call.link({**kept, "limit": str(asked.wanted.limit), "marker": found.nodes[-1].uuid})
    return json_reply(reply)


def _written(found: Explanation) -> dict[str, Any]:
    wish = found.allocation
    return {
        "allocation": wish.uuid,
        "state": wish.state,
        "node_uuid": wish.node_uuid,
        "last_error": wish.last_error,
        "counts": found.counts,
        "nodes": found.nodes,
    }


ROUTES = (
    Route(
        method="GET",
        path="bessemer/v1/allocations/{ident}/explain",
        handler=explain,
        doc="Tell of every node that comes into question for an allocation what rejects it first.",
        arguments=PAGING,
        codes=(404,),
    ),
)
"""Explanations of allocations."""
