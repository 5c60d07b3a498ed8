"""Walking through the pages of a list finds everything once, in the order asked for, and forgets nothing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.api.route_table import v1_routes
from bessemer.api.routes import Route
from bessemer.api.versions import MAXIMUM
from bessemer.model.node import NODE
from bessemer.model.resource import Resource, fields_of
from bessemer.store.database import Database
from bessemer.testing.builders import add_node, change_node
from tests.api.enrolled import MISSING, Node, change, enrol, enrol_many, listed, names, pages, uuids
from tests.api.serving import HOST, Server
from tests.api.surface_world import MAKERS, World
from tests.api.wire import Wire

NODES = 23
SORTABLE = [name for name, field in fields_of(NODE.record).items() if field.sortable]
GAPPY = ("name", "resource_class", "owner", "instance_uuid", "boot_mode", "automated_clean", "maintenance")
"""Fields that some of the nodes have in common, and some do not have at all."""
FILLED = [route for route in v1_routes(MAXIMUM) if route.listed is not None and f"/{route.path}" in MAKERS]
"""Lists of what can be made."""


def among(number: int, values: Sequence[Any]) -> Any:
    """Deal values out to nodes such that they repeat in no order of their own."""
    return values[number * 7 % 11 % len(values)]


def stock(database: Database) -> list[Node]:
    """Put nodes there whose fields have ties and gaps; give what is known of them, in the order of their making."""
    made: list[Node] = []
    for number in range(NODES):
        fields: Node = {
            "name": None if number % 7 == 0 else f"{'Nn'[number % 2]}-{number * 11 % NODES:02}",
            "resource_class": among(number, (None, "", "large", "Large", "small")),
            "owner": among(number, ("p1", None, "p2")),
            "instance_uuid": f"{number * 5 % NODES:08}-0000-4000-8000-000000000000" if number % 3 else None,
            "boot_mode": among(number, ("uefi", "bios", None)),
            "automated_clean": among(number, (True, None, False)),
            "maintenance": among(number, (True, False)),
        }
        made.append({**fields, "uuid": add_node(database, **fields)})
    return made


def _rank(value: Any, place: int) -> tuple[Any, ...]:
    return (0, place) if value is None else (1, value, place)


def in_order(nodes: list[Node], key: str, direction: str) -> list[str]:
    """Sort as lists are sorted: what is missing comes first, and what is alike in the order of its making."""
    places = range(len(nodes))
    ordered = sorted(places, key=lambda at: _rank(nodes[at][key], at))
    return [nodes[at]["uuid"] for at in (ordered if direction == "asc" else reversed(ordered))]


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("key", GAPPY)
def test_sorting_by_what_some_share_and_some_lack_loses_and_repeats_nothing(
    server: Server, key: str, direction: str
) -> None:
    wanted = in_order(stock(server.database), key, direction)
    for limit in (1, 2, 5, NODES - 1, NODES, NODES + 1):
        path = f"/v1/nodes?sort_key={key}&sort_dir={direction}&limit={limit}&fields=uuid"
        assert uuids(listed(server.wire, path)) == wanted, f"by pages of {limit}"


def test_every_field_that_can_be_sorted_by_finds_every_node_once(server: Server) -> None:
    wanted = sorted(uuids(stock(server.database)))
    for key in SORTABLE:
        up, down = (
            uuids(listed(server.wire, f"/v1/nodes?sort_key={key}&sort_dir={direction}&limit=4&fields=uuid"))
            for direction in ("asc", "desc")
        )
        assert (sorted(up), down) == (wanted, up[::-1]), key


def test_any_way_through_a_list_finds_what_it_should(server: Server) -> None:
    nodes = stock(server.database)
    asked = st.fixed_dictionaries(
        {"sort_key": st.sampled_from(GAPPY), "sort_dir": st.sampled_from(["asc", "desc"]), "limit": st.integers(1, 30)},
        optional={"maintenance": st.booleans(), "owner": st.sampled_from(["p1", "p2", "p3"])},
    )

    @settings(max_examples=40)
    @given(asked=asked)
    def any_way(asked: Mapping[str, Any]) -> None:
        matching = [
            node for node in nodes if all(node[name] == asked[name] for name in asked.keys() & {"maintenance", "owner"})
        ]
        found = list(pages(server.wire, f"/v1/nodes?{urlencode(asked)}"))
        assert [node["uuid"] for page in found for node in page] == in_order(
            matching, asked["sort_key"], asked["sort_dir"]
        )
        assert all(len(page) == asked["limit"] for page in found[:-1])

    any_way()


def sorted_by(resource: Resource) -> Iterator[str]:
    """Name the fields that a list can be sorted by."""
    for name, field in fields_of(resource.record).items():
        if field.sortable and name not in resource.member_lists:
            yield name


@pytest.mark.parametrize("route", FILLED, ids=lambda route: route.path)
def test_the_pages_of_every_list_make_up_the_list(server: Server, route: Route) -> None:
    world, path, resource = World(server), f"/v1/{route.path}", route.listed
    for _ in range(5):
        MAKERS[f"/{route.path}"](world)
    everything = server.wire.get(path).json[resource.plural]
    for key in ("id", *sorted_by(resource)):
        for direction in ("asc", "desc"):
            arguments = f"sort_key={key}&sort_dir={direction}"
            whole = server.wire.get(f"{path}?{arguments}").json[resource.plural]
            assert listed(server.wire, f"{path}?{arguments}&limit=2", plural=resource.plural) == whole
            assert sorted(map(str, whole)) == sorted(map(str, everything))


def arguments_in(link: str) -> dict[str, str]:
    return {name: ",".join(values) for name, values in parse_qs(urlsplit(link).query, keep_blank_values=True).items()}


def test_the_link_to_the_next_page_repeats_everything_that_was_asked_for(server: Server) -> None:
    wire = server.wire
    chassis = wire.post("/v1/chassis", {}).json["uuid"]
    parent = enrol(wire)["uuid"]
    texts = {name: f"a&b=c d/é%{name}" for name in ("resource_class", "owner", "lessee", "shard", "instance_name")}
    node = enrol(
        wire, **texts, chassis_uuid=chassis, parent_node=parent, instance_uuid=MISSING, description="on the left"
    )
    wire.put(f"/v1/nodes/{node['uuid']}/traits", {"traits": ["CUSTOM_A", "CUSTOM_B"]})
    change(wire, node["uuid"], retired=True)
    change_node(server.database, node["uuid"], maintenance=True, fault="power failure")
    asked = {
        **texts,
        **{name: node[name] for name in node if name.endswith("_interface")},
        **dict.fromkeys(("associated", "maintenance", "retired", "sharded"), "true"),
        "chassis_uuid": chassis,
        "instance_uuid": MISSING,
        "parent_node": parent,
        "include_children": "yes",
        "provision_state": "enroll",
        "driver": "fake-hardware",
        "fault": "power failure",
        "conductor_group": "",
        "conductor": HOST,
        "project": texts["lessee"],
        "description_contains": "THE L",
        "traits": "CUSTOM_A,CUSTOM_B",
        "traits-any": "CUSTOM_B,CUSTOM_C",
        "not-traits": "CUSTOM_B,CUSTOM_C",
        "not-traits-any": "CUSTOM_C",
    }
    assert asked.keys() == {each.name for each in NODE.filters}
    how = {"sort_key": "name", "sort_dir": "desc", "limit": "1", "fields": "uuid,name"}
    page = wire.get(f"/v1/nodes?{urlencode({**asked, **how})}").json
    assert uuids(page["nodes"]) == [node["uuid"]]
    assert arguments_in(page["next"]) == {**asked, **how, "marker": node["uuid"]}
    assert page["next"].startswith(f"{server.url}/v1/nodes?")
    assert wire.get(page["next"]).json == {"nodes": []}


@pytest.mark.parametrize("words", ["", "detail=true", "detail=false", "fields=uuid,driver", "fields=name"])
@pytest.mark.parametrize("version", ["1.8", f"1.{MAXIMUM}"])
def test_following_the_link_shows_the_same_fields_in_the_same_version(server: Server, words: str, version: str) -> None:
    enrol_many(server.wire, [{"name": "a"}, {"name": "b"}])
    if "detail" in words:
        version = f"1.{MAXIMUM}"
    first, second, end = pages(server.wire, f"/v1/nodes?{words}&limit=1", version=version)
    assert (first[0].keys(), end) == (second[0].keys(), [])


@pytest.fixture
def wire(embedded_server: Server) -> Wire:
    """Plain HTTP to a server on its own file."""
    return embedded_server.wire


def test_there_is_a_next_page_only_when_this_one_is_full(wire: Wire) -> None:
    enrol_many(wire, [{"name": "a"}, {"name": "b"}])
    for limit, has_next in ((1, True), (2, True), (3, False)):
        assert ("next" in wire.get(f"/v1/nodes?limit={limit}").json) == has_next
    assert "next" not in wire.get("/v1/nodes").json


@pytest.mark.parametrize("limit", ["0", "-1", "x", "", "1.5", "1e3", "٣", "0x1", "00"])
def test_a_limit_is_a_whole_number_above_zero(wire: Wire, limit: str) -> None:
    answer = wire.get(f"/v1/nodes?{urlencode({'limit': limit})}")
    assert (answer.status, "limit" in answer.text) == (400, True)


def test_a_page_is_no_longer_than_the_operator_allows(
    start_server: Callable[[Mapping[str, str]], Server],
) -> None:
    wire = start_server({"OS_API__MAX_LIMIT": "3"}).wire
    enrol_many(wire, [{"name": name} for name in "abcdefg"])
    for arguments in ("", "?limit=4", "?limit=99999999999999999999999"):
        found = list(pages(wire, f"/v1/nodes{arguments}"))
        assert [names(page) for page in found] == [["a", "b", "c"], ["d", "e", "f"], ["g"]]
    assert arguments_in(wire.get("/v1/nodes").json["next"])["limit"] == "3"


@pytest.mark.parametrize(
    ("marker", "status"),
    [
        ("x", 400),
        ("", 400),
        ("a", 400),
        ("1", 400),
        (f"{{{MISSING}}}", 400),
        (MISSING.replace("-", ""), 400),
        (MISSING, 404),
    ],
)
@pytest.mark.parametrize("sort_key", ["id", "name"])
def test_a_marker_is_the_uuid_of_something_in_the_list(wire: Wire, marker: str, status: int, sort_key: str) -> None:
    enrol(wire, name="a")
    answer = wire.get(f"/v1/nodes?{urlencode({'marker': marker, 'sort_key': sort_key})}")
    assert (answer.status, "marker" in answer.text) == (status, True)


def test_a_marker_that_was_deleted_meanwhile_is_told(wire: Wire) -> None:
    enrol_many(wire, [{"name": "a"}, {"name": "b"}])
    link = wire.get("/v1/nodes?limit=1").json["next"]
    assert wire.delete("/v1/nodes/a").status == 204
    assert wire.get(link).status == 404


def test_a_marker_that_no_longer_matches_still_marks_its_place(wire: Wire) -> None:
    for name in "abc":
        enrol(wire, name=name, owner="p")
    link = wire.get("/v1/nodes?limit=1&owner=p").json["next"]
    change(wire, "a", owner="q")
    assert names(listed(wire, link)) == ["b", "c"]


def test_a_node_that_comes_while_the_pages_are_read_is_found_at_the_end(wire: Wire) -> None:
    enrol_many(wire, [{"name": "a"}, {"name": "b"}])
    walk = pages(wire, "/v1/nodes?limit=2")
    assert names(next(walk)) == ["a", "b"]
    enrol(wire, name="c")
    assert names(next(walk)) == ["c"]


@pytest.mark.parametrize(
    ("arguments", "version", "status"),
    [
        ("sort_key=", "1.115", 200),
        ("sort_key=id", "1.115", 200),
        ("sort_key=nope", "1.115", 400),
        ("sort_key=extra", "1.115", 400),
        ("sort_key=traits", "1.115", 400),
        ("sort_key=links", "1.115", 400),
        ("sort_key=bucket", "1.115", 400),
        ("sort_key=version", "1.115", 400),
        ("sort_key=owner", "1.49", 406),
        ("sort_dir=up", "1.115", 400),
        ("sort_dir=", "1.115", 400),
        ("sort_dir=DESC", "1.115", 400),
        ("fields=nope", "1.115", 400),
        ("fields=id", "1.115", 400),
        ("fields=uuid", "1.7", 406),
        ("fields=owner", "1.49", 406),
        ("fields=owner,nope", "1.49", 406),
        ("detail=true", "1.42", 400),
        ("detail=true&fields=uuid", "1.115", 400),
        ("detail=false&fields=uuid", "1.115", 200),
        ("detail=perhaps", "1.115", 400),
    ],
)
def test_what_a_list_can_be_asked_for(wire: Wire, arguments: str, version: str, status: int) -> None:
    answer = wire.get(f"/v1/nodes?{arguments}", version=version)
    assert answer.status == status
    assert status == 200 or answer.text


def test_fields_come_as_they_were_asked_for_and_links_always(wire: Wire) -> None:
    enrol(wire, name="a")
    for asked in ("name,uuid", "NAME, uuid ,name", ",uuid,,name,", "links,name,uuid"):
        [node] = wire.get(f"/v1/nodes?{urlencode({'fields': asked})}").json["nodes"]
        assert sorted(node) == ["links", "name", "uuid"]
    assert wire.get("/v1/nodes?detail=true").json == wire.get("/v1/nodes/detail").json
    assert wire.get("/v1/nodes?detail=false").json == wire.get("/v1/nodes").json
