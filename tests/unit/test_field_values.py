"""A value of a field is kept in one form, or refused in a text that names the field; nothing else can happen."""

from typing import Any

import pytest
from hypothesis import given, settings
from sqlalchemy import String

from bessemer.model.errors import Invalid
from bessemer.model.field import Choice, Field, Kind, Mac, Name, Reference, Text, Trait, Uuid
from bessemer.model.resource import Resource, is_json
from bessemer.rules.field_values import checked_value, describe, is_same
from bessemer.store.views import VIEWS
from tests.unit.documents import letters
from tests.unit.likely_values import MAC, UUID, kept, values_for
from tests.unit.resources import TAKEN, settable

FIELDS = [
    pytest.param(name, field, id=f"{resource.noun}-{name}")
    for resource in TAKEN
    for name, field in settable(resource).items()
]


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_what_is_kept_is_kept_as_it_is_when_it_is_given_again(name: str, field: Field) -> None:
    @settings(max_examples=40)
    @given(value=values_for(field.kind))
    def given_again(value: Any) -> None:
        once = kept(name, field, value)
        if once is not ...:
            assert letters(kept(name, field, once)) == letters(once)

    given_again()


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_null_is_the_default_or_refused(name: str, field: Field) -> None:
    found = kept(name, field, None)
    assert found == (field.default if field.nullable else ...)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_every_field_can_say_what_it_takes(name: str, field: Field) -> None:
    with pytest.raises(Invalid) as refusal:
        checked_value(name, field, object())
    assert refusal.value.message.startswith(f"{name} must be {describe(field)}; ")


@pytest.mark.parametrize("resource", TAKEN, ids=lambda resource: str(resource.noun))
def test_the_column_of_a_field_holds_every_value_that_the_field_takes(resource: Resource) -> None:
    columns = VIEWS[resource.noun].table.c
    for name, field in settable(resource).items():
        if name in columns and not is_json(field.kind):
            assert longest_of(field.kind) <= room_in(columns[name].type), name


def longest_of(kind: Kind) -> int:
    """Tell how many characters a value may have, where it is a text."""
    match kind:
        case Text():
            return kind.longest
        case Choice():
            return max(len(word) for word in kind.words)
        case Uuid() | Reference():
            return len(UUID)
        case Mac():
            return len(MAC)
        case Name() | Trait():
            return 255
        case _:
            return 0


def room_in(column: Any) -> float:
    """Tell how many characters a column holds."""
    return column.length if isinstance(column, String) and column.length is not None else float("inf")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1, True),
        (1, True, False),
        (0, False, False),
        (1, 1.0, False),
        ({"a": [1]}, {"a": [True]}, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ([1, 2], [2, 1], False),
        (None, False, False),
        ("", None, False),
        (10**400, 10**400, True),
    ],
)
def test_values_are_the_same_when_json_writes_them_alike(one: Any, other: Any, same: bool) -> None:  # noqa: FBT001
    assert is_same(one, other) is is_same(other, one) is same
