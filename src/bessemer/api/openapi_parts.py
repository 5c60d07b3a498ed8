"""What the OpenAPI document says only once: headers, errors, arguments that many routes share."""

from collections.abc import Mapping
from typing import Any

from bessemer.api.routes import Route
from bessemer.api.versions import LEGACY, MINIMUM, MODERN
from bessemer.api.wire import examples
from bessemer.api.wire.known_forms import WORDS_FOR_FLAGS
from bessemer.model.driver import TYPES
from bessemer.model.resource import Resource, fields_of
from bessemer.rules.verb_table import VERBS

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}


def version_parameter(maximum: int) -> Schema:
    """Describe the header that asks for an API version."""
    versions = [f"1.{minor}" for minor in range(MINIMUM, maximum + 1)]
    return {
        "name": LEGACY,
        "in": "header",
        "description": f"The API version to speak; without it, the oldest. {MODERN}: baremetal 1.N means the same.",
        "schema": {"type": "string", "enum": ["latest", *versions]},
        "example": "latest",
    }


HEADERS: Mapping[str, Schema] = {
    LEGACY: {"description": "The API version that was spoken.", "schema": TEXT},
    "x-openstack-ironic-api-minimum-version": {"description": "The oldest API version.", "schema": TEXT},
    "x-openstack-ironic-api-maximum-version": {"description": "The newest API version.", "schema": TEXT},
    "openstack-request-id": {"description": "What the log calls this request.", "schema": TEXT},
    "x-openstack-request-id": {"description": "The same.", "schema": TEXT},
    "Location": {"description": "Where it is.", "required": True, "schema": {"type": "string", "format": "uri"}},
}

FAULT: Schema = {
    "type": "object",
    "properties": {
        "faultcode": {"enum": ["Client", "Server"]},
        "faultstring": {"type": "string", "description": "What failed, and what to do about it."},
        "debuginfo": {"type": "null"},
    },
    "required": ["faultcode", "faultstring"],
}
ROUTING_ERROR: Schema = {
    "type": "object",
    "properties": {
        "code": {"type": "integer"},
        "title": {"type": "string"},
        "description": {"type": "string", "description": "What failed, and what to do about it."},
    },
    "required": ["code", "title", "description"],
}

OWN_SCHEMAS: Mapping[str, Schema] = {
    "Fault": FAULT,
    "RoutingError": ROUTING_ERROR,
    "Error": {
        "type": "object",
        "description": "An error, encoded twice: the string is itself JSON, a Fault or a RoutingError.",
        "properties": {
            "error_message": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {
                    "anyOf": [{"$ref": "#/components/schemas/Fault"}, {"$ref": "#/components/schemas/RoutingError"}]
                },
            }
        },
        "required": ["error_message"],
        "additionalProperties": False,
        "examples": [
            {"error_message": '{"faultcode":"Client","faultstring":"There is no node \'r1\'.","debuginfo":null}'}
        ],
    },
    "LoginRefusal": {
        "type": "object",
        "properties": {
            "error": {
                "type": "object",
                "properties": {"message": {"type": "string"}, "code": {"type": "integer"}},
                "required": ["message", "code"],
            }
        },
        "required": ["error"],
        "additionalProperties": False,
    },
}

ERROR = {"$ref": "#/components/schemas/Error"}
PLAIN = {"$ref": "#/components/schemas/Fault"}
LOGIN = {"$ref": "#/components/schemas/LoginRefusal"}


def _response(description: str, *schemas: Schema) -> Schema:
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


RESPONSES: Mapping[str, Schema] = {
    "Status400": _response("The request is wrong; what is nested too deeply is refused plainly.", ERROR, PLAIN, LOGIN),
    "Status401": _response("Nobody is logged in.", LOGIN),
    "Status403": _response("The policy forbids it.", ERROR),
    "Status404": _response("There is no such thing, or it may not be seen, or the API version is too old.", ERROR),
    "Status405": _response("The API version is too old for this.", ERROR),
    "Status406": _response("The API version has no such field or argument, or does not exist itself.", ERROR),
    "Status409": _response("The present state forbids it, or there is such a thing already.", ERROR),
    "Status413": _response("The body is too large.", PLAIN),
    "Status429": _response("The same address asks too often; Retry-After says when to come back.", ERROR),
    "Status500": _response("The hardware, or the way to it, did not do what it was asked.", ERROR),
    "Status503": _response("The server is too busy just now.", ERROR),
}

FLAG: Schema = WORDS_FOR_FLAGS
CANONICAL_UUID: Schema = {
    "type": "string",
    "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
}


def _argument(name: str, since: int, schema: Schema, description: str) -> Schema:
    return {"name": name, "in": "query", "description": description, "x-since": f"1.{since}", "schema": schema}


