"""Allocations are made, shown, listed and changed as clients of Ironic expect."""

from typing import Any
from uuid import uuid4

import pytest

from bessemer.store.database import Database
from bessemer.testing.builders import add_allocation, add_node
from tests.api.allocated import HERE, allocated, ask, decided
from tests.api.enrolled import MISSING, listed, numbered, set_to, show
from tests.api.wire import Wire

FIELDS = {
    "uuid", "name", "node_uuid", "resource_class", "traits", "candidate_nodes", "extra", "state", "owner",
    "last_error", "created_at", "updated_at", "links",
}  # fmt: skip


def test_a_new_allocation_is_shown_undecided_with_its_place(wire: Wire) -> None:
    answer = wire.post(HERE, {"resource_class": "small", "name": "web", "extra": {"a": 1}})
    made = answer.json
    assert (answer.status, set(made)) == (201, FIELDS)
    assert answer.headers["Location"] == f"{wire.url}{HERE}/{made['uuid']}"
    assert (made["state"], made["node_uuid"], made["last_error"], made["owner"]) == ("allocating", None, None, None)
    assert (made["name"], made["extra"], made["traits"], made["candidate_nodes"]) == ("web", {"a": 1}, [], [])


def test_an_allocation_gets_a_node_that_then_carries_its_uuid_and_its_traits(wire: Wire, database: Database) -> None:
    node = add_node(database, resource_class="small", traits=("CUSTOM_A", "CUSTOM_B"), instance_info={"a": 1})
    made = allocated(wire, traits=["CUSTOM_A"])
    assert (made["state"], made["node_uuid"], made["last_error"]) == ("active", node, None)
    shown = show(wire, node)
    assert (shown["instance_uuid"], shown["allocation_uuid"]) == (made["uuid"], made["uuid"])
    assert shown["instance_info"] == {"a": 1, "traits": ["CUSTOM_A"]}


def test_a_wish_that_cannot_be_met_says_why(wire: Wire, database: Database) -> None:
    add_node(database, resource_class="small", maintenance=True)
    add_node(database, resource_class="large")
    made = allocated(wire)
    assert (made["state"], made["node_uuid"]) == ("error", None)
    assert "of 2 nodes looked at, 1 of another resource class, 1 in maintenance" in made["last_error"]


def test_the_node_of_the_same_name_is_preferred(wire: Wire, database: Database) -> None:
    for number in range(8):
        add_node(database, name=f"n{number}", resource_class="small")
    named = add_node(database, name="web-1", resource_class="small")
    assert allocated(wire, name="web-1")["node_uuid"] == named
    assert allocated(wire, name="web-9")["state"] == "active"


def test_candidates_are_kept_as_uuids_in_their_order(wire: Wire, database: Database) -> None:
    first, second = (add_node(database, name=name, resource_class="small") for name in ("n1", "n2"))
    add_node(database, resource_class="small")
    made = allocated(wire, candidate_nodes=["n2", first, second])
    assert made["candidate_nodes"] == [second, first]
    assert made["node_uuid"] in {first, second}


def test_the_caller_may_choose_the_uuid(wire: Wire) -> None:
    uuid = str(uuid4())
    assert ask(wire, uuid=uuid)["uuid"] == uuid
    assert wire.post(HERE, {"resource_class": "small", "uuid": uuid}).status == 409


def test_names_are_there_once(wire: Wire) -> None:
    ask(wire, name="web")
    other = ask(wire, name="other")
    assert wire.post(HERE, {"resource_class": "small", "name": "web"}).status == 409
    assert wire.patch(f"{HERE}/{other['uuid']}", set_to(name="web")).status == 409


def test_nulls_stand_for_what_is_usual(wire: Wire) -> None:
    made = ask(wire, **dict.fromkeys(("name", "traits", "candidate_nodes", "extra", "owner", "uuid", "node")))
    assert (made["name"], made["traits"], made["candidate_nodes"], made["extra"]) == (None, [], [], {})


@pytest.mark.parametrize(
    "fields",
    numbered(
        {"resource_class": None},
        {"resource_class": ""},
        {"resource_class": "x" * 81},
        {"resource_class": 1},
        {"name": "a b"},
        {"name": ""},
        {"name": str(uuid4())},
        {"name": "x" * 256},
        {"traits": "CUSTOM_A"},
        {"traits": ["lower"]},
        {"traits": [1]},
        {"traits": [f"CUSTOM_{number}" for number in range(51)]},
        {"candidate_nodes": "n"},
        {"candidate_nodes": ["no-such-node"]},
        {"candidate_nodes": [MISSING]},
        {"candidate_nodes": [{}]},
        {"candidate_nodes": ["a/b"]},
        {"candidate_nodes": [f"n{number}" for number in range(1001)]},
        {"extra": []},
        {"owner": "x" * 256},
        {"owner": 1},
        {"node": MISSING},
        {"node": "a b"},
        {"node": 3},
        {"uuid": "x"},
        {"node_uuid": MISSING},
        {"state": "active"},
        {"last_error": "x"},
        {"unknown": 1},
    ),
)
def test_a_wrong_body_is_refused_and_leaves_nothing(wire: Wire, fields: Any) -> None:
    assert wire.post(HERE, {"resource_class": "small", **fields}).status == 400
    assert wire.get(HERE).json == {"allocations": []}


