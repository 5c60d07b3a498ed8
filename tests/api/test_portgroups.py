"""Port groups are created, listed, changed and deleted as clients of Ironic expect."""

from typing import Any

import pytest

from bessemer.store.database import Database
from bessemer.testing.builders import change_node, release, reserve
from tests.api.enrolled import MISSING, Node, enrol, listed, numbered, set_to, uuids
from tests.api.parts import MAC, OTHER_MAC, history, port, portgroup, removed
from tests.api.wire import Wire

HERE = "/v1/portgroups"
FIRST = {
    "uuid", "name", "address", "node_uuid", "extra", "internal_info", "standalone_ports_supported", "created_at",
    "updated_at", "links", "ports",
}  # fmt: skip


@pytest.fixture
def node(wire: Wire) -> Node:
    """A node."""
    return enrol(wire, name="n1")


@pytest.fixture
def other(wire: Wire) -> Node:
    """A second node."""
    return enrol(wire, name="n2")


def create(wire: Wire, node: Node, *, version: str = "1.115", **fields: Any) -> int:
    """Try to create a port group and give the status of the answer."""
    return wire.post(HERE, {"node_uuid": node["uuid"], **fields}, version=version).status


def patch(wire: Wire, group: Node, *, version: str = "1.115", **values: Any) -> int:
    """Try to replace fields of a port group and give the status of the answer."""
    return wire.patch(f"{HERE}/{group['uuid']}", set_to(**values), version=version).status


class TestCreation:
    """What becomes of the body of a creation."""

    def test_a_new_group_has_defaults_and_leads_to_its_ports(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node, address=MAC.upper())
        assert (group["mode"], group["standalone_ports_supported"], group["address"]) == ("active-backup", True, MAC)
        assert group["ports"][0] == {"href": f"{wire.url}{HERE}/{group['uuid']}/ports", "rel": "self"}

    @pytest.mark.parametrize(
        ("version", "more"),
        [
            ("1.23", set()),
            ("1.26", {"mode", "properties"}),
            ("1.102", {"mode", "properties", "physical_network"}),
            ("1.115", {"mode", "properties", "physical_network", "category", "dynamic_portgroup"}),
        ],
    )
    def test_each_version_shows_the_fields_it_knows(self, wire: Wire, node: Node, version: str, more: set[str]) -> None:
        group = portgroup(wire, node)
        assert set(wire.get(f"{HERE}/{group['uuid']}", version=version).json) == FIRST | more

    def test_before_1_23_there_are_none(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node)
        for method, path in (("GET", HERE), ("POST", HERE), ("GET", f"{HERE}/detail")):
            assert wire.request(method, path, version="1.22", json={}).status == 404
        for method in ("GET", "PATCH", "DELETE"):
            assert wire.request(method, f"{HERE}/{group['uuid']}", version="1.22", json=[]).status == 404

    @pytest.mark.parametrize(
        ("name", "value"),
        numbered(
            ("uuid", "x"),
            ("address", "x"),
            ("address", "52-54-00-00-00-01"),
            ("name", "a b"),
            ("name", "x" * 256),
            ("name", 3),
            ("mode", 3),
            ("properties", []),
            ("extra", []),
            ("standalone_ports_supported", "maybe"),
            ("standalone_ports_supported", 1),
            ("physical_network", "x" * 65),
            ("category", "x" * 81),
            ("internal_info", {}),
            ("dynamic_portgroup", True),
            ("node_ident", "n1"),
            ("node_uuid", "n1"),
            ("node_uuid", MISSING),
            ("node_uuid", None),
            ("unknown", 1),
        ),
    )
    def test_what_cannot_be_is_refused(self, wire: Wire, node: Node, name: str, value: Any) -> None:
        assert create(wire, node, **{name: value}) == 400

    def test_what_is_too_new_is_refused_or_taken_silently(self, wire: Wire, node: Node) -> None:
        assert create(wire, node, version="1.25", mode="802.3ad") == 406
        assert create(wire, node, version="1.25", properties={"a": 1}) == 406
        assert create(wire, node, version="1.25", mode=None) == 201
        assert create(wire, node, version="1.50", physical_network="blue", category="fast") == 201

    def test_names_and_addresses_belong_to_one_group(self, wire: Wire, node: Node, other: Node) -> None:
        portgroup(wire, node, name="bond0", address=MAC)
        assert create(wire, other, name="bond0") == 409
        assert create(wire, other, address=MAC.upper()) == 409
        port(wire, other, MAC)


