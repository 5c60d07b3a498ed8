"""The JSON schemas of what resources take and show, from their tables of fields."""

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, get_args, get_type_hints

from bessemer.api.wire.examples import EXAMPLES, PATCH_EXAMPLES
from bessemer.api.wire.known_forms import DIGITS, LINKS, LOOSE_UUID, NAMED_FORMS, WORDS_FOR_FLAGS
from bessemer.api.wire.old_words import OLD_WORDS
from bessemer.model.allocation import BACKFILL_SINCE
from bessemer.model.field import (
    Choice,
    Count,
    Document,
    Field,
    Flag,
    Items,
    Kind,
    Mac,
    Moment,
    Name,
    Reference,
    Text,
    Trait,
    Uuid,
)
from bessemer.model.resource import Filter, Resource, fields_of
from bessemer.rules.record_values import created_since, patched_since

Schema = dict[str, Any]

NAME: Schema = {"type": "string", "pattern": "^[A-Za-z0-9._~-]{1,255}$"}
MAC: Schema = {"type": "string", "pattern": "^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$"}
NO_NULL_CHARACTER = r"^[^\u0000]*$"

PLAIN_FLAGS = frozenset({("runbook", "disable_ramdisk"), ("runbook", "public")})
"""Flags, by noun and name, that take no words, only true and false."""


STAND_INS: Mapping[str, tuple[str, str, Schema, str]] = {
    "port": (
        "node_uuid",
        "node_ident",
        {"type": "string", "description": "The UUID or the name of the node it belongs to.", "x-since": "1.94"},
        "oneOf",
    ),
    "allocation": (
        "resource_class",
        "node",
        {
            "anyOf": [{"type": "string"}, {"type": "null"}],
            "description": "The UUID or the name of a node that is in use already, which it gets.",
            "x-since": f"1.{BACKFILL_SINCE}",
        },
        "anyOf",
    ),
}
"""By noun: a field that something else may stand in for, that, how it is described, and whether both may be given."""


def _text(kind: Text) -> Schema:
    pattern = NO_NULL_CHARACTER if kind.pattern is None else f"^({kind.pattern})$"
    return {"type": "string", "minLength": kind.shortest, "maxLength": kind.longest, "pattern": pattern}


def _count(kind: Count) -> Schema:
    return {"type": "integer", "minimum": kind.lowest, "maximum": kind.highest}


def _count_taken(kind: Count) -> Schema:
    return {"anyOf": [_count(kind), DIGITS]} if kind.as_text else _count(kind)


def _reference_taken(kind: Reference) -> Schema:
    return {"anyOf": [LOOSE_UUID, NAME]} if kind.by_name else LOOSE_UUID


def _named(kind: Document | Items) -> Schema:
    known: Mapping[str | None, Schema] = NAMED_FORMS
    return known.get(kind.known_as, {"type": "object"} if isinstance(kind, Document) else {"type": "array"})


SHOWN: Mapping[type, Callable[[Any], Schema]] = {
    Text: _text,
    Uuid: lambda _: {"type": "string", "format": "uuid"},
    Mac: lambda _: MAC,
    Name: lambda _: NAME,
    Trait: lambda _: {"type": "string", "minLength": 1, "maxLength": 255},
    Reference: lambda _: {"type": "string", "format": "uuid"},
    Flag: lambda _: {"type": "boolean"},
    Count: _count,
    Choice: lambda kind: {"type": "string", "enum": [str(word) for word in kind.words]},
    Document: lambda kind: {"type": "object"} if kind.known_as == "network_data" else _named(kind),
    Items: _named,
    Moment: lambda _: {"type": "string", "format": "date-time"},
}
"""How each kind of value is shown."""

TAKEN: Mapping[type, Callable[[Any], Schema]] = {
    **SHOWN,
    Uuid: lambda _: LOOSE_UUID,
    Name: lambda _: {**NAME, "not": LOOSE_UUID},
    Reference: _reference_taken,
    Flag: lambda _: {"anyOf": [{"type": "boolean"}, WORDS_FOR_FLAGS]},
    Count: _count_taken,
    Document: _named,
}
"""How each kind of value may be given, where that is wider than how it is shown."""


def kind_shown(kind: Kind) -> Schema:
    """Describe the values of one kind as they are shown."""
    return dict(SHOWN[type(kind)](kind))


