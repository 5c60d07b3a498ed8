"""Ports are created, shown and deleted as clients of Ironic expect."""

from typing import Any

import pytest
from sqlalchemy import bindparam, update

from bessemer.store.database import Database
from bessemer.store.schema import ports as table
from bessemer.testing.builders import change_node, reserve
from tests.api.enrolled import MISSING, Node, enrol, numbered, set_to
from tests.api.parts import MAC, OTHER_MAC, history, made, port
from tests.api.wire import Wire

SWITCH = {"switch_id": "0a:1b:2c:3d:4e:5f", "port_id": "Eth1/7"}
FIRST = {"uuid", "address", "node_uuid", "extra", "created_at", "updated_at", "links"}
LATER = (
    (18, {"internal_info"}),
    (19, {"local_link_connection", "pxe_enabled"}),
    (24, {"portgroup_uuid"}),
    (34, {"physical_network"}),
    (53, {"is_smartnic"}),
    (88, {"name"}),
    (97, {"description"}),
    (100, {"vendor"}),
    (101, {"category"}),
    (111, {"available_for_dynamic_portgroup"}),
)
"""Which version shows which fields besides the first."""


@pytest.fixture
def node(wire: Wire) -> Node:
    """A node."""
    return enrol(wire, name="n1")


@pytest.fixture
def other(wire: Wire) -> Node:
    """A second node."""
    return enrol(wire, name="n2")


def create(wire: Wire, node: Node, *, version: str = "1.115", **fields: Any) -> int:
    """Try to create a port and give the status of the answer."""
    body = {"address": MAC, "node_uuid": node["uuid"], **fields}
    return wire.post("/v1/ports", body, version=version).status


class TestCreation:
    """What becomes of the body of a creation."""

    def test_a_new_port_has_what_was_given_and_defaults(self, wire: Wire, node: Node) -> None:
        answer = wire.post("/v1/ports", {"node_uuid": node["uuid"], "address": MAC, "extra": {"slot": 1}})
        found = answer.json
        assert answer.status == 201
        assert answer.headers["Location"] == f"{wire.url}/v1/ports/{found['uuid']}"
        assert (found["node_uuid"], found["address"], found["extra"]) == (node["uuid"], MAC, {"slot": 1})
        assert (found["pxe_enabled"], found["is_smartnic"], found["portgroup_uuid"]) == (True, False, None)
        assert found["local_link_connection"] == {}
        assert wire.get(f"/v1/ports/{found['uuid']}").json == found

    @pytest.mark.parametrize("since", [1, *(since for since, _ in LATER)])
    def test_each_version_shows_the_fields_it_knows(self, wire: Wire, node: Node, since: int) -> None:
        made = port(wire, node)
        shown = wire.get(f"/v1/ports/{made['uuid']}", version=f"1.{since}").json
        assert set(shown) == FIRST.union(*(names for first, names in LATER if first <= since))

    @pytest.mark.parametrize("address", ["52:54:00:AB:CD:EF", "52:54:00:ab:cd:ef"])
    def test_addresses_are_kept_in_lower_case(self, wire: Wire, node: Node, address: str) -> None:
        assert port(wire, node, address)["address"] == "52:54:00:ab:cd:ef"

    @pytest.mark.parametrize(
        "address",
        ["52-54-00-ab-cd-ef", "5254.00ab.cdef", "525400abcdef", "52:54:0:1:2:3", " 52:54:00:12:34:56", "", None, 3],
    )
    def test_other_spellings_of_an_address_are_refused(self, wire: Wire, node: Node, address: Any) -> None:
        assert create(wire, node, address=address) == 400

    def test_an_address_and_a_name_belong_to_one_port(self, wire: Wire, node: Node, other: Node) -> None:
        port(wire, node, "52:54:00:ab:cd:ef", name="left")
        taken = wire.post("/v1/ports", {"node_uuid": other["uuid"], "address": "52:54:00:AB:CD:EF"})
        assert taken.status == 409
        assert "52:54:00:ab:cd:ef" in taken.text
        assert create(wire, other, name="left") == 409

    @pytest.mark.parametrize(
        ("name", "value"),
        numbered(
            ("uuid", "x"),
            ("extra", []),
            ("pxe_enabled", 1),
            ("pxe_enabled", "maybe"),
            ("is_smartnic", 0),
            ("portgroup_uuid", MISSING),
            ("portgroup_uuid", "a-name"),
            ("physical_network", ""),
            ("physical_network", "x" * 65),
            ("name", 3),
            ("name", "x" * 256),
            ("description", "x" * 256),
            ("vendor", "x" * 33),
            ("category", "x" * 81),
            ("internal_info", {}),
            ("created_at", None),
            ("links", []),
            ("node_id", 1),
            ("unknown", 1),
            ("node_uuid", "n1"),
            ("node_uuid", MISSING),
            ("node_uuid", None),
        ),
    )
    def test_what_cannot_be_is_refused(self, wire: Wire, node: Node, name: str, value: Any) -> None:
        assert create(wire, node, **{name: value}) == 400

    @pytest.mark.parametrize("name", ["", "with space/and slash", "Ü", "1" * 255])
    def test_nearly_everything_is_a_name(self, wire: Wire, node: Node, name: str) -> None:
        assert port(wire, node, name=name)["name"] == name

    def test_the_node_may_be_named_from_1_94_on(self, wire: Wire, node: Node) -> None:
        for ident, address in ((node["uuid"], MAC), ("n1", OTHER_MAC)):
            assert made(wire, "ports", {"node_ident": ident, "address": address})["node_uuid"] == node["uuid"]
        body = {"node_ident": "n1", "address": "52:54:00:00:00:03"}
        assert wire.post("/v1/ports", body, version="1.93").status == 406
        assert wire.post("/v1/ports", {**body, "node_uuid": node["uuid"]}).status == 400
        assert wire.post("/v1/ports", {**body, "node_ident": "nobody"}).status == 400
        assert wire.post("/v1/ports", {"address": MAC}).status == 400

    @pytest.mark.parametrize(
        "name",
        ["pxe_enabled", "portgroup_uuid", "physical_network", "is_smartnic", "name", "description", "category"],
    )
    def test_a_field_that_is_too_new_is_refused_even_as_null(self, wire: Wire, node: Node, name: str) -> None:
        assert create(wire, node, version="1.10", **{name: None}) == 406
        assert create(wire, node, version="1.10", pxe_enabled="maybe") == 400

    def test_a_port_can_be_added_to_a_busy_or_active_node(self, wire: Wire, node: Node, database: Database) -> None:
        change_node(database, node["uuid"], provision_state="active")
        reserve(database, node["uuid"])
        assert create(wire, node) == 201


