"""What states a node is in."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.plain import one
from bessemer.api.routes import Route
from bessemer.api.wire.shape import shape_of
from bessemer.model.node import NODE
from bessemer.services.listing import show_node

STATES = (
    "console_enabled",
    "last_error",
    "power_state",
    "provision_state",
    "target_power_state",
    "target_provision_state",
    "provision_updated_at",
    "raid_config",
    "target_raid_config",
    "boot_mode",
    "secure_boot",
)


async def show_states(call: Call) -> Reply:
    """Show the states of a node."""
    call.arguments()
    shape = shape_of(NODE, call.minor, STATES)
    found = await call.desk.glance(show_node, call.asking, NODE, call.params["ident"], shape.columns)
    states = one(call, shape, found)
    return json_reply({name: getattr(states, name) for name in shape.names})


ROUTES = (
    Route(
        method="GET",
        path="nodes/{ident}/states",
        handler=show_states,
        doc="Show the states of a node.",
        codes=(404,),
    ),
)
"""Reading states."""
