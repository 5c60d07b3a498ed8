"""The JSON schema of what is said of nodes that an allocation could get."""

from typing import Any

from bessemer.api.wire.json_schema import or_null, shown_field
from bessemer.model.allocation import ALLOCATION, Obstacle
from bessemer.model.resource import fields_of

Schema = dict[str, Any]

JUDGED_NODE: Schema = {
    "type": "object",
    "properties": {
        "uuid": {"type": "string", "format": "uuid"},
        "name": or_null({"type": "string"}),
        "fits": {"type": "boolean"},
        "obstacle": or_null({"type": "string", "enum": [str(each) for each in Obstacle]}),
        "reason": {"type": "string", "description": "What rejects the node first, in a sentence."},
    },
    "required": ["uuid", "name", "fits", "obstacle", "reason"],
    "additionalProperties": False,
}

JUDGED_NODES: Schema = {
    "type": "object",
    "properties": {
        "allocation": {"type": "string", "format": "uuid"},
        **{
            name: shown_field(ALLOCATION, name, fields_of(ALLOCATION.record)[name])
            for name in ("state", "node_uuid", "last_error")
        },
        "counts": {
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 1},
            "description": "How many nodes fit, and how many are rejected by what first.",
        },
        "nodes": {"type": "array", "items": JUDGED_NODE},
        "next": {"type": "string", "format": "uri", "description": "The next page; there when this one is full."},
    },
    "required": ["allocation", "state", "node_uuid", "last_error", "counts", "nodes"],
    "additionalProperties": False,
}
