"""The JSON schema of what resources take and show, from their tables of fields."""

from collections.abc import Callable, Mapping
from typing import Any

from bessemer.model.field import Choice, Count, Document, Field, Flag, Items, Mac, Name, Text
from bessemer.model.resource import Filter, Resource, fields_of

PATCH: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "op": {"enum": ["add", "replace", "remove"]},
            "path": {"type": "string", "pattern": "^/"},
            "value": {},
        },
        "required": ["op", "path"],
        "additionalProperties": False,
    },
}
"""A list of changes."""


def _text_schema(kind: Text) -> dict[str, Any]:
    pattern = {} if kind.pattern is None else {"pattern": f"^({kind.pattern})$"}
    return {"type": "string", "minLength": kind.shortest, "maxLength": kind.longest, **pattern}


SCHEMAS: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    Text: _text_schema,
    Flag: lambda _: {"type": "boolean"},
    Count: lambda kind: {"type": "integer", "minimum": kind.lowest, "maximum": kind.highest},
    Document: lambda _: {"type": "object"},
    Items: lambda _: {"type": "array"},
    Choice: lambda kind: {"enum": list(kind.words)},
    Mac: lambda _: {"type": "string", "pattern": "^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$"},
    Name: lambda _: {"type": "string", "pattern": "^[A-Za-z0-9._~-]{1,255}$"},
}
"""The schema of each kind of value; the rest are strings."""


def kind_schema(kind: Any) -> dict[str, Any]:
    """Describe the values of one kind."""
    return SCHEMAS.get(type(kind), lambda _: {"type": "string"})(kind)


def field_schema(field: Field) -> dict[str, Any]:
    """Describe one field."""
    schema = kind_schema(field.kind)
    if field.nullable and not isinstance(field.kind, Document):
        schema = {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "description": field.doc, "x-since": f"1.{field.since}"}


def creation_schema(resource: Resource) -> dict[str, Any]:
    """Describe the body that creates a resource."""
    fields = {name: field for name, field in fields_of(resource.record).items() if field.create}
    return {
        "type": "object",
        "properties": {name: field_schema(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def reading_schema(resource: Resource) -> dict[str, Any]:
    """Describe a resource as it is shown."""
    return {
        "type": "object",
        "properties": {name: field_schema(field) for name, field in fields_of(resource.record).items()},
    }


def filter_schema(each: Filter) -> dict[str, Any]:
    """Describe a list filter."""
    schema = {"type": "string"} if each.many else kind_schema(each.kind)
    return {**schema, "description": each.doc, "x-since": f"1.{each.since}"}