class TestWiring:
    """What may be said of the switch port at the other end."""

    def test_switches_are_kept_in_lower_case(self, wire: Wire, node: Node) -> None:
        link = {**SWITCH, "switch_id": "0A:1B:2C:3D:4E:5F"}
        assert port(wire, node, local_link_connection=link)["local_link_connection"] == SWITCH

    @pytest.mark.parametrize(("link", "smart"), [({"port_id": "1", "hostname": "h"}, 201), (SWITCH, 400)])
    def test_a_smart_nic_needs_a_host(self, wire: Wire, node: Node, link: dict[str, str], smart: int) -> None:
        assert create(wire, node, local_link_connection=link) == 201
        assert create(wire, node, address=OTHER_MAC, local_link_connection=link, is_smartnic=True) == smart

    def test_an_incomplete_link_is_refused(self, wire: Wire, node: Node) -> None:
        assert create(wire, node, local_link_connection={"port_id": "1"}) == 400
        made = port(wire, node)
        assert wire.patch(f"/v1/ports/{made['uuid']}", set_to(local_link_connection={"port_id": "1"})).status == 400
        assert wire.patch(f"/v1/ports/{made['uuid']}", set_to(local_link_connection=SWITCH)).status == 200
        gone = [{"op": "remove", "path": "/local_link_connection/port_id"}]
        assert wire.patch(f"/v1/ports/{made['uuid']}", gone).status == 400

    def test_some_keys_belong_to_some_versions(self, wire: Wire, node: Node) -> None:
        unmanaged = {"network_type": "unmanaged"}
        assert create(wire, node, version="1.63", local_link_connection=unmanaged) == 406
        assert create(wire, node, version="1.64", local_link_connection=unmanaged) == 201
        vtep = {"port_id": "1", "vtep-logical-switch": "a", "vtep-physical-switch": "b"}
        for version, status in (("1.89", 406), ("1.105", 406), ("1.104", 201)):
            made = create(wire, node, address=OTHER_MAC, version=version, local_link_connection=vtep)
            assert made == status


class TestItem:
    """How one port is found."""

    def test_a_port_is_found_by_uuid_and_by_name(self, wire: Wire, node: Node) -> None:
        made = port(wire, node, name="left")
        assert wire.get("/v1/ports/left", version="1.87").json["uuid"] == made["uuid"]
        assert wire.get("/v1/ports/left?fields=address").json == {"address": MAC, "links": made["links"]}
        assert wire.get(f"/v1/ports/{MISSING}").status == 404
        assert wire.get("/v1/ports/right").status == 404
        assert wire.get(f"/v1/ports/{MAC}").status == 400
        assert wire.get("/v1/ports/a%20b").status == 400

    def test_a_port_is_deleted_by_uuid_only(self, wire: Wire, node: Node, database: Database) -> None:
        made = port(wire, node, name="left")
        assert wire.delete("/v1/ports/left").status == 400
        assert wire.delete(f"/v1/ports/{MAC}").status == 400
        assert wire.delete(f"/v1/ports/{made['uuid']}").status == 204
        assert wire.delete(f"/v1/ports/{made['uuid']}").status == 404
        assert history(database, made["uuid"]) == ["port created", "port deleted"]

    def test_a_port_in_use_is_kept_outside_maintenance(self, wire: Wire, node: Node, database: Database) -> None:
        made = port(wire, node)
        database.write(
            lambda tx: tx.change(
                "bind port",
                lambda: update(table).where(table.c.uuid == bindparam("which")).values(internal_info=bindparam("info")),
                {"which": made["uuid"], "info": '{"tenant_vif_port_id":"vif-1"}'},
            )
        )
        refused = wire.delete(f"/v1/ports/{made['uuid']}")
        assert refused.status == 409
        assert "vif-1" in refused.text
        change_node(database, node["uuid"], maintenance=True)
        assert wire.delete(f"/v1/ports/{made['uuid']}").status == 204
