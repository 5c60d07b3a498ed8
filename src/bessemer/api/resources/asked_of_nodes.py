"""What requests that make a node do something have in common: how they are read, carried out and answered."""

from collections.abc import Mapping
from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.wire.json_schema import kind_taken, or_null
from bessemer.model.errors import Invalid
from bessemer.model.field import Field
from bessemer.model.verbs import Wish
from bessemer.rules.field_values import checked_value
from bessemer.services.nodes.ask_machine import order_for, question_for

NOTHING: Mapping[str, Any] = {}
Fields = Mapping[str, Field]


def wish_from(call: Call, *known: str) -> Wish:
    """Read a body that has a target, with arguments beside it; the query may have the known ones."""
    given = call.arguments(*known)
    body = object_in(call)
    return Wish(word=body.pop("target", None), arguments=body, minor=call.minor, **given)


def object_in(call: Call) -> dict[str, Any]:
    """Read a body that must be an object."""
    body = call.json()
    if not isinstance(body, dict):
        raise Invalid("The body must be a JSON object.")
    return body


def values_in(call: Call, fields: Fields) -> dict[str, Any]:
    """Read a body that has these keys and no others."""
    body = object_in(call)
    unknown = sorted(body.keys() - fields.keys())
    if unknown:
        raise Invalid(f"The body has the unknown key {unknown[0][:80]!r}; known are {', '.join(fields)}.")
    missing = [name for name, field in fields.items() if field.required and name not in body]
    if missing:
        raise Invalid(f"The body needs {' and '.join(missing)}.")
    return {name: checked_value(name, field, body.get(name, field.default)) for name, field in fields.items()}


def body_schema(fields: Fields, example: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a body that has these keys and no others."""
    return {
        "type": "object",
        "properties": {name: _described(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
        "examples": [dict(example)],
    }


def _described(field: Field) -> dict[str, Any]:
    taken = kind_taken(field.kind)
    return {**(or_null(taken) if field.nullable else taken), "description": field.doc}


async def ask(call: Call, name: str, arguments: Mapping[str, Any] = NOTHING) -> Any:
    """Put a question to the machine."""
    asked = await call.desk.glance(question_for, call.asking, call.params["ident"], name, arguments)
    return await call.hardware.ask(asked.hosts, asked.question)


async def order(call: Call, name: str, arguments: Mapping[str, Any] = NOTHING) -> None:
    """Have the machine changed at once."""
    asked = await call.desk.write(order_for, call.asking, call.params["ident"], name, arguments)
    await call.hardware.ask(asked.hosts, asked.question)


def accepted(call: Call, below: str = "states") -> Reply:
    """Say that it is being done, or is done already, and where that can be seen."""
    return empty_reply(202, ("location", f"{call.base}/v1/nodes/{call.params['ident']}/{below}"))