def kind_taken(kind: Kind) -> Schema:
    """Describe the values of one kind as they may be given."""
    return dict(TAKEN[type(kind)](kind))


def or_null(schema: Schema) -> Schema:
    """Let null be a value as well."""
    return {"anyOf": [schema, {"type": "null"}]}


def shown_field(resource: Resource, name: str, field: Field) -> Schema:
    """Describe one field as it is shown."""
    hint = get_type_hints(resource.record)[name]
    formerly_null = any(None in words.values() for _, words in OLD_WORDS.get((resource.noun, name), ()))
    schema = kind_shown(field.kind)
    if NoneType in get_args(hint) or formerly_null:
        schema = or_null(schema)
    return {**schema, "description": field.doc, "x-since": f"1.{field.since}"}


def taken_field(resource: Resource, name: str, field: Field) -> Schema:
    """Describe one field as it may be given on creation, where null stands for not giving it."""
    schema = kind_taken(field.kind)
    if (resource.noun, name) in PLAIN_FLAGS:
        schema = {"type": "boolean"}
    if not field.required:
        schema = or_null(schema)
    return {**schema, "description": field.doc, "x-since": f"1.{created_since(field)}"}


def creation_schema(resource: Resource) -> Schema:
    """Describe the body that creates a resource."""
    fields = {name: field for name, field in fields_of(resource.record).items() if field.create}
    schema: Schema = {
        "type": "object",
        "properties": {name: taken_field(resource, name, field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
        "examples": [EXAMPLES[resource.noun]],
    }
    if resource.noun in STAND_INS:
        name, other, described, together = STAND_INS[resource.noun]
        schema["properties"][other] = described
        schema["required"] = [each for each in schema["required"] if each != name]
        schema[together] = [{"required": [name]}, {"required": [other]}]
    return schema


def reading_schema(resource: Resource) -> Schema:
    """Describe a resource as it is shown; which of its fields are there depends on the version and on `fields`."""
    properties = {name: shown_field(resource, name, field) for name, field in fields_of(resource.record).items()}
    if resource.linked:
        properties["links"] = {**LINKS, "description": "Where it is.", "x-since": f"1.{resource.since}"}
    for link in resource.links:
        properties[link.name] = {**LINKS, "description": link.doc, "x-since": f"1.{link.since}"}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def page_schema(resource: Resource, item: Schema) -> Schema:
    """Describe a page of a list."""
    return {
        "type": "object",
        "properties": {
            resource.plural: {"type": "array", "items": item},
            "next": {"type": "string", "format": "uri", "description": "The next page; there when this one is full."},
        },
        "required": [resource.plural],
        "additionalProperties": False,
    }


def patch_schema(resource: Resource) -> Schema:
    """Describe the list of changes that a resource takes."""
    fields = {name: field for name, field in fields_of(resource.record).items() if field.patch}
    path = {
        "type": "string",
        "pattern": f"^/({'|'.join(fields)})(/([^~/\\u0000]|~[01])*)*$",
        "description": "A JSON pointer whose first word is a field that can be changed.",
        "x-since": {name: f"1.{patched_since(field)}" for name, field in fields.items()},
    }
    return {
        "type": "array",
        "items": {"anyOf": [_setting(path), _removal(path)]},
        "examples": [PATCH_EXAMPLES[resource.noun]],
    }


def _setting(path: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"op": {"enum": ["add", "replace"]}, "path": path, "value": {}},
        "required": ["op", "path", "value"],
        "additionalProperties": False,
    }


def _removal(path: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"op": {"enum": ["remove"]}, "path": path, "value": {"description": "Not looked at."}},
        "required": ["op", "path"],
        "additionalProperties": False,
    }


def filter_parameter(each: Filter) -> Schema:
    """Describe a list filter as a query parameter."""
    schema = _in_query(each)
    parameter = {"name": each.name, "in": "query", "description": each.doc, "x-since": f"1.{each.since}"}
    if each.many:
        return {**parameter, "style": "form", "explode": False, "schema": {"type": "array", "items": schema}}
    return {**parameter, "schema": schema}


def _in_query(each: Filter) -> Schema:
    """Describe a value as a word in a URL."""
    match each.kind:
        case Flag():
            return WORDS_FOR_FLAGS
        case Uuid() | Mac() | Choice():
            return kind_taken(each.kind)
        case _:
            return {"type": "string", "pattern": NO_NULL_CHARACTER}
