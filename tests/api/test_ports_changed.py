"""Patches of ports do what the state of the node and the port group allow."""

from collections.abc import Mapping
from typing import Any

import pytest

from bessemer.store.database import Database
from bessemer.testing.builders import change_node, reserve
from tests.api.enrolled import MISSING, Node, enrol, numbered, set_to
from tests.api.parts import MAC, OTHER_MAC, history, port, portgroup, removed
from tests.api.wire import Wire

SWITCH = {"switch_id": "0a:1b:2c:3d:4e:5f", "port_id": "Eth1/7"}


@pytest.fixture
def node(wire: Wire) -> Node:
    """A node."""
    return enrol(wire, name="n1")


@pytest.fixture
def other(wire: Wire) -> Node:
    """A second node."""
    return enrol(wire, name="n2")


def create(wire: Wire, node: Node, **fields: Any) -> int:
    """Try to create a port and give the status of the answer."""
    body = {"address": MAC, "node_uuid": node["uuid"], **fields}
    return wire.post("/v1/ports", body).status


def patch(wire: Wire, port: Mapping[str, Any], **values: Any) -> int:
    """Try to replace fields of a port and give the status of the answer."""
    return wire.patch(f"/v1/ports/{port['uuid']}", set_to(**values)).status


class TestGroups:
    """Which ports may be in which group."""

    def test_a_port_joins_and_leaves_a_group(self, wire: Wire, node: Node) -> None:
        group, made = portgroup(wire, node), port(wire, node)
        here = f"/v1/ports/{made['uuid']}"
        assert wire.patch(here, set_to(portgroup_uuid=group["uuid"])).json["portgroup_uuid"] == group["uuid"]
        assert wire.patch(here, removed("portgroup_uuid")).json["portgroup_uuid"] is None

    def test_a_group_of_another_node_is_refused(self, wire: Wire, node: Node, other: Node) -> None:
        group = portgroup(wire, other)
        assert create(wire, node, portgroup_uuid=group["uuid"]) == 400
        assert patch(wire, port(wire, node), portgroup_uuid=group["uuid"]) == 400

    def test_no_port_boots_in_a_group_that_stands_together(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node, standalone_ports_supported=False)
        assert create(wire, node, portgroup_uuid=group["uuid"], pxe_enabled=True) == 409
        member = port(wire, node, portgroup_uuid=group["uuid"], pxe_enabled=False)
        assert patch(wire, member, pxe_enabled=True) == 409
        outside = port(wire, node, OTHER_MAC)
        assert patch(wire, outside, portgroup_uuid=group["uuid"]) == 409
        assert patch(wire, outside, portgroup_uuid=group["uuid"], pxe_enabled=False) == 200

    def test_all_ports_of_a_group_share_a_physical_network(self, wire: Wire, node: Node) -> None:
        group = portgroup(wire, node)["uuid"]
        alone = port(wire, node, portgroup_uuid=group, physical_network="blue")
        assert create(wire, node, address=OTHER_MAC, portgroup_uuid=group) == 409
        assert patch(wire, alone, physical_network="red") == 200
        second = port(wire, node, OTHER_MAC, portgroup_uuid=group, physical_network="red")
        assert patch(wire, second, physical_network="green") == 409
        assert patch(wire, second, physical_network="green", portgroup_uuid=None) == 200
        assert patch(wire, second, portgroup_uuid=group) == 409


