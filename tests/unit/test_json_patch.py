"""A patch does what RFC 6902 says of add, remove and replace, and leaves the document it is applied to alone."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.rules.json_patch import DEEPEST_PATH, VERBS, Operation, operations_from_json, patched, path_from_pointer
from tests.unit.documents import AWKWARD_KEYS, anything, letters, nested, objects, scalars

FEW_KEYS = st.sampled_from(AWKWARD_KEYS)
documents = st.dictionaries(FEW_KEYS, nested(scalars, FEW_KEYS), min_size=1, max_size=5)


def pointer(path: Sequence[str]) -> str:
    return "".join("/" + segment.replace("~", "~0").replace("/", "~1") for segment in path)


class Refused(Exception):
    """The model says that the operation leads nowhere."""


def applied(target: Any, operation: Operation, path: Sequence[str]) -> Any:
    """Apply one operation the plain way: build every object and list on the way anew."""
    if isinstance(target, dict):
        return _in_object(target, operation, path)
    if isinstance(target, list):
        return _in_list(target, operation, path)
    raise Refused


def _in_object(target: dict[str, Any], operation: Operation, path: Sequence[str]) -> dict[str, Any]:
    key, rest = path[0], path[1:]
    if key not in target and (rest or operation.op != "add"):
        raise Refused
    if rest:
        return {**target, key: applied(target[key], operation, rest)}
    if operation.op == "remove":
        return {name: value for name, value in target.items() if name != key}
    return {**target, key: operation.value}


def _in_list(target: list[Any], operation: Operation, path: Sequence[str]) -> list[Any]:
    key, rest = path[0], path[1:]
    adds = operation.op == "add" and not rest
    places = {str(place): place for place in range(len(target) + adds)} | ({"-": len(target)} if adds else {})
    if key not in places:
        raise Refused
    place = places[key]
    if rest:
        return [*target[:place], applied(target[place], operation, rest), *target[place + 1 :]]
    put = [] if operation.op == "remove" else [operation.value]
    return [*target[:place], *put, *target[place if adds else place + 1 :]]


@st.composite
def paths(draw: st.DrawFn, document: Any) -> tuple[str, ...]:
    """Walk down a document for some steps; at each the way may also lead astray."""
    path: list[str] = []
    here = document
    while not path or (len(path) < 6 and draw(st.booleans())):
        known = list(here) if isinstance(here, dict) else [str(place) for place in range(len(here or ()))]
        path.append(draw(st.sampled_from(known) | FEW_KEYS) if known else draw(FEW_KEYS))
        here = _below(here, path[-1])
    return tuple(path)


def _below(here: Any, key: str) -> Any:
    if isinstance(here, dict):
        inner = here.get(key)
    else:
        inner = here[int(key)] if isinstance(here, list) and key.isdecimal() and int(key) < len(here) else None
    return inner if isinstance(inner, dict | list) else None


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, Any], list[Operation]]:
    document = draw(documents)
    operation = st.builds(Operation, op=st.sampled_from(VERBS), path=paths(document), value=anything)
    return document, draw(st.lists(operation, min_size=1, max_size=4))


def expected(document: dict[str, Any], operations: Sequence[Operation]) -> dict[str, Any] | None:
    """Apply the operations to a copy by the model; None when it refuses one."""
    result: Any = document
    try:
        for operation in operations:
            result = applied(result, operation, operation.path)
    except Refused:
        return None
    return dict(result)


def outcome(document: dict[str, Any], operations: Sequence[Operation]) -> dict[str, Any] | None:
    try:
        return patched(document, operations)
    except Invalid:
        return None


@given(case=cases())
def test_a_patch_does_what_a_simple_model_says(case: tuple[dict[str, Any], list[Operation]]) -> None:
    document, operations = case
    wanted = expected(document, operations)
    event("refused" if wanted is None else "applied")
    assert letters(outcome(document, operations)) == letters(wanted)


@given(case=cases())
def test_neither_the_document_nor_the_values_are_changed(case: tuple[dict[str, Any], list[Operation]]) -> None:
    document, operations = case
    before = letters([document, *operations])
    outcome(document, [*operations, *operations])
    assert letters([document, *operations]) == before


@given(case=cases())
def test_every_key_can_be_written_as_a_pointer(case: tuple[dict[str, Any], list[Operation]]) -> None:
    for operation in case[1]:
        if operation.path != ("",):
            assert path_from_pointer(pointer(operation.path)) == operation.path


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("/extra/a~1b", ("extra", "a/b")),
        ("/extra/a~0b", ("extra", "a~b")),
        ("/extra/~01", ("extra", "~1")),
        ("/extra/~10", ("extra", "/0")),
        ("/extra/a.b", ("extra", "a.b")),
        ("/extra/", ("extra", "")),
        ("/extra//", ("extra", "", "")),
        ("/extra/été 🔧", ("extra", "été 🔧")),
    ],
)
def test_escapes_stand_for_slash_and_tilde_and_nothing_else_is_special(written: str, path: tuple[str, ...]) -> None:
    assert path_from_pointer(written) == path


@given(text=st.text(alphabet="/~01ab.\0é", max_size=12))
def test_any_text_is_a_path_or_refused(text: str) -> None:
    try:
        path = path_from_pointer(text)
    except Invalid:
        return
    assert pointer(path) == text


def test_a_path_leads_no_deeper_than_can_be_read_again() -> None:
    assert len(path_from_pointer("/a" * DEEPEST_PATH)) == DEEPEST_PATH
    with pytest.raises(Invalid, match="levels deep"):
        path_from_pointer("/a" * (DEEPEST_PATH + 1))


operation_like = st.fixed_dictionaries(
    {},
    optional={
        "op": st.sampled_from([*VERBS, "test", ""]) | anything,
        "path": st.sampled_from(["/extra/a", "/", "extra", "/~2"]) | anything,
        "value": anything,
        "from": st.just("/a"),
    },
)


@given(document=anything | st.lists(operation_like | objects, max_size=3))
def test_any_json_is_a_patch_or_refused(document: Any) -> None:
    try:
        operations = operations_from_json(document)
    except Invalid:
        return
    assert [(each.op, pointer(each.path)) for each in operations] == [(each["op"], each["path"]) for each in document]
