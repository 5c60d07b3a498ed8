"""Every route, in four versions, with every kind of body: only the codes that Ironic's surface knows."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bessemer.api.route_table import v1_routes
from bessemer.api.versions import MAXIMUM
from tests.api.serving import Server
from tests.api.surface_codes import EXPECTED, Expected
from tests.api.surface_world import BODIES, RIGHT_SINCE, UNSERVED, World, right_path, unknown_path, wrongly_typed
from tests.api.wire import Answer

MALFORMED = (b"{", b"[{]", b'{"a": 1', b"'a'", b"\xff\xfe{", b'{"a": "\x00"}', b"nul", b"   ", b"[1,]", b"NaN")

USED_UP = {"/nodes/{}/states/power", "/nodes/{}/states/provision", "/nodes/{}/states/console"}
"""Where a node that something was started on takes nothing more for a while."""

OURS = frozenset(
    (route.method, "/" + re.sub(r"{\w+}", "{}", route.path)) for route in v1_routes(MAXIMUM) if route.method != "HEAD"
)


def test_every_route_is_on_the_surface_of_ironic() -> None:
    assert OURS - EXPECTED.keys() == set()


def test_every_route_of_ironic_is_here() -> None:
    assert EXPECTED.keys() - OURS == set()


def test_every_route_that_takes_a_body_has_a_right_one_to_be_tried_with() -> None:
    taking = {key for key in OURS & EXPECTED.keys() if EXPECTED[key].body in {"yes", "may", "any"}}
    assert taking == BODIES.keys()


def versions(row: Expected) -> list[int]:
    return sorted({1, max(row.since - 1, 1), row.since, MAXIMUM})


def bodies(row: Expected, world: World) -> Iterator[tuple[str, bytes | None]]:
    """Give bodies with their kinds: nothing, malformed, wrong, right."""
    yield "nothing", None
    for text in MALFORMED:
        yield "malformed", text
    right = BODIES[row.method, row.path](world) if (row.method, row.path) in BODIES else {}
    for wrong in wrongly_typed(right):
        yield "wrong", json.dumps(wrong).encode()
    if row.body in {"yes", "may", "any"}:
        yield "right", json.dumps(right).encode()


def allowed(row: Expected, minor: int, kind: str, *, known: bool) -> set[int]:
    """Tell which codes a request may be answered with."""
    if minor < row.since:
        return set(row.below)
    if not known:
        return {400, 404} & set(row.refusals)
    if (row.method, row.path) in UNSERVED or minor < RIGHT_SINCE.get((row.method, row.path), 0):
        return {400}
    if kind == "right" or (kind == "nothing" and row.body not in {"yes", "any"}):
        return {row.success}
    may_be_taken = row.body == "-" or (row.body == "any" and kind == "wrong")
    refused = {400} if row.body != "-" else {400} & set(row.refusals)
    return refused | ({row.success} if may_be_taken else set())


def send(world: World, row: Expected, path: str, minor: int, body: bytes | None) -> Answer:
    headers = {} if body is None else {"Content-Type": "application/json"}
    return world.wire.request(row.method, path, version=f"1.{minor}", body=body, headers=headers)


def complaints(
    answer: Answer, row: Expected, minor: int, kind: str, body: bytes | None, *, known: bool = True
) -> list[str]:
    """Say what is wrong with an answer; empty when nothing is."""
    expected = allowed(row, minor, kind, known=known)
    wrong = []
    if answer.status not in expected:
        wrong.append(f"{answer.status} instead of {sorted(expected)}: {answer.body.decode()[:300]}")
    elif answer.status >= 400 and not answer.text:
        wrong.append("an error without a text")
    elif answer.status in {202, 204} and answer.body and row.path != "/continue_inspection":
        wrong.append(f"a body with {answer.status}")
    return [f"{row.method} {row.path} at 1.{minor}, {kind} body {body!r}: {each}" for each in wrong]


HERE = [EXPECTED[key] for key in sorted(OURS & EXPECTED.keys())]


def name(row: Expected) -> str:
    return f"{row.method} {row.path}"


@pytest.mark.parametrize("row", HERE, ids=name)
def test_a_route_answers_only_as_the_surface_says(embedded_server: Server, row: Expected) -> None:
    world = World(embedded_server)
    path = right_path(world, row.path)
    found: list[str] = []
    for minor in versions(row):
        for kind, body in bodies(row, world):
            answer = send(world, row, path, minor, body)
            found += complaints(answer, row, minor, kind, body)
            if answer.status == row.success and (row.method == "DELETE" or row.path in USED_UP):
                path = right_path(world, row.path)
    assert found == []


@pytest.mark.parametrize("row", [row for row in HERE if "{}" in row.path], ids=name)
def test_a_route_does_not_find_what_is_not_there(embedded_server: Server, row: Expected) -> None:
    world = World(embedded_server)
    found: list[str] = []
    for minor in versions(row):
        for kind, body in bodies(row, world):
            answer = send(world, row, unknown_path(world, row.path), minor, body)
            found += complaints(answer, row, minor, kind, body, known=False)
    assert found == []


@pytest.mark.parametrize("minor", [1, MAXIMUM])
def test_what_belongs_to_nothing_is_not_found(embedded_server: Server, minor: int) -> None:
    answers: list[Any] = [
        embedded_server.wire.request(method, f"/v1{path}", version=f"1.{minor}").status
        for path in ("/zzz", "/nodes/a/b/c/d", "/Nodes", "/v2", "/v1/v1", "/volume/zz")
        for method in ("GET", "POST", "PATCH", "PUT", "DELETE")
    ]
    assert set(answers) <= {400, 404, 405}
