"""Conductors are listed and shown as clients of Ironic expect."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from bessemer.store.database import Database
from bessemer.testing.builders import add_conductor, remove_conductor
from tests.api.wire import Wire

HERE = "/v1/conductors"


@pytest.fixture(autouse=True)
def others(database: Database) -> Iterator[None]:
    """Two more conductors, one of which has not been heard of for long."""
    add_conductor(database, "b-silent", alive=False, group="rack1")
    add_conductor(database, "a-lively", types=("ipmi", "redfish"))
    yield
    for name in ("b-silent", "a-lively"):
        remove_conductor(database, name)


def own_name(wire: Wire) -> str:
    found = {each["hostname"] for each in wire.get(HERE).json["conductors"]} - {"a-lively", "b-silent"}
    assert len(found) == 1
    return str(found.pop())


def test_the_list_tells_who_is_alive(wire: Wire) -> None:
    listed = {each["hostname"]: each for each in wire.get(HERE).json["conductors"]}
    assert {name: each["alive"] for name, each in listed.items()} == {
        own_name(wire): True,
        "a-lively": True,
        "b-silent": False,
    }
    assert listed["b-silent"] == {
        "hostname": "b-silent",
        "conductor_group": "rack1",
        "alive": False,
        "links": [
            {"href": f"{wire.url}{HERE}/b-silent", "rel": "self"},
            {"href": f"{wire.url}/conductors/b-silent", "rel": "bookmark"},
        ],
    }


def test_details_name_the_hardware_types(wire: Wire) -> None:
    shown = wire.get(f"{HERE}/a-lively").json
    assert set(shown) == {
        "hostname", "conductor_group", "alive", "drivers", "created_at", "updated_at", "links",
    }  # fmt: skip
    assert shown["drivers"] == ["ipmi", "redfish"]
    assert shown in wire.get(f"{HERE}?detail=true").json["conductors"]


def test_fields_can_be_chosen(wire: Wire) -> None:
    shown = wire.get(f"{HERE}/a-lively?fields=alive").json
    assert (set(shown), shown["alive"]) == ({"alive", "links"}, True)
    assert set(wire.get(f"{HERE}?fields=drivers").json["conductors"][0]) == {"drivers", "links"}


def test_pages_are_marked_by_host_names(wire: Wire) -> None:
    own, names, page = own_name(wire), [], f"{HERE}?limit=1&sort_key=hostname&detail=true"
    while page:
        found = wire.get(page).json
        names += [each["hostname"] for each in found["conductors"]]
        page = found.get("next", "")
    assert sorted(names) == sorted(["a-lively", "b-silent", own])
    assert [name for name in names if name != own] == ["a-lively", "b-silent"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("?sort_key=alive", 400),
        ("?sort_key=drivers", 400),
        ("?sort_key=unknown", 400),
        ("?fields=unknown", 400),
        ("?fields=alive&detail=true", 400),
        ("?limit=0", 400),
        ("?unknown=1", 400),
        ("?marker=nobody", 404),
        ("/nobody", 404),
        ("/detail", 404),
        ("/a%20b", 404),
        ("/a-lively?fields=unknown", 400),
    ],
)
def test_what_cannot_be_is_refused(wire: Wire, path: str, status: int) -> None:
    assert wire.get(HERE + path).status == status


def test_nobody_writes_conductors(wire: Wire) -> None:
    here = f"{HERE}/{quote(own_name(wire))}"
    assert wire.post(HERE, {}).status == 405
    assert wire.patch(here, []).status == 405
    assert wire.delete(here).status == 405


def test_old_versions_know_no_conductors(wire: Wire) -> None:
    assert wire.get(HERE, version="1.48").status == 404
    assert wire.get(f"{HERE}/a-lively", version="1.48").status == 404
    assert wire.get(HERE, version="1.49").status == 200
