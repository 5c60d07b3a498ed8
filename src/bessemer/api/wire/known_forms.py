"""The JSON schemas of values with a form of their own: links, steps, traits, network data, words for true and false."""

from collections.abc import Iterable, Mapping
from typing import Any

from bessemer.rules.allocations import MOST_CANDIDATES
from bessemer.rules.booleans import FALSE_WORDS, TRUE_WORDS
from bessemer.rules.inspection.signatures import ACTIONS, CONDITIONS
from bessemer.rules.inspection.written_rules import MULTIPLE, NEGATION
from bessemer.rules.step_lists import INTERFACES

Schema = dict[str, Any]


def in_any_case(words: Iterable[str]) -> str:
    """Write a pattern for words whose case does not matter."""
    each = ("".join(f"[{letter}{letter.upper()}]" if letter.isalpha() else letter for letter in word) for word in words)
    return "|".join(each)


WORDS_FOR_FLAGS: Schema = {
    "type": "string",
    "pattern": rf"^\s*({in_any_case(sorted(TRUE_WORDS | FALSE_WORDS))})\s*$",
}
"""True or false, in words."""

LOOSE_UUID: Schema = {
    "type": "string",
    "pattern": "^([uU][rR][nN]:[uU][uU][iI][dD]:)?\\{?[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}\\}?$",
}
"""A UUID in any of its usual spellings."""

DIGITS: Schema = {"type": "string", "pattern": "^[0-9]{1,10}$"}

LINKS: Schema = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "href": {"type": "string", "format": "uri"},
            "rel": {"type": "string"},
            "type": {"type": "string"},
        },
        "required": ["href", "rel"],
        "additionalProperties": False,
    },
}

TRAIT_LIST: Schema = {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 255}}


def _steps(place: str, required: tuple[str, ...]) -> Schema:
    return {
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "properties": {
                "interface": {"type": "string", "enum": list(INTERFACES)},
                "step": {"type": "string", "minLength": 1, "maxLength": 255},
                "args": {"type": "object"},
                place: {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 2**31 - 1}, DIGITS]},
            },
            "required": list(required),
            "additionalProperties": False,
        },
    }


def _entries(required: Mapping[str, Schema]) -> Schema:
    return {
        "type": "array",
        "items": {"type": "object", "properties": dict(required), "required": list(required)},
    }


WORD: Schema = {"type": "string", "minLength": 1}

NETWORK_DATA: Schema = {
    "anyOf": [
        {"type": "object", "maxProperties": 0},
        {
            "type": "object",
            "properties": {
                "links": _entries({"id": WORD, "type": WORD}),
                "networks": _entries({"id": WORD, "link": WORD, "type": WORD}),
                "services": _entries({"address": WORD, "type": WORD}),
            },
            "required": ["links", "networks"],
        },
    ]
}

LOCAL_LINK: Schema = {
    "type": "object",
    "properties": {
        "switch_id": {
            "type": "string",
            "pattern": "^(([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{16})$",
            "description": "The MAC address of the switch, or its datapath of 16 hexadecimal digits.",
        },
        "port_id": {"type": "string"},
        "switch_info": {"type": "string"},
        "hostname": {"type": "string"},
        "network_type": {"type": "string", "enum": ["managed", "unmanaged"], "x-since": "1.64"},
        "vtep-logical-switch": {"type": "string", "x-since": "1.90", "x-until": "1.104"},
        "vtep-physical-switch": {"type": "string", "x-since": "1.90", "x-until": "1.104"},
    },
    "additionalProperties": False,
}

NODE_NAMES: Schema = {
    "type": "array",
    "items": {"anyOf": [LOOSE_UUID, {"type": "string", "pattern": "^[A-Za-z0-9._~-]{1,255}$"}]},
    "maxItems": MOST_CANDIDATES,
}
ARGS: Schema = {"anyOf": [{"type": "object"}, {"type": "array"}]}


def _rule_parts(ops: Iterable[str], least: int, **more: Schema) -> Schema:
    """Describe the conditions or the actions of an inspection rule."""
    return {
        "type": "array",
        "minItems": least,
        "items": {
            "type": "object",
            "properties": {"op": {"type": "string", "enum": list(ops)}, "args": ARGS, "loop": ARGS, **more},
            "required": ["op", "args"],
            "additionalProperties": False,
        },
    }


NAMED_FORMS: Mapping[str | None, Schema] = {
    "traits": TRAIT_LIST,
    "candidate_nodes": NODE_NAMES,
    "deploy_steps": _steps("priority", ("interface", "step", "args", "priority")),
    "runbook_steps": _steps("order", ("interface", "step", "order")),
    "conditions": _rule_parts(
        (*CONDITIONS, *(f"{NEGATION}{op}" for op in CONDITIONS)), 0, multiple={"type": "string", "enum": list(MULTIPLE)}
    ),
    "actions": _rule_parts(ACTIONS, 1),
    "network_data": NETWORK_DATA,
    "local_link_connection": LOCAL_LINK,
}
"""By the name that a Document or a list of Items is known as."""
