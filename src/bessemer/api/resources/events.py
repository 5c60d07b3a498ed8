"""What the network service tells of the ports that it looks after."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.routes import Route
from bessemer.api.wire.json_schema import kind_taken, or_null
from bessemer.rules.port_events import MOST_EVENTS, PARTS
from bessemer.services.port_events import take_events


async def post(call: Call) -> Reply:
    """Take some events."""
    call.arguments()
    await call.desk.write(take_events, call.asking, call.json())
    return empty_reply()


BODY = {
    "type": "object",
    "properties": {
        "events": {
            "type": "array",
            "minItems": 1,
            "maxItems": MOST_EVENTS,
            "items": {
                "type": "object",
                "properties": {
                    name: {
                        **(kind_taken(part.kind) if part.required else or_null(kind_taken(part.kind))),
                        "description": part.doc,
                    }
                    for name, part in PARTS.items()
                },
                "required": [name for name, part in PARTS.items() if part.required],
                "additionalProperties": False,
            },
        }
    },
    "required": ["events"],
    "additionalProperties": False,
}

ROUTES = (
    Route(
        method="POST",
        path="events",
        handler=post,
        doc="Report what happened to network ports.",
        since=54,
        below=404,
        body=BODY,
        success=204,
    ),
)
"""Events of network ports."""