def test_fields_come_with_their_versions(wire: Wire, database: Database) -> None:
    node = add_node(database, provision_state="active", resource_class="small")
    made = ask(wire)
    assert set(wire.get(f"{HERE}/{made['uuid']}", version="1.59").json) == FIELDS - {"owner"}
    assert wire.post(HERE, {"resource_class": "small", "owner": "p"}, version="1.59").status == 406
    assert wire.post(HERE, {"node": node}, version="1.57").status == 400
    assert wire.patch(f"{HERE}/{made['uuid']}", set_to(name="a"), version="1.56").status == 405
    assert wire.get(f"{HERE}?owner=p", version="1.59").status == 406
    assert wire.get(f"{HERE}?fields=owner", version="1.59").status == 406
    assert wire.get(HERE, version="1.51").status == 404
    assert wire.get(f"{HERE}/{made['uuid']}", version="1.51").status == 404
    for method in ("POST", "PATCH", "DELETE"):
        path = HERE if method == "POST" else f"{HERE}/{made['uuid']}"
        assert wire.request(method, path, version="1.51").status == 405
    assert wire.post(HERE, {"resource_class": "small"}, version="1.52").status == 201
    assert "allocation_uuid" not in wire.get(f"/v1/nodes/{node}", version="1.51").json


def test_lists_show_all_fields_and_can_be_narrowed(wire: Wire, database: Database) -> None:
    node = add_node(database, name="n1", resource_class="small")
    held = add_allocation(database, node, resource_class="small", name="a", owner="p1")
    failed = add_allocation(database, resource_class="large", name="b")
    assert [set(each) for each in listed(wire, HERE, plural="allocations")] == [FIELDS, FIELDS]
    for query, uuids in {
        "node=n1": [held],
        f"node={node}": [held],
        "resource_class=large": [failed],
        "state=active": [held],
        "state=error": [failed],
        "state=none": [],
        "owner=p1": [held],
        "sort_key=name&sort_dir=desc": [failed, held],
        "limit=1": [held],
        f"limit=1&marker={held}": [failed],
    }.items():
        assert [each["uuid"] for each in wire.get(f"{HERE}?{query}").json["allocations"]] == uuids
    assert len(listed(wire, f"{HERE}?limit=1", plural="allocations")) == 2


@pytest.mark.parametrize(
    "query",
    ["node=no-such-node", f"node={MISSING}", "node=a%20b", "sort_key=traits", "sort_key=extra", "detail=true",
     "sort_key=candidate_nodes", "sort_key=node_uuid", "fields=none", "limit=0", "marker=x", "unknown=1"],
)  # fmt: skip
def test_a_wrong_list_is_refused(wire: Wire, query: str) -> None:
    assert wire.get(f"{HERE}?{query}").status == 400


def test_name_and_notes_can_be_changed_and_nothing_else(wire: Wire) -> None:
    made = decided(wire, ask(wire, name="web")["uuid"])
    answer = wire.patch(f"{HERE}/web", set_to(name="web-2", extra={"a": [1]}))
    assert (answer.status, answer.json["name"], answer.json["extra"]) == (200, "web-2", {"a": [1]})
    assert wire.patch(f"{HERE}/web-2", []).status == 200
    cleared = wire.patch(f"{HERE}/web-2", [{"op": "remove", "path": "/name"}])
    assert (cleared.status, cleared.json["name"]) == (200, None)
    here = f"{HERE}/{made['uuid']}"
    for name, value in (
        ("name", None), ("name", "a b"), ("extra", []), ("resource_class", "x"), ("traits", []), ("state", "active"),
        ("owner", "p"), ("node_uuid", MISSING), ("candidate_nodes", []), ("uuid", MISSING), ("last_error", ""),
        ("unknown", 1),
    ):  # fmt: skip
        assert wire.patch(here, set_to(**{name: value})).status == 400
    assert wire.get(here).json == cleared.json


def test_what_is_not_there_is_not_found(wire: Wire) -> None:
    for ident in (MISSING, "nothing"):
        assert wire.get(f"{HERE}/{ident}").status == 404
        assert wire.patch(f"{HERE}/{ident}", []).status == 404
        assert wire.delete(f"{HERE}/{ident}").status == 404
        assert wire.get(f"/bessemer/v1/allocations/{ident}/explain").status == 404
        assert wire.get(f"/v1/nodes/{ident}/allocation").status == 404
        assert wire.delete(f"/v1/nodes/{ident}/allocation").status == 404