ARGUMENTS: Mapping[str, Schema] = {
    "limit": _argument(
        "limit", 1, {"type": "integer", "minimum": 1}, "The most items on the page; the server has a limit of its own."
    ),
    "marker": _argument("marker", 1, CANONICAL_UUID, "The last item of the page before."),
    "sort_key": _argument("sort_key", 1, TEXT, "The field that the list is sorted by."),
    "sort_dir": _argument("sort_dir", 1, {"type": "string", "enum": ["asc", "desc"]}, "Up or down."),
    "detail": _argument("detail", 43, FLAG, "Whether all fields are shown."),
    "fields": {
        **_argument("fields", 8, {"type": "array", "items": TEXT}, "The fields that are shown, and no others."),
        "style": "form",
        "explode": False,
    },
    "reset_interfaces": _argument(
        "reset_interfaces", 45, FLAG, "Whether a new driver brings its default interfaces, where the patch names none."
    ),
    "type": _argument("type", 30, {"type": "string", "enum": list(TYPES)}, "Drivers of this type."),
    "method": _argument("method", 1, TEXT, "The name of the vendor's method."),
    "node": _argument("node", 1, TEXT, "The node, by its UUID or its name."),
    "node_uuid": _argument("node_uuid", 1, TEXT, "The same, as old clients say it."),
    "addresses": _argument("addresses", 22, TEXT, "MAC addresses of the machine, with commas between them."),
    "device_types": {
        **_argument("device_types", 89, {"type": "array", "items": TEXT}, "The virtual drives that are emptied."),
        "style": "form",
        "explode": False,
    },
    "plan": _argument(
        "plan", 1, {"type": "string", "pattern": "^[0-9a-f]{64}$"}, "The digest of the plan that is agreed to."
    ),
    "target": {
        **_argument("target", 1, {"type": "string", "enum": list(VERBS)}, "The verb that is to be explained."),
        "required": True,
    },
    "since": _argument("since", 1, {"type": "integer", "minimum": 0}, "The id of the last change that is known."),
    "subject": _argument("subject", 1, TEXT, "What was changed: node, port, operation and so on."),
    "format": _argument("format", 1, {"type": "string", "enum": ["json", "stream"]}, "A page, or a stream of events."),
    "reason": _argument("reason", 1, TEXT, "Why it is put into maintenance; the body may say it as well."),
}
"""By name."""


def sort_key_parameter(resource: Resource) -> Schema:
    """Describe what a list can be sorted by."""
    keys = [
        name
        for name, field in fields_of(resource.record).items()
        if field.sortable and name not in resource.member_lists
    ]
    schema = {"type": "string", "enum": ["", "id", *keys], "default": "id"}
    return {**ARGUMENTS["sort_key"], "schema": schema}


PLACES: Mapping[str, tuple[str, str]] = {
    "ident": ("Its UUID, or its name where it has one.", ""),
    "trait": ("A trait.", "CUSTOM_LIQUID_COOLED"),
    "setting": ("The name of a setting.", "BootMode"),
    "method": ("The name of the vendor's method.", "send_raw"),
    "indicator": ("The name of a light, as name@component.", "power@chassis"),
    "vif": ("The id of a virtual interface.", "6e0b3a6d-5e5b-4b0c-9d3b-1a2b3c4d5e11"),
    "file": ("The name of a file, as its list has it.", "012-ramdisk-logs.tar.gz"),
    "entry": ("The UUID of an entry.", "0d9c1c6e-5e5b-4b0c-9d3b-1a2b3c4d5e09"),
}
"""What stands in the open places of paths, with an example."""

EXAMPLE_OF: Mapping[str, str] = {
    "nodes": examples.NODE,
    "ports": examples.PORT,
    "portgroups": examples.PORTGROUP,
    "chassis": examples.CHASSIS,
    "volume/connectors": examples.CONNECTOR,
    "volume/targets": examples.TARGET,
    "deploy_templates": examples.TEMPLATE,
    "runbooks": examples.RUNBOOK,
    "allocations": examples.ALLOCATION,
    "bessemer/v1/allocations": examples.ALLOCATION,
    "inspection_rules": examples.INSPECTION_RULE,
    "conductors": "bessemer-1",
    "drivers": "fake-hardware",
    "heartbeat": examples.NODE,
    "bessemer/v1/nodes": examples.NODE,
    "bessemer/v1/drivers": "fake-hardware",
    "bessemer/v1/operations": examples.OPERATION,
}
"""An identifier, by where it stands."""


def path_parameter(name: str, route: Route) -> Schema:
    """Describe an open place of a path."""
    description, example = PLACES[name]
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": {"type": "string", "minLength": 1, "pattern": r"^[^/\s\u0000-\u001f\u007f]+$"},
        "example": example or EXAMPLE_OF[route.path.split("/{", 1)[0]],
    }
