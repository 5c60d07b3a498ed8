"""The JSON schemas of answers that are neither a resource nor a plain list of one, by path."""

from collections.abc import Mapping
from typing import Any

from bessemer.api.wire.json_schema import page_schema, reading_schema, shown_field
from bessemer.api.wire.known_forms import LINKS, TRAIT_LIST
from bessemer.model.node import NODE
from bessemer.model.node_facts import BIOS, FIRMWARE, HISTORY
from bessemer.model.resource import fields_of

Schema = dict[str, Any]


def exactly(**properties: Schema) -> Schema:
    """Describe an object that has these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


VERSION = exactly(
    id={"const": "v1"},
    links=LINKS,
    status={"const": "CURRENT"},
    min_version={"type": "string"},
    version={"type": "string", "description": "The highest version there is."},
)
ROOT = exactly(
    name={"type": "string"},
    description={"type": "string"},
    default_version=VERSION,
    versions={"type": "array", "items": VERSION},
)
V1: Schema = {
    "type": "object",
    "properties": {
        "id": {"const": "v1"},
        "links": LINKS,
        "media_types": exactly(base={"type": "string"}, type={"type": "string"}),
        "version": VERSION,
    },
    "additionalProperties": {**LINKS, "description": "Where the collection of this name is."},
    "required": ["id", "links", "media_types", "version"],
}
TRAITS = exactly(traits=TRAIT_LIST)
VOLUME = exactly(links=LINKS, connectors=LINKS, targets=LINKS)

STATES: Schema = {
    "type": "object",
    "properties": {
        name: shown_field(NODE, name, fields_of(NODE.record)[name])
        for name in (
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
    },
    "additionalProperties": False,
}

ANSWERS: Mapping[str, Schema] = {
    "": V1,
    "nodes/{ident}/states": STATES,
    "nodes/{ident}/traits": TRAITS,
    "nodes/{ident}/bios": exactly(bios={"type": "array", "items": reading_schema(BIOS)}),
    "nodes/{ident}/bios/{setting}": {
        "type": "object",
        "additionalProperties": reading_schema(BIOS),
        "minProperties": 1,
        "maxProperties": 1,
        "description": "The setting under its name.",
    },
    "nodes/{ident}/firmware": exactly(firmware={"type": "array", "items": reading_schema(FIRMWARE)}),
    "nodes/{ident}/history": page_schema(HISTORY, reading_schema(HISTORY)),
    "nodes/{ident}/history/{entry}": reading_schema(HISTORY),
    "nodes/{ident}/inventory": exactly(inventory={"type": "object"}, plugin_data={"type": "object"}),
    "nodes/{ident}/children": exactly(
        children={"type": "array", "items": {"type": "string", "format": "uuid"}},
        links={
            **LINKS["items"],
            "description": "The list that describes them.",
        },
    ),
    "nodes/{ident}/volume": VOLUME,
    "volume": VOLUME,
    "runbooks/{ident}/traits": TRAITS,
    "shards": exactly(
        shards={
            "type": "array",
            "items": exactly(
                name={
                    "anyOf": [{"type": "string"}, {"type": "null"}],
                    "description": "Null for the nodes that are in no shard.",
                },
                count={"type": "integer", "minimum": 0},
            ),
        }
    ),
}
"""By the path below /v1."""

OUTSIDE: Mapping[str, Schema] = {
    "": ROOT,
    "openapi.json": {"type": "object", "required": ["openapi", "info", "paths"]},
}
"""By the path below the root, for what is not below /v1."""
