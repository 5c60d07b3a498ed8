"""Which RAID configuration a node is to have."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.resources.asked_of_nodes import object_in
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid, NotFound, Unsupported
from bessemer.services.nodes.raid import raid_question_for, set_target_raid


async def put(call: Call) -> Reply:
    """Set it, if the node could have it; an empty one clears what was wanted."""
    call.arguments()
    if not call.body:
        raise Invalid("The body must be a JSON object: the configuration wanted, or {} to want none.")
    wanted, ident = object_in(call), call.params["ident"]
    if wanted:
        asked = await call.desk.glance(raid_question_for, call.asking, ident, wanted)
        try:
            faults = await call.hardware.ask(asked.hosts, asked.question)
        except Unsupported as error:
            raise NotFound(error.message) from error
        if faults:
            raise Invalid(" ".join(faults))
    await call.desk.write(set_target_raid, call.asking, ident, wanted)
    return empty_reply()


ROUTES = (
    Route(
        method="PUT",
        path="nodes/{ident}/states/raid",
        handler=put,
        doc="Set the RAID configuration that a node is to have.",
        since=12,
        body={
            "type": "object",
            "description": "Empty to want nothing.",
            "properties": {"logical_disks": {"type": "array", "items": {"type": "object"}}},
            "examples": [{"logical_disks": [{"size_gb": 100, "raid_level": "1"}]}],
        },
        success=204,
        codes=(404, 409, 500),
    ),
)
"""RAID."""
