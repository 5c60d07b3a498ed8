"""The shards that nodes are in."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.services.shards import list_shards as shards_with_sizes


async def list_shards(call: Call) -> Reply:
    """List the shards with their sizes; the name of no shard is null, which no shard can be called."""
    call.arguments()
    found = await call.desk.read(shards_with_sizes, call.asking)
    return json_reply({"shards": [{"name": name, "count": count} for name, count in found]})


ROUTES = (Route(method="GET", path="shards", handler=list_shards, doc="List the shards with their sizes.", since=82),)
"""Shards."""
