"""Lists of ports have what was asked for."""

import pytest

from bessemer.store.database import Database
from bessemer.testing.builders import change_node
from tests.api.enrolled import MISSING, Node, enrol, listed
from tests.api.parts import MAC, OTHER_MAC, port, portgroup
from tests.api.wire import Wire


@pytest.fixture
def node(wire: Wire) -> Node:
    """A node."""
    return enrol(wire, name="n1")


@pytest.fixture
def other(wire: Wire) -> Node:
    """A second node."""
    return enrol(wire, name="n2")


class TestLists:
    """Which ports a list has."""

    def test_ports_are_found_by_node_address_and_text(self, wire: Wire, node: Node, other: Node) -> None:
        port(wire, node, description="Uplink 50%")
        port(wire, other, OTHER_MAC)
        for arguments, found in (
            ("", [MAC, OTHER_MAC]),
            (f"?node={node['uuid']}", [MAC]),
            ("?node=n2", [OTHER_MAC]),
            (f"?node_uuid={node['uuid']}&node=n2", [MAC]),
            (f"?address={MAC.upper()}", [MAC]),
            (f"?address={MAC}&node=n2", []),
            ("?address=52:54:00:00:00:99", []),
            ("?description_contains=LINK%2050%25", [MAC]),
            ("?description_contains=5_%25", []),
        ):
            assert [each["address"] for each in listed(wire, f"/v1/ports{arguments}", plural="ports")] == found

    def test_ports_are_found_by_group_shard_and_conductor_group(
        self, wire: Wire, node: Node, database: Database
    ) -> None:
        sharded = enrol(wire, shard="s1")
        change_node(database, sharded["uuid"], conductor_group="rack1")
        group = portgroup(wire, node, name="bond0")
        port(wire, node, portgroup_uuid=group["uuid"])
        port(wire, sharded, OTHER_MAC)
        for arguments, found in (
            ("?portgroup=bond0", [MAC]),
            (f"?portgroup={group['uuid']}", [MAC]),
            ("?shard=s0,s1", [OTHER_MAC]),
            ("?shard=", [MAC, OTHER_MAC]),
            ("?conductor_groups=RACK1", [OTHER_MAC]),
            ("?conductor_groups=&node=n1", [MAC]),
            (f"?shard=s1&address={MAC}", []),
        ):
            assert [each["address"] for each in listed(wire, f"/v1/ports{arguments}", plural="ports")] == found

    @pytest.mark.usefixtures("node")
    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            ("node=nobody", 404),
            ("node=", 400),
            ("node=a%20b", 400),
            (f"node_uuid={MISSING}", 404),
            ("node_uuid=n1", 400),
            ("portgroup=nobody", 404),
            ("address=52-54-00-00-00-01", 400),
            ("node=n1&portgroup=p", 403),
            ("node=n1&shard=s", 403),
            ("shard=s&portgroup=p", 403),
            ("conductor_groups=a&node=n1", 400),
            (f"conductor_groups=a&address={MAC}", 400),
            ("name=x", 400),
            ("sort_key=extra", 400),
            ("sort_key=node_uuid", 400),
            ("sort_key=portgroup_uuid", 400),
            ("fields=node_id", 400),
            ("fields=uuid&detail=true", 400),
            ("marker=n1", 400),
            (f"marker={MISSING}", 404),
        ],
    )
    def test_arguments_that_cannot_be_are_refused(self, wire: Wire, arguments: str, status: int) -> None:
        assert wire.get(f"/v1/ports?{arguments}").status == status

    @pytest.mark.parametrize(
        ("version", "arguments", "status"),
        [
            ("1.81", "shard=s", 406),
            ("1.23", "portgroup=p", 406),
            ("1.18", "sort_key=pxe_enabled", 406),
            ("1.18", "fields=pxe_enabled", 406),
            ("1.7", "fields=uuid", 406),
            ("1.42", "detail=true", 400),
            ("1.50", "conductor_groups=a", 200),
            ("1.50", "description_contains=a", 200),
        ],
    )
    def test_arguments_belong_to_versions(self, wire: Wire, version: str, arguments: str, status: int) -> None:
        assert wire.get(f"/v1/ports?{arguments}", version=version).status == status

    def test_a_page_leads_to_the_next_without_losing_a_filter(self, wire: Wire, node: Node, other: Node) -> None:
        for number in range(3):
            port(wire, node, f"52:54:00:00:01:0{number}")
        port(wire, other)
        found = listed(wire, f"/v1/ports/detail?limit=1&node={node['uuid']}", plural="ports")
        assert [each["address"][-1] for each in found] == ["0", "1", "2"]
