"""Whether a value fits the kind of its field, and what it is kept as."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from bessemer.model.errors import Invalid
from bessemer.model.field import (
    Choice,
    Count,
    Document,
    Field,
    Flag,
    Items,
    Mac,
    Moment,
    Name,
    Reference,
    Text,
    Trait,
    Uuid,
)
from bessemer.rules.booleans import boolean_from_word
from bessemer.rules.identifiers import is_logical_name, mac_from_text, uuid_from_text


class Misfit(Exception):
    """The value does not fit; the text completes the sentence 'FIELD must be'."""


def checked_value(name: str, field: Field, value: Any) -> Any:
    """Return a value as it is kept, or refuse it naming the field."""
    if value is None:
        if field.nullable:
            return field.default
        raise Invalid(f"{name} cannot be null: it must be {describe(field)}.")
    try:
        return CHECKS[type(field.kind)](field.kind, value)
    except Misfit as misfit:
        raise Invalid(f"{name} must be {misfit}; {shown(value)} was given.") from misfit


def shown(value: Any) -> str:
    """Write a value for a refusal, cut to a readable length."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"  # noqa: PLR2004 - the width of a line


def describe(field: Field) -> str:
    """Say what values a field takes, by asking its check."""
    try:
        CHECKS[type(field.kind)](field.kind, object())
    except Misfit as misfit:
        return str(misfit)
    return "given"


def is_same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are the same to the letter; Python takes 1, 1.0 and true for equal."""
    return bool(one == other) and _letters(one) == _letters(other)


def _letters(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _text(kind: Text, value: Any) -> str:
    if not isinstance(value, str):
        raise Misfit("a string")
    if "\0" in value:
        raise Misfit("a string without null characters")
    if not kind.shortest <= len(value) <= kind.longest:
        raise Misfit(f"a string of {kind.shortest} to {kind.longest} characters")
    if kind.pattern is not None and re.fullmatch(kind.pattern, value) is None:
        raise Misfit(f"a string of {kind.form}")
    return value


def _uuid(_: Uuid, value: Any) -> str:
    found = uuid_from_text(value) if isinstance(value, str) else None
    if found is None:
        raise Misfit("a UUID")
    return found


def _reference(kind: Reference, value: Any) -> str:
    found = uuid_from_text(value) if isinstance(value, str) else None
    if found is not None:
        return found
    if kind.by_name and isinstance(value, str) and is_logical_name(value):
        return value
    raise Misfit("a UUID or a name" if kind.by_name else "a UUID")


def _mac(_: Mac, value: Any) -> str:
    found = mac_from_text(value) if isinstance(value, str) else None
    if found is None:
        raise Misfit("a MAC address such as 52:54:00:12:34:56")
    return found


def _name(_: Name, value: Any) -> str:
    if not isinstance(value, str) or not is_logical_name(value):
        raise Misfit("a name of 1 to 255 letters, digits and '-._~' that is not a UUID")
    return value


def _trait(_: Trait, value: Any) -> str:
    return _text(Text(255, 1), value)


def _flag(_: Flag, value: Any) -> bool:
    found = boolean_from_word(value) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise Misfit("true or false")
    return found


def _count(kind: Count, value: Any) -> int:
    if kind.as_text and isinstance(value, str) and re.fullmatch(r"[0-9]{1,10}", value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not kind.lowest <= value <= kind.highest:
        raise Misfit(f"a whole number from {kind.lowest} to {kind.highest}")
    return value


def _choice(kind: Choice, value: Any) -> str:
    if not isinstance(value, str) or value not in kind.words:
        raise Misfit("one of " + ", ".join(kind.words))
    return value


def _document(_: Document, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Misfit("a JSON object")
    return value


def _items(_: Items, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Misfit("a JSON list")
    return value


def _moment(_: Moment, value: Any) -> str:
    return _text(Text(32), value)


CHECKS: dict[type, Callable[[Any, Any], Any]] = {
    Text: _text,
    Uuid: _uuid,
    Reference: _reference,
    Mac: _mac,
    Name: _name,
    Trait: _trait,
    Flag: _flag,
    Count: _count,
    Choice: _choice,
    Document: _document,
    Items: _items,
    Moment: _moment,
}
"""The check of each kind of value."""
