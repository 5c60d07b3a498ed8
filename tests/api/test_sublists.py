"""What belongs to a node or a port group is listed below it, by UUID and by name."""

import pytest

from tests.api.enrolled import MISSING, Node, enrol, listed, uuids
from tests.api.parts import MAC, OTHER_MAC, Made, connector, port, portgroup, target
from tests.api.wire import Wire

LISTS = {
    "nodes/{node}/ports": ("ports", "1.1"),
    "nodes/{node}/ports/detail": ("ports", "1.1"),
    "nodes/{node}/portgroups": ("portgroups", "1.24"),
    "nodes/{node}/portgroups/detail": ("portgroups", "1.24"),
    "nodes/{node}/volume/connectors": ("connectors", "1.32"),
    "nodes/{node}/volume/targets": ("targets", "1.32"),
    "portgroups/{group}/ports": ("ports", "1.24"),
    "portgroups/{group}/ports/detail": ("ports", "1.24"),
}
"""The key of each list, and the first version of its path."""


@pytest.fixture
def node(wire: Wire) -> Node:
    """A node with one of everything, beside another that has the same."""
    _furnish(wire, "n2", OTHER_MAC, "bond1")
    return _furnish(wire, "n1", MAC, "bond0")


def _furnish(wire: Wire, name: str, address: str, group: str) -> Node:
    node = enrol(wire, name=name)
    port(wire, node, address, portgroup_uuid=portgroup(wire, node, name=group)["uuid"])
    connector(wire, node, connector_id=name)
    target(wire, node)
    return node


def whole(wire: Wire, plural: str, node: Node) -> Made:
    """Fetch what the node has of a kind by the list of all."""
    path = f"volume/{plural}" if plural in {"connectors", "targets"} else plural
    found = wire.get(f"/v1/{path}?node={node['uuid']}&detail=true").json[plural]
    assert len(found) == 1
    first: Made = found[0]
    return first


@pytest.mark.parametrize("path", LISTS)
def test_the_parent_may_be_given_by_uuid_or_by_name(wire: Wire, node: Node, path: str) -> None:
    plural, _ = LISTS[path]
    group = wire.get("/v1/portgroups/bond0").json["uuid"]
    for idents in ({"node": node["uuid"], "group": group}, {"node": "n1", "group": "bond0"}):
        found = wire.get("/v1/" + path.format(**idents)).json[plural]
        assert uuids(found) == [whole(wire, plural, node)["uuid"]]
    detail = "" if path.endswith("/detail") else "?detail=true"
    assert wire.get("/v1/" + path.format(**idents) + detail).json[plural] == [whole(wire, plural, node)]


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize("path", LISTS)
def test_what_is_not_there_has_no_list(wire: Wire, path: str) -> None:
    for ident in (MISSING, "nobody"):
        assert wire.get("/v1/" + path.format(node=ident, group=ident)).status == 404


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize("path", LISTS)
def test_each_list_has_its_first_version(wire: Wire, path: str) -> None:
    here, first = "/v1/" + path.format(node="n1", group="bond0"), LISTS[path][1]
    minor = int(first.partition(".")[2])
    assert wire.get(here, version=f"1.{max(minor, 5)}").status == 200
    assert minor == 1 or wire.get(here, version=f"1.{minor - 1}").status == 404


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("nodes/n1/ports?portgroup=bond0", 403),
        ("nodes/n1/ports?shard=s", 403),
        ("nodes/n1/ports?conductor_groups=a", 400),
        ("nodes/n1/ports?unknown=1", 400),
        ("nodes/n1/ports/detail?fields=uuid", 400),
        ("nodes/n1/portgroups?shard=s", 400),
        (f"nodes/n1/portgroups?address={MAC}", 400),
        ("portgroups/bond0/ports?node=n1", 403),
        ("portgroups/bond0/ports?shard=s", 403),
        ("nodes/a%20b/ports", 400),
        ("portgroups/a%20b/ports", 400),
    ],
)
def test_arguments_that_cannot_be_are_refused(wire: Wire, path: str, status: int) -> None:
    assert wire.get(f"/v1/{path}").status == status


@pytest.mark.usefixtures("node")
def test_the_path_goes_before_an_argument_that_names_a_node(wire: Wire) -> None:
    for arguments in ("node=n2", f"node_uuid={MISSING}"):
        assert [each["address"] for each in wire.get(f"/v1/nodes/n1/ports?{arguments}").json["ports"]] == [MAC]
    assert len(wire.get("/v1/nodes/n1/volume/targets?node=n2").json["targets"]) == 1
    assert wire.get(f"/v1/nodes/n1/ports?address={OTHER_MAC}").json == {"ports": []}


def test_a_page_leads_to_the_next_of_the_same_node(wire: Wire, node: Node) -> None:
    more = [port(wire, node, f"52:54:00:00:01:0{number}") for number in range(3)]
    found = listed(wire, "/v1/nodes/n1/ports?limit=1&fields=uuid", plural="ports")
    assert uuids(found) == [whole_port(wire)["uuid"], *uuids(more)]


def whole_port(wire: Wire) -> Made:
    """Fetch the port that the node had first."""
    first: Made = wire.get(f"/v1/ports?address={MAC}").json["ports"][0]
    return first
