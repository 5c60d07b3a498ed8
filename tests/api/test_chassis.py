"""Chassis are created, listed, changed and deleted as clients of Ironic expect, and list the nodes in them."""

from typing import Any

import pytest

from bessemer.store.database import Database
from tests.api.enrolled import MISSING, enrol, listed, numbered, set_to, uuids
from tests.api.parts import Made, history, made, removed
from tests.api.wire import Wire

HERE = "/v1/chassis"


@pytest.fixture
def chassis(wire: Wire) -> Made:
    """A chassis."""
    return made(wire, "chassis", {"description": "rack 7"})


def test_a_chassis_needs_nothing(wire: Wire) -> None:
    answer = wire.post(HERE, version="1.1")
    found = answer.json
    assert answer.status == 201
    assert answer.headers["Location"] == f"{wire.url}{HERE}/{found['uuid']}"
    assert set(found) == {"uuid", "description", "extra", "created_at", "updated_at", "links", "nodes"}
    assert found["nodes"] == [
        {"href": f"{wire.url}{HERE}/{found['uuid']}/nodes", "rel": "self"},
        {"href": f"{wire.url}/chassis/{found['uuid']}/nodes", "rel": "bookmark"},
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    numbered(
        ("uuid", "x"),
        ("description", "x" * 256),
        ("description", 3),
        ("extra", []),
        ("name", "x"),
        ("nodes", []),
        ("unknown", 1),
    ),
)
def test_what_cannot_be_is_refused(wire: Wire, chassis: Made, name: str, value: Any) -> None:
    assert wire.post(HERE, {name: value}).status == 400
    assert wire.patch(f"{HERE}/{chassis['uuid']}", set_to(**{name: value})).status == 400


def test_a_uuid_belongs_to_one_chassis(wire: Wire, chassis: Made) -> None:
    assert wire.post(HERE, {"uuid": chassis["uuid"]}).status == 409


def test_lists_are_short_or_detailed(wire: Wire, chassis: Made) -> None:
    assert wire.get(f"{HERE}/detail", version="1.1").json == {"chassis": [chassis]}
    assert wire.get(f"{HERE}?detail=true").json == {"chassis": [chassis]}
    short = {name: chassis[name] for name in ("uuid", "description", "links")}
    assert wire.get(HERE).json == {"chassis": [short]}
    assert wire.get(f"{HERE}?fields=nodes").json == {"chassis": [{n: chassis[n] for n in ("nodes", "links")}]}


@pytest.mark.parametrize(
    ("arguments", "version", "status"),
    [
        ("sort_key=extra", "1.115", 400),
        ("fields=unknown", "1.115", 400),
        ("fields=uuid&detail=true", "1.115", 400),
        ("marker=x", "1.115", 400),
        (f"marker={MISSING}", "1.115", 404),
        ("fields=uuid", "1.7", 406),
        ("detail=true", "1.42", 400),
    ],
)
def test_arguments_that_cannot_be_are_refused(wire: Wire, arguments: str, version: str, status: int) -> None:
    assert wire.get(f"{HERE}?{arguments}", version=version).status == status


def test_a_chassis_is_found_by_its_uuid_only(wire: Wire) -> None:
    for method in ("GET", "PATCH", "DELETE"):
        assert wire.request(method, f"{HERE}/rack-7", json=[]).status == 400
        assert wire.request(method, f"{HERE}/{MISSING}", json=[]).status == 404


def test_a_chassis_is_changed(wire: Wire, chassis: Made, database: Database) -> None:
    here = f"{HERE}/{chassis['uuid']}"
    assert wire.patch(here, []).json == chassis
    assert wire.patch(here, set_to(description="rack 8", extra={"a": 1})).json["description"] == "rack 8"
    left = wire.patch(here, removed("description", "extra")).json
    assert (left["description"], left["extra"]) == (None, {})
    assert wire.patch(here, set_to(uuid=MISSING)).status == 400
    assert history(database, chassis["uuid"]) == ["chassis created", "chassis changed", "chassis changed"]


def test_a_chassis_with_nodes_is_kept(wire: Wire, chassis: Made) -> None:
    node = enrol(wire, chassis_uuid=chassis["uuid"])
    assert wire.delete(f"{HERE}/{chassis['uuid']}").status == 400
    wire.delete(f"/v1/nodes/{node['uuid']}")
    assert wire.delete(f"{HERE}/{chassis['uuid']}").status == 204
    assert wire.get(f"{HERE}/{chassis['uuid']}").status == 404


def test_a_chassis_lists_its_nodes_as_nodes_are_listed(wire: Wire, chassis: Made) -> None:
    inside = [enrol(wire, name=name, chassis_uuid=chassis["uuid"]) for name in ("a", "b", "c")]
    enrol(wire, name="d")
    here = f"{HERE}/{chassis['uuid']}/nodes"
    assert uuids(listed(wire, f"{here}?limit=2")) == uuids(inside)
    assert uuids(listed(wire, f"{here}?limit=1&sort_key=name&sort_dir=desc")) == uuids(inside[::-1])
    assert wire.get(f"{here}/detail").json["nodes"] == [wire.get(f"/v1/nodes/{node['uuid']}").json for node in inside]
    assert wire.get(f"{here}?fields=name&maintenance=true").json == {"nodes": []}
    assert uuids(wire.get(f"{here}?chassis_uuid={MISSING}").json["nodes"]) == uuids(inside)
    assert wire.get(f"{here}?unknown=1").status == 400
    assert wire.get(f"{HERE}/{MISSING}/nodes").status == 404
    assert wire.get(f"{HERE}/rack-7/nodes").status == 400
