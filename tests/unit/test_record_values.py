"""What a caller gives a resource becomes values that are kept, or one of two refusals; checked again, it stays."""

from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from bessemer.api.versions import MAXIMUM, MINIMUM
from bessemer.model.errors import Invalid, NotAcceptable
from bessemer.model.node import NODE
from bessemer.model.resource import Resource, fields_of
from bessemer.rules.json_patch import Operation
from bessemer.rules.record_values import (
    changed_values,
    check_patch,
    check_patch_version,
    created_since,
    created_values,
    default_values,
    patched_since,
)
from tests.unit.documents import anything, letters, objects
from tests.unit.likely_values import fitting, values_for
from tests.unit.resources import TAKEN, settable

ALL = pytest.mark.parametrize("resource", TAKEN, ids=lambda resource: str(resource.noun))
REFUSALS = (Invalid, NotAcceptable)
MINORS = st.integers(MINIMUM, MAXIMUM) | st.just(MAXIMUM)


def bodies(resource: Resource) -> st.SearchStrategy[dict[str, Any]]:
    """Give bodies of creations: most of them right, or right but for one value, and some wild ones."""
    fields = {name: field.kind for name, field in settable(resource).items() if settable(resource)[name].create}
    right = {name: st.sampled_from(fitting(kind)) for name, kind in fields.items()}
    needed = {name: right.pop(name) for name in needed_by(resource)}
    well_meant = st.fixed_dictionaries(needed, optional=right)
    one_odd = st.sampled_from(sorted(fields)).flatmap(lambda name: st.tuples(st.just(name), values_for(fields[name])))
    odd = st.builds(lambda body, pair: {**body, pair[0]: pair[1]}, well_meant, one_odd)
    wild = st.fixed_dictionaries({}, optional={name: values_for(kind) for name, kind in fields.items()})
    strange = st.builds(lambda body, value: {**body, "no_such_field": value}, well_meant, anything)
    return well_meant | odd | wild | strange


@ALL
def test_any_body_is_taken_or_refused_and_what_is_taken_is_taken_again(resource: Resource) -> None:
    @settings(max_examples=60)
    @given(body=bodies(resource) | anything, minor=MINORS)
    def any_body(body: Any, minor: int) -> None:
        try:
            values = created_values(resource, body, minor)
        except REFUSALS as refusal:
            event(type(refusal).__name__)
            return
        event("taken")
        assert set(values) <= set(body)
        assert letters(created_values(resource, values, minor)) == letters(values)

    any_body()


@ALL
def test_any_document_differs_from_another_in_nothing_but_what_is_told(resource: Resource) -> None:
    names = [name for name, field in fields_of(resource.record).items() if field.patch]
    before = default_values(resource) | dict.fromkeys(set(names) - default_values(resource).keys())
    fields = fields_of(resource.record)
    values = {name: st.sampled_from(fitting(fields[name].kind)) | values_for(fields[name].kind) for name in names}
    after = st.fixed_dictionaries({}, optional=values)

    @settings(max_examples=60)
    @given(after=after)
    def any_document(after: dict[str, Any]) -> None:
        patchable = {name: before[name] for name in names}
        try:
            changes = changed_values(resource, patchable, {**patchable, **after})
        except REFUSALS:
            return
        now = {**patchable, **changes}
        assert set(changes) <= set(after)
        assert changed_values(resource, now, now) == {}
        assert changed_values(resource, now, {**now, **after}) == {}

    any_document()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": 1.0}),
        ({"a": [0]}, {"a": [False]}),
        ({"a": {"b": 1}}, {"a": {"b": 1.0}}),
    ],
)
def test_a_value_that_only_changes_its_type_is_a_change(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = {"extra": old, "properties": {"untouched": 1}}
    assert letters(changed_values(NODE, before, {**before, "extra": new})) == letters({"extra": new})


@ALL
def test_a_creation_needs_the_version_of_each_of_its_fields(resource: Resource) -> None:
    for name, field in settable(resource).items():
        body = {each: fitting(settable(resource)[each].kind)[0] for each in (*needed_by(resource), name)}
        first = max(created_since(settable(resource)[each]) for each in body)
        if field.create and first > MINIMUM:
            assert set(created_values(resource, body, first)) == set(body)
            with pytest.raises(NotAcceptable, match=f"1.{first} on"):
                created_values(resource, body, first - 1)


@ALL
def test_a_patch_needs_the_version_of_what_it_sets_and_none_to_clear_it(resource: Resource) -> None:
    for name, field in fields_of(resource.record).items():
        setting, clearing = ([Operation(op=op, path=(name,), value=1)] for op in ("add", "remove"))
        if field.patch and patched_since(field) > MINIMUM:
            check_patch_version(resource, setting, patched_since(field))
            check_patch_version(resource, clearing, MINIMUM)
            with pytest.raises(NotAcceptable, match=name):
                check_patch_version(resource, setting, patched_since(field) - 1)


@ALL
@given(name=st.text(max_size=8) | st.sampled_from(["id", "links", "created_at", "uuid"]), below=objects)
def test_what_cannot_be_patched_is_refused_by_its_name(resource: Resource, name: str, below: dict[str, Any]) -> None:
    field = fields_of(resource.record).get(name)
    if field is None or not field.patch:
        with pytest.raises(Invalid) as refusal:
            check_patch(resource, [Operation(op="add", path=(name, *below))])
        assert name in refusal.value.message or repr(name) in refusal.value.message


def needed_by(resource: Resource) -> list[str]:
    """Name the fields without which nothing is created."""
    return [name for name, field in settable(resource).items() if field.required]
