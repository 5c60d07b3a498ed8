"""Values for fields of every kind, of which some fit and some nearly do, and what becomes of them."""

from typing import Any

import pytest
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.model.field import Choice, Count, Document, Field, Flag, Items, Kind, Mac, Name, Reference, Text, Uuid
from bessemer.rules.field_values import checked_value
from tests.unit.documents import anything

UUID = "8c5a9b3e-2f58-4a0d-9d2c-0f4a1b7f3c11"
MAC = "52:54:00:ab:cd:ef"

LIKELY: dict[type, tuple[Any, ...]] = {
    Uuid: (UUID, UUID.upper(), UUID.replace("-", ""), f"{{{UUID}}}", f"urn:uuid:{UUID}", f"{UUID}\n"),
    Reference: (UUID, UUID.upper(), "rack-7", f"urn:uuid:{UUID}"),
    Mac: (MAC, MAC.upper(), MAC.replace(":", "-"), f"{MAC}\n"),
    Name: ("rack-7", "a.b~c_d", UUID, "a b", "é"),
    Flag: (True, False, "yes", "OFF", " true ", "2", 1, 0),
    Count: (0, -1, 2**31 - 1, 2**31, "7", "007", "-1", "9" * 10, "9" * 11, 1.0, "\u0661"),
    Text: ("x", "", "x" * 255, "x" * 256),
    Document: ({}, {"a": 1}),
    Items: ([], ["a"]),
}
"""By kind."""


def values_for(kind: Kind) -> st.SearchStrategy[Any]:
    """Give values of all sorts, some of which have a chance to fit."""
    likely = _likely(kind)
    return st.sampled_from(likely) | anything if likely else anything


def _likely(kind: Kind) -> tuple[Any, ...]:
    return kind.words if isinstance(kind, Choice) else LIKELY.get(type(kind), ())


def fitting(kind: Kind) -> list[Any]:
    """Give values that the kind takes."""
    field = Field(kind=kind, doc="")
    return [value for value in (*_likely(kind), "CUSTOM_A") if kept("It", field, value) is not ...]


def kept(name: str, field: Field, value: Any) -> Any:
    """Check a value; give ... when it is refused, as no JSON is that."""
    try:
        return checked_value(name, field, value)
    except Invalid as refusal:
        return _told(name, refusal)


def _told(name: str, refusal: Invalid) -> Any:
    if name not in refusal.message or len(refusal.message) > 2000:
        pytest.fail(f"a refusal must name its field and be short: {refusal.message[:200]}")
    return ...