class TestPatch:
    """What a patch may do to a port, and when."""

    def test_values_and_their_removal(self, wire: Wire, node: Node) -> None:
        made = port(wire, node, extra={"a": 1}, pxe_enabled=False, is_smartnic=True, vendor="v", name="left")
        here = f"/v1/ports/{made['uuid']}"
        gone = removed("extra", "pxe_enabled", "is_smartnic", "vendor", "name", "node_uuid")
        left = wire.patch(here, gone).json
        assert (left["extra"], left["pxe_enabled"], left["is_smartnic"]) == ({}, True, False)
        assert (left["vendor"], left["name"], left["node_uuid"]) == (None, None, node["uuid"])
        changed = wire.patch(here, set_to(address=OTHER_MAC.upper(), category="fast", description=None)).json
        assert (changed["address"], changed["category"], changed["description"]) == (OTHER_MAC, "fast", None)

    @pytest.mark.parametrize(
        ("name", "value"),
        numbered(
            ("address", None),
            ("address", "x"),
            ("node_uuid", None),
            ("node_uuid", MISSING),
            ("portgroup_uuid", MISSING),
            ("portgroup_uuid", "a-name"),
            ("physical_network", ""),
            ("pxe_enabled", "maybe"),
            ("uuid", MISSING),
            ("node_ident", "n1"),
            ("internal_info", {}),
            ("links", []),
            ("unknown", 1),
        ),
    )
    def test_what_cannot_be_is_refused(self, wire: Wire, node: Node, name: str, value: Any) -> None:
        assert patch(wire, port(wire, node), **{name: value}) == 400

    @pytest.mark.parametrize("name", ["pxe_enabled", "portgroup_uuid", "physical_network", "is_smartnic"])
    def test_fields_that_are_too_new_cannot_even_be_removed(self, wire: Wire, node: Node, name: str) -> None:
        here = f"/v1/ports/{port(wire, node)['uuid']}"
        assert wire.patch(here, set_to(**{name: None}), version="1.10").status == 406
        assert wire.patch(here, removed(name), version="1.10").status == 406

    @pytest.mark.parametrize("name", ["name", "description", "vendor", "category"])
    def test_texts_can_be_patched_in_any_version(self, wire: Wire, node: Node, name: str) -> None:
        here = f"/v1/ports/{port(wire, node)['uuid']}"
        assert wire.patch(here, set_to(**{name: "x"}), version="1.10").status == 200
        assert wire.get(here).json[name] == "x"

    def test_an_empty_patch_changes_nothing(self, wire: Wire, node: Node, database: Database) -> None:
        made = port(wire, node)
        assert wire.patch(f"/v1/ports/{made['uuid']}", []).json == made
        assert history(database, made["uuid"]) == ["port created"]
        assert wire.patch(f"/v1/ports/{MISSING}", []).status == 404

    def test_a_port_moves_to_another_node(self, wire: Wire, node: Node, other: Node) -> None:
        group = portgroup(wire, node)
        made = port(wire, node, portgroup_uuid=group["uuid"])
        assert patch(wire, made, node_uuid=other["uuid"]) == 400
        assert patch(wire, made, node_uuid=other["uuid"], portgroup_uuid=None) == 200
        assert wire.get(f"/v1/ports/{made['uuid']}").json["node_uuid"] == other["uuid"]

    @pytest.mark.parametrize("state", ["available", "active", "deploying", "clean failed", "rescue", "verifying"])
    def test_the_wiring_of_a_machine_in_use_stays(self, wire: Wire, node: Node, database: Database, state: str) -> None:
        made = port(wire, node, physical_network="blue")
        change_node(database, node["uuid"], provision_state=state)
        assert patch(wire, made, physical_network="red") == 409
        assert patch(wire, made, pxe_enabled=False) == 409
        assert patch(wire, made, local_link_connection=SWITCH) == 409
        assert patch(wire, made, physical_network="blue", extra={"a": 1}, name="n", is_smartnic=True) == 200
        change_node(database, node["uuid"], maintenance=True)
        assert patch(wire, made, physical_network="red") == 200

    @pytest.mark.parametrize("state", ["enroll", "manageable", "inspect wait"])
    def test_the_wiring_changes_while_nothing_runs(
        self, wire: Wire, node: Node, database: Database, state: str
    ) -> None:
        made = port(wire, node)
        change_node(database, node["uuid"], provision_state=state)
        assert patch(wire, made, physical_network="red", pxe_enabled=False, local_link_connection=SWITCH) == 200

    def test_the_address_stays_while_there_is_an_instance(self, wire: Wire, node: Node, database: Database) -> None:
        made = port(wire, node)
        change_node(database, node["uuid"], provision_state="active")
        assert patch(wire, made, address=OTHER_MAC) == 409
        change_node(database, node["uuid"], provision_state="available", instance_uuid=MISSING)
        assert patch(wire, made, address=OTHER_MAC) == 409
        change_node(database, node["uuid"], instance_uuid=None)
        assert patch(wire, made, address=OTHER_MAC) == 200

    def test_inspection_keeps_ports_to_itself(self, wire: Wire, node: Node, database: Database) -> None:
        made = port(wire, node)
        change_node(database, node["uuid"], provision_state="inspecting")
        assert patch(wire, made, extra={"a": 1}) == 409

    def test_a_busy_node_keeps_its_ports(self, wire: Wire, node: Node, database: Database) -> None:
        made = port(wire, node)
        reserve(database, node["uuid"], "conductor-7")
        refused = wire.patch(f"/v1/ports/{made['uuid']}", set_to(extra={"a": 1}))
        assert refused.status == 409
        assert "conductor-7" in refused.text
        assert wire.delete(f"/v1/ports/{made['uuid']}").status == 409
