"""Callers of a project ask for nodes for themselves only, and see only allocations and nodes of their own."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bessemer.testing.builders import add_allocation, add_node
from tests.api.allocated import HERE, allocated, ask
from tests.api.callers import settings_for, wires_of
from tests.api.enrolled import set_to
from tests.api.serving import Server
from tests.api.wire import Wire

ROLES = {
    "alice": "system admin",
    "bob": "project p1 member",
    "carol": "project p2 member",
    "dave": "project p1 reader",
}
User = Callable[[str], Wire]


@pytest.fixture
def server(start_server: Callable[[Mapping[str, str]], Server], tmp_path: Path) -> Server:
    """A server that tells callers apart."""
    return start_server(settings_for(tmp_path, ROLES))


@pytest.fixture
def user(server: Server) -> Iterator[User]:
    """A function that gives the wire of a user."""
    with wires_of(server, ROLES) as wires:
        yield wires.__getitem__


def uuids(wire: Wire, query: str = "") -> set[str]:
    return {each["uuid"] for each in wire.get(HERE + query).json["allocations"]}


def test_a_project_gets_only_nodes_that_it_owns_or_leases(server: Server, user: User) -> None:
    for owner in (None, "p2", "p2"):
        add_node(server.database, resource_class="small", owner=owner)
    own = add_node(server.database, resource_class="small", owner="p1")
    leased = add_node(server.database, resource_class="small", owner="p2", lessee="p1")
    made = [allocated(user("bob")) for _ in range(3)]
    assert [each["owner"] for each in made] == ["p1", "p1", "p1"]
    assert {made[0]["node_uuid"], made[1]["node_uuid"]} == {own, leased}
    assert made[2]["state"] == "error"
    assert "of 2 nodes looked at, 2 taken by an instance" in made[2]["last_error"]


def test_a_project_asks_for_itself_even_where_the_version_has_no_owner(user: User) -> None:
    answer = user("bob").post(HERE, {"resource_class": "small"}, version="1.52")
    assert (answer.status, "owner" in answer.json) == (201, False)
    assert user("bob").get(f"{HERE}/{answer.json['uuid']}").json["owner"] == "p1"
    assert ask(user("bob"), owner="p1")["owner"] == "p1"
    assert user("bob").post(HERE, {"resource_class": "small", "owner": "p2"}).status == 403
    assert user("dave").post(HERE, {"resource_class": "small"}).status == 403


def test_the_whole_system_asks_for_anybody_and_for_nobody(user: User) -> None:
    assert ask(user("alice"))["owner"] is None
    assert ask(user("alice"), owner="p2")["owner"] == "p2"


def test_a_project_sees_and_changes_only_its_own(server: Server, user: User) -> None:
    own = add_allocation(server.database, owner="p1", name="own", resource_class="small")
    other = add_allocation(server.database, owner="p2", name="other", resource_class="small")
    nobodys = add_allocation(server.database, name="nobodys", resource_class="small")
    assert uuids(user("alice")) == {own, other, nobodys}
    assert uuids(user("bob")) == uuids(user("dave")) == {own}
    assert uuids(user("bob"), "?owner=p2") == set()
    for name in ("other", "nobodys"):
        assert user("bob").get(f"{HERE}/{name}").status == 404
        assert user("bob").get(f"/bessemer/v1/allocations/{name}/explain").status == 404
        assert user("bob").patch(f"{HERE}/{name}", set_to(name="x")).status == 404
        assert user("bob").delete(f"{HERE}/{name}").status == 404
    assert user("dave").get(f"{HERE}/own").status == 200
    assert user("dave").patch(f"{HERE}/own", set_to(name="x")).status == 403
    assert user("dave").delete(f"{HERE}/own").status == 403
    assert user("bob").patch(f"{HERE}/own", set_to(name="x")).status == 200
    assert user("bob").delete(f"{HERE}/x").status == 204


def test_a_project_names_no_node_that_it_cannot_see(server: Server, user: User) -> None:
    foreign = add_node(server.database, name="foreign", owner="p2", provision_state="active", resource_class="small")
    for field in ({"candidate_nodes": ["foreign"]}, {"candidate_nodes": [foreign]}, {"node": "foreign"}):
        answer = user("bob").post(HERE, {"resource_class": "small", **field})
        assert (answer.status, "does not exist" in answer.text) == (400, True)
    assert user("bob").get(f"{HERE}?node=foreign").status == 400
    assert user("bob").get("/v1/nodes/foreign/allocation").status == 404
    assert user("bob").delete("/v1/nodes/foreign/allocation").status == 404


def test_the_allocation_of_another_project_on_an_own_node_is_not_there(server: Server, user: User) -> None:
    node = add_node(server.database, owner="p1", lessee="p2", resource_class="small")
    made = allocated(user("carol"))
    assert made["node_uuid"] == node
    assert user("bob").get(f"/v1/nodes/{node}/allocation").status == 404
    assert user("bob").delete(f"/v1/nodes/{node}/allocation").status == 404
    assert user("carol").delete(f"/v1/nodes/{node}/allocation").status == 204


def test_an_explanation_tells_a_project_only_of_its_own_nodes(server: Server, user: User) -> None:
    own = add_node(server.database, owner="p1", resource_class="large")
    add_node(server.database, owner="p2", resource_class="small")
    path = f"/bessemer/v1/allocations/{allocated(user('bob'))['uuid']}/explain"
    for name in ("bob", "dave"):
        told: Any = user(name).get(path).json
        assert told["counts"] == {"other class": 1}
        assert [each["uuid"] for each in told["nodes"]] == [own]
    assert user("carol").get(path).status == 404
    assert user("alice").get(path).json["counts"] == {"other class": 1}
    assert user("bob").post("/v1/events", {"events": []}).status == 403
