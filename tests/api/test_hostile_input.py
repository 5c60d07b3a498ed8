"""Whatever a body, an argument or a path holds, the server answers in words that name it, and never fails itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from bessemer.api.list_request import PAGING
from bessemer.api.route_table import v1_routes
from bessemer.api.routes import Route
from bessemer.api.versions import MAXIMUM
from bessemer.model.resource import Resource, fields_of
from tests.api.enrolled import enrol, set_to
from tests.api.parts import port
from tests.api.serving import Server
from tests.api.surface_world import BODIES, World, right_path, unknown_path, with_query
from tests.api.wire import Answer

ROUTES = [route for route in v1_routes(MAXIMUM) if route.method != "HEAD" and route.path]
LISTS = [route for route in ROUTES if route.listed is not None]
CREATIONS = [route for route in ROUTES if isinstance(route.body, Resource)]
PATCHES = [route for route in ROUTES if route.body == "patch"]

DEEP = 10**6
UNREADABLE = {
    "lists in lists": b"[" * DEEP,
    "objects in objects": b'{"":' * (DEEP // 4),
    "lists that are closed": b"[" * 30 + b"]" * 30,
    "a list in a list in an object": b'{"a":' + b"[[" * 40 + b"]]" * 40 + b"}",
    "not a number": b'{"extra":{"a":NaN}}',
    "infinity": b'{"extra":{"a":Infinity}}',
    "minus infinity": b"[-Infinity]",
    "a number without end": b'{"extra":{"a":1' + b"0" * 5000 + b"}}",
    "a number beyond floats": b'{"extra":{"a":1e999}}',
    "half a surrogate pair": b'{"extra":{"a":"\\ud800"}}',
    "the other half": b'{"extra":{"a":"\\udc00 "}}',
    "a null character as it is": b'{"extra":{"a":"\x00"}}',
    "null characters": b"\x00" * 100,
    "Latin-1": b'{"extra":{"a":"\xe9"}}',
    "UTF-16": '{"driver":"a"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "two documents": b"{}{}",
    "a comment": b"{} // empty",
    "quotes without end": b'"' + b"x" * 100_000,
    "a form": b"driver=fake-hardware",
}

HOSTILE_VALUES: Sequence[Any] = (
    "a\0b",
    "x" * 70_000,
    "\u202e🔧'\"\\%_;--${x}{{x}}",
    10**400,
    2**63,
    -(2**63) - 1,
    1.5,
    [["x", None, {}]],
    {"\0": "\0", "": {"": []}, "x" * 300: 2**64},
)

HOSTILE_WORDS = (
    "%00",
    "%FF%FE",
    "%ED%A0%80",
    "%",
    "%zz",
    "'%3B--",
    '"',
    "%0D%0AX-Evil:%20y",
    "9" * 30,
    "-1",
    "1e9",
    "NaN",
    "%F0%9F%94%A7",
    "x" * 60_000,
    ",".join(f"{number:x}" for number in range(9000)),
    "," * 9000,
)
"""As they stand in a URL."""

HOSTILE_IDENTS = (
    "a%2Fb",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%252F",
    "%00",
    "a%00",
    "%FF",
    "%C0%AF",
    "%20",
    "a%20b",
    "%0D%0AX-Evil:%20y",
    "%E2%80%AE",
    "'%20OR%201=1",
    "{ident}",
    "*",
    "x" * 60_000,
)


def name(route: Route) -> str:
    return f"{route.method} {route.path}"


def pattern(route: Route) -> str:
    """Write a path as the tables of the surface do."""
    return "/" + re.sub(r"{\w+}", "{}", route.path)


def right_body(world: World, route: Route) -> bytes | None:
    """Write a body that there is nothing wrong with; None where none is needed."""
    make = BODIES.get((route.method, pattern(route)))
    return None if make is None else msgspec.json.encode(make(world))


def complaints(answer: Answer, statuses: Iterable[int], *words: str) -> Iterator[str]:
    """Say what is wrong with an answer: another status, or a refusal whose text has none of the words."""
    if answer.status not in statuses:
        yield f"{answer.status} instead of {sorted(statuses)}: {answer.body.decode()[:200]}"
    elif answer.status >= 400:
        text = answer.text.lower()
        if len(text) > 1000 or not any(word.lower() in text for word in words):
            yield f"a refusal of {len(text)} characters that names none of {words}: {text[:200]}"
    if "X-Evil" in answer.headers:
        yield "a header that the request has smuggled in"


def stems(field: str) -> list[str]:
    """Give the words by which a refusal may name a field or an argument."""
    return [field, *(word.removesuffix("s") for word in re.split("[_-]", field))]


@pytest.mark.parametrize("route", [each for each in ROUTES if each.body is not None], ids=name)
def test_a_body_that_cannot_be_read_is_refused_as_such(embedded_server: Server, route: Route) -> None:
    nowhere = unknown_path(World(embedded_server), pattern(route))
    found = [
        f"{what}: {complaint}"
        for what, body in UNREADABLE.items()
        for complaint in complaints(
            embedded_server.wire.request(route.method, nowhere, body=body), {400}, "body", "nested"
        )
    ]
    assert found == []


@pytest.mark.parametrize("route", CREATIONS, ids=name)
def test_a_hostile_value_is_kept_or_refused_by_the_name_of_its_field(server: Server, route: Route) -> None:
    """On all engines: what one of them cannot keep must be refused before it gets there."""
    world, resource = World(server), route.body
    fields = [name for name, field in fields_of(resource.record).items() if field.create]
    found: list[str] = []
    for field in fields:
        for value in HOSTILE_VALUES:
            body = {**BODIES["POST", pattern(route)](world), field: value}
            answer = server.wire.post(f"/v1/{route.path}", body)
            found += [f"{field}={value!r:.40}: {each}" for each in complaints(answer, {201, 400, 409}, *stems(field))]
    assert found == []
    detail = "detail=true&" if route.body.detail_since else ""
    assert server.wire.get(f"/v1/{route.path}?{detail}limit=1000").status == 200


@pytest.mark.parametrize("route", PATCHES, ids=name)
def test_a_hostile_patch_is_made_or_refused_by_the_name_of_its_field(server: Server, route: Route) -> None:
    world, path = World(server), pattern(route)
    here = right_path(world, path)
    found: list[str] = []
    for field, known in fields_of(route.answer.record).items():
        for value in HOSTILE_VALUES if known.patch else ():
            answer = server.wire.patch(here, set_to(**{field: value}))
            found += [f"{field}={value!r:.40}: {each}" for each in complaints(answer, {200, 400, 409}, *stems(field))]
    assert found == []
    assert server.wire.patch(here, BODIES["PATCH", path](world)).status == 200


def test_what_is_kept_comes_back_to_the_letter(server: Server) -> None:
    extra = {
        "numbers": [10**400, 2**63, -(2**64), 1.5, 1e308, 5e-324, 1, 1.0, True],
        "text": "\0\u202e🔧",
        "": {"": ""},
    }
    node = enrol(server.wire, extra=extra)
    assert repr(server.wire.get(f"/v1/nodes/{node['uuid']}").json["extra"]) == repr(extra)


def test_an_instance_is_not_named_after_what_no_name_can_be(server: Server) -> None:
    """PostgreSQL keeps no null characters outside of JSON."""
    for display in ("a\0b", "x" * 256, "", 3, None, ["x"]):
        uuid = enrol(server.wire, instance_info={"display_name": display})["uuid"]
        patched = server.wire.patch(f"/v1/nodes/{uuid}", set_to(instance_info={"display_name": display, "a": 1}))
        assert (patched.status, patched.json["instance_name"]) == (200, None)


def test_of_a_key_given_twice_the_last_value_counts(embedded_server: Server) -> None:
    body = b'{"driver":"nope","driver":"fake-hardware","extra":{"a":1,"a":2}}'
    answer = embedded_server.wire.post("/v1/nodes", body=body)
    assert (answer.status, answer.json["extra"]) == (201, {"a": 2})


def test_patch_upon_patch_nests_no_deeper_than_can_be_read(embedded_server: Server) -> None:
    """A path of its own for each level would otherwise get around the limit on the depth of bodies."""
    wire, uuid = embedded_server.wire, enrol(embedded_server.wire)["uuid"]
    levels = [{"op": "add", "path": "/extra" + "/a" * depth, "value": {}} for depth in range(1, 600)]
    answer = wire.patch(f"/v1/nodes/{uuid}", levels)
    assert (answer.status, "levels deep" in answer.text) == (400, True)
    assert wire.patch(f"/v1/nodes/{uuid}", levels[:60]).status == 200
    assert wire.patch(f"/v1/nodes/{uuid}", set_to(description="still here")).status == 200
    assert wire.patch(f"/v1/nodes/{uuid}", [{"op": "remove", "path": "/extra/a"}]).json["extra"] == {}


def test_thousands_of_operations_in_one_patch_are_made(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire, extra={"list": []})["uuid"]
    many = [{"op": "add", "path": "/extra/list/0", "value": number} for number in range(10_000)]
    answer = embedded_server.wire.patch(f"/v1/nodes/{uuid}", many)
    assert (answer.status, len(answer.json["extra"]["list"])) == (200, 10_000)


@pytest.mark.parametrize("route", ROUTES, ids=name)
def test_an_unknown_argument_is_refused_by_its_name(embedded_server: Server, route: Route) -> None:
    world = World(embedded_server)
    here, body = right_path(world, pattern(route)), right_body(world, route)
    for argument in ("no_such", "LIMIT", "fields%5B%5D", "%00", "%FF"):
        answer = embedded_server.wire.request(route.method, with_query(here, f"{argument}=1"), body=body)
        assert list(complaints(answer, {400}, "unexpected arguments")) == []


def arguments_of(route: Route) -> list[str]:
    detail = ("detail",) if route.listed.detail_since else ()
    detailed = () if route.path.endswith("/detail") else ("fields", *detail)
    return [*PAGING, *detailed, *(each.name for each in route.listed.filters)]


@pytest.mark.parametrize("route", LISTS, ids=name)
def test_a_hostile_argument_is_understood_or_refused_by_its_name(server: Server, route: Route) -> None:
    port(server.wire, enrol(server.wire, description="d", shard="s", owner="o"), description="d")
    here = right_path(World(server), pattern(route))
    found: list[str] = []
    for argument in arguments_of(route):
        for word in HOSTILE_WORDS:
            answer = server.wire.get(f"{here}?{argument}={word}")
            words = [*stems(argument), "argument"] if word == "%00" else stems(argument)
            found += [f"{argument}={word[:40]}: {each}" for each in complaints(answer, {200, 400, 403, 404}, *words)]
    assert found == []


@pytest.mark.parametrize("route", LISTS, ids=name)
def test_an_argument_given_twice_is_refused_by_its_name(embedded_server: Server, route: Route) -> None:
    here = right_path(World(embedded_server), pattern(route))
    for argument in set(arguments_of(route)) - {"fields"}:
        answer = embedded_server.wire.get(f"{here}?{argument}=1&{argument}=1")
        assert list(complaints(answer, {400}, f"{argument} was given twice")) == []


def test_lists_of_fields_add_up(embedded_server: Server) -> None:
    enrol(embedded_server.wire)
    [node] = embedded_server.wire.get("/v1/nodes?fields=uuid,name&fields=driver").json["nodes"]
    assert set(node) == {"uuid", "name", "driver", "links"}


@pytest.mark.parametrize("query", ["", "&&&", "=", "%", "limit", "limit=&limit=", ";", "fields=&fields=", "a=b=c"])
def test_a_query_that_is_none_is_no_fault(embedded_server: Server, query: str) -> None:
    assert embedded_server.wire.get(f"/v1/nodes?{query}").status in {200, 400}


def gone(route: Route) -> set[int]:
    """Give the status of what is as good as done: a runbook that has no such trait needs not lose it."""
    return {204} if name(route) == "DELETE runbooks/{ident}/traits/{trait}" else set()


@pytest.mark.parametrize("route", [each for each in ROUTES if "{" in each.path], ids=name)
def test_a_hostile_name_in_a_path_is_not_found_or_refused(embedded_server: Server, route: Route) -> None:
    world = World(embedded_server)
    before, _, after = pattern(route).rpartition("{}")
    here, body = right_path(world, before.rstrip("/")).partition("?")[0], right_body(world, route)
    found: list[str] = []
    for ident in HOSTILE_IDENTS:
        path = f"{here}/{ident}{after}"
        answer = embedded_server.wire.request(route.method, path, body=body)
        words = ("uuid", "name", "there is", "path", "trait", "driver")
        found += [f"{path[:80]}: {each}" for each in complaints(answer, {400, 404, *gone(route)}, *words)]
    assert found == []


@pytest.mark.parametrize(
    ("path", "statuses"),
    [
        ("//v1//nodes", {400, 404}),
        ("/v1/nodes//", {200}),
        ("/v1%2Fnodes", {404}),
        ("/%76%31/nodes", {200}),
        ("/v1/nodes%00", {404}),
        ("/v1/%FF", {400}),
        ("/%FF", {400}),
        ("/v1/nodes/" + "a/" * 5000, {404}),
        ("/v1/../v1/nodes", {404}),
        ("/" * 5000, {200}),
        ("/v1/nodes#x", {200}),
        ("*", {404}),
        ("http://elsewhere/v1/nodes", {200}),
    ],
)
def test_an_odd_path_leads_somewhere_or_nowhere(embedded_server: Server, path: str, statuses: set[int]) -> None:
    answer = embedded_server.wire.get(path)
    assert list(complaints(answer, statuses, "there is nothing at", "not valid UTF-8", "neither a UUID")) == []