class TestLists:
    """Which groups a list has."""

    def test_groups_are_found_by_node_address_shard_and_conductor_group(
        self, wire: Wire, node: Node, database: Database
    ) -> None:
        sharded = enrol(wire, shard="s1")
        change_node(database, sharded["uuid"], conductor_group="rack1")
        one, two = portgroup(wire, node, address=MAC), portgroup(wire, sharded)
        for arguments, found in (
            ("", [one, two]),
            ("?node=n1", [one]),
            (f"?node={sharded['uuid']}", [two]),
            (f"?address={MAC}", [one]),
            (f"?address={OTHER_MAC}", []),
            ("?shard=s1", [two]),
            ("?conductor_groups=rack1,rack2", [two]),
            ("?shard=&conductor_groups=&node=n1", [one]),
        ):
            assert uuids(listed(wire, f"{HERE}{arguments}", plural="portgroups")) == uuids(found)

    @pytest.mark.parametrize(
        ("arguments", "status", "version"),
        [
            ("node=nobody", 404, "1.115"),
            ("node=a%20b", 400, "1.115"),
            ("address=x", 400, "1.115"),
            (f"address={MAC}&shard=s", 400, "1.115"),
            (f"conductor_groups=a&address={MAC}", 400, "1.115"),
            ("node_uuid=x", 400, "1.115"),
            ("sort_key=properties", 400, "1.115"),
            ("sort_key=node_uuid", 400, "1.115"),
            ("shard=s", 406, "1.105"),
            ("sort_key=mode", 406, "1.25"),
            ("fields=mode", 406, "1.25"),
            ("fields=dynamic_portgroup", 406, "1.110"),
            ("conductor_groups=a", 200, "1.50"),
        ],
    )
    def test_arguments_that_cannot_be_are_refused(self, wire: Wire, arguments: str, status: int, version: str) -> None:
        assert wire.get(f"{HERE}?{arguments}", version=version).status == status


class TestItem:
    """One group is found, changed and deleted."""

    def test_a_group_is_found_by_uuid_and_by_name(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node, name="bond0")
        assert wire.get(f"{HERE}/bond0").json == group
        assert wire.get(f"{HERE}/{MISSING}").status == 404
        assert wire.get(f"{HERE}/bond1").status == 404
        assert wire.get(f"{HERE}/a%20b").status == 400

    def test_values_and_their_removal(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node, name="bond0", address=MAC, mode="802.3ad", properties={"miimon": "100"})
        here = f"{HERE}/{group['uuid']}"
        left = wire.patch(here, removed("name", "address", "properties", "node_uuid")).json
        assert (left["name"], left["address"], left["properties"]) == (None, None, {})
        assert (left["mode"], left["node_uuid"]) == ("802.3ad", node["uuid"])
        assert wire.patch(here, set_to(standalone_ports_supported="no")).json["standalone_ports_supported"] is False

    @pytest.mark.parametrize(
        ("name", "value"),
        numbered(
            ("name", "a b"),
            ("address", "x"),
            ("node_uuid", None),
            ("node_uuid", MISSING),
            ("properties", []),
            ("mode", 3),
            ("dynamic_portgroup", True),
            ("internal_info", {}),
            ("uuid", MISSING),
            ("unknown", 1),
        ),
    )
    def test_what_cannot_be_is_refused(self, wire: Wire, node: Node, name: str, value: Any) -> None:
        assert patch(wire, portgroup(wire, node), **{name: value}) == 400

    def test_what_is_too_new_is_refused_or_taken_silently(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node)
        assert patch(wire, group, version="1.25", mode="802.3ad") == 406
        assert wire.patch(f"{HERE}/{group['uuid']}", removed("properties"), version="1.25").status == 406
        assert patch(wire, group, version="1.25", physical_network="blue", category="fast") == 200

    def test_an_empty_group_moves_to_another_node(self, wire: Wire, node: Node, other: Node) -> None:
        group = portgroup(wire, node)
        member = port(wire, node, portgroup_uuid=group["uuid"])
        assert patch(wire, group, node_uuid="n2") == 400
        assert patch(wire, group, node_uuid="n1") == 200
        wire.delete(f"/v1/ports/{member['uuid']}")
        assert patch(wire, group, node_uuid="n2") == 200
        assert wire.get(f"{HERE}/{group['uuid']}").json["node_uuid"] == other["uuid"]

    def test_a_group_is_deleted_when_it_is_empty(self, wire: Wire, node: Node, database: Database) -> None:
        group = portgroup(wire, node, name="bond0")
        member = port(wire, node, portgroup_uuid=group["uuid"])
        assert wire.delete(f"{HERE}/bond0").status == 400
        wire.delete(f"/v1/ports/{member['uuid']}")
        assert wire.delete(f"{HERE}/bond0").status == 204
        assert wire.delete(f"{HERE}/bond0").status == 404
        assert history(database, group["uuid"]) == ["portgroup created", "portgroup deleted"]

    def test_a_node_is_deleted_with_its_groups_and_their_ports(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node)
        port(wire, node, portgroup_uuid=group["uuid"])
        assert wire.delete("/v1/nodes/n1").status == 204
        assert wire.get(HERE).json == {"portgroups": []}
        assert wire.get("/v1/ports").json == {"ports": []}

    def test_work_on_the_node_keeps_its_groups(self, wire: Wire, node: Node, database: Database) -> None:
        group = portgroup(wire, node)
        change_node(database, node["uuid"], provision_state="active")
        assert patch(wire, group, mode="802.3ad", address=MAC) == 200
        change_node(database, node["uuid"], provision_state="inspecting")
        assert patch(wire, group, extra={"a": 1}) == 409
        change_node(database, node["uuid"], provision_state="active")
        release(database, node["uuid"])
        reserve(database, node["uuid"])
        assert patch(wire, group, extra={"a": 1}) == 409
        assert wire.delete(f"{HERE}/{group['uuid']}").status == 409
        assert create(wire, node) == 201
