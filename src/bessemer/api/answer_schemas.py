"""The JSON schemas of answers that are neither a resource nor a plain list of one, by path."""

from collections.abc import Mapping
from typing import Any

from bessemer.api.wire.allocation_forms import JUDGED_NODES
from bessemer.api.wire.json_schema import page_schema, reading_schema, shown_field
from bessemer.api.wire.known_forms import LINKS, TRAIT_LIST
from bessemer.api.wire.plan_forms import EXPLANATION, PLAN, STEPS
from bessemer.model.driver import DRIVER
from bessemer.model.node import INTERFACE_KINDS, NODE
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
LOOKED_UP: Schema = exactly(
    node=exactly(
        uuid={"type": "string", "format": "uuid"},
        properties={"type": "object"},
        instance_info={"type": "object"},
        driver_internal_info={"type": "object"},
        links=LINKS,
    ),
    config={
        "type": "object",
        "properties": {
            "heartbeat_timeout": {"type": "integer", "description": "In seconds."},
            "agent_token": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "required": ["heartbeat_timeout", "agent_token", "agent_token_required"],
    },
)
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

DESCRIPTIONS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
"""Names, each with what it is."""

VALIDATION = exactly(
    **{
        kind: {
            "type": "object",
            "properties": {
                "result": {"type": "boolean"},
                "reason": {"type": "string", "description": "What is missing or wrong."},
            },
            "required": ["result"],
            "additionalProperties": False,
        }
        for kind in INTERFACE_KINDS
        if kind != "vendor"
    }
)

VENDOR_METHODS: Schema = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "properties": {
            "http_methods": {"type": "array", "items": {"type": "string"}},
            "async": {"type": "boolean", "description": "Whether the caller is answered before it is done."},
            "description": {"type": "string"},
            "attach": {"type": "boolean", "description": "Whether the answer is a file."},
            "require_exclusive_lock": {
                "type": "boolean",
                "description": "Whether it is refused while somebody else works on the node.",
            },
        },
        "required": ["http_methods", "async", "description", "attach"],
        "additionalProperties": False,
    },
    "description": "The methods by their names.",
}
WHAT_THE_VENDOR_GIVES: Schema = {"description": "Whatever the vendor's method gives."}

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
    "lookup": LOOKED_UP,
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
    "nodes/{ident}/validate": VALIDATION,
    "nodes/validate": VALIDATION,
    "nodes/{ident}/vendor_passthru/methods": VENDOR_METHODS,
    "nodes/{ident}/vendor_passthru": WHAT_THE_VENDOR_GIVES,
    "nodes/{ident}/vendor_passthru/{method}": WHAT_THE_VENDOR_GIVES,
    "continue_inspection": {"anyOf": [exactly(uuid={"type": "string", "format": "uuid"}), LOOKED_UP]},
    "drivers": exactly(drivers={"type": "array", "items": reading_schema(DRIVER)}),
    "drivers/{ident}/properties": DESCRIPTIONS,
    "drivers/{ident}/raid/logical_disk_properties": DESCRIPTIONS,
    "drivers/{ident}/vendor_passthru/methods": VENDOR_METHODS,
    "drivers/{ident}/vendor_passthru": WHAT_THE_VENDOR_GIVES,
    "drivers/{ident}/vendor_passthru/{method}": WHAT_THE_VENDOR_GIVES,
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
    "bessemer/v1/nodes/{ident}/plan": PLAN,
    "bessemer/v1/nodes/{ident}/explain": EXPLANATION,
    "bessemer/v1/nodes/{ident}/steps": STEPS,
    "bessemer/v1/drivers/{ident}/steps": STEPS,
    "bessemer/v1/allocations/{ident}/explain": JUDGED_NODES,
    "openapi.json": {"type": "object", "required": ["openapi", "info", "paths"]},
    "bessemer/v1/operations/{ident}": {
        "allOf": [{"$ref": "#/components/schemas/Operation"}],
        "properties": {
            "timeline": {"type": "array", "items": {"type": "object"}},
            "failure": {"type": ["object", "null"]},
        },
        "required": ["timeline", "failure"],
    },
    "bessemer/v1/operations/{ident}/evidence": {
        "type": "object",
        "properties": {"evidence": {"type": "array", "items": {"type": "object"}}},
        "required": ["evidence"],
    },
    "bessemer/v1/changes": {
        "type": "object",
        "properties": {"changes": {"type": "array", "items": {"type": "object"}}, "next": {"type": "string"}},
        "required": ["changes"],
    },
}
"""By the path below the root, for what is not below /v1."""
