"""Ports and port groups through the Python library of python-ironicclient."""

from typing import Any
from uuid import uuid4

import pytest
from ironicclient import exc

from tests.api.clients.phrases import removed, set_to

MAC = "52:54:00:00:00:01"
OTHER_MAC = "52:54:00:00:00:02"


@pytest.fixture
def node(ironic: Any) -> Any:
    """A node."""
    return ironic.node.create(driver="fake-hardware", name="the-one")


@pytest.fixture
def other_node(ironic: Any) -> Any:
    """A second node."""
    return ironic.node.create(driver="fake-hardware", name="other", shard="s1")


def addresses(found: list[Any]) -> list[str]:
    return [each.address for each in found]


def test_all_that_describes_a_port_comes_back(ironic: Any, node: Any) -> None:
    group = ironic.portgroup.create(node_uuid=node.uuid)
    described = {
        "uuid": str(uuid4()),
        "address": "52:54:00:aa:bb:cc",
        "node_uuid": node.uuid,
        "portgroup_uuid": group.uuid,
        "name": "left",
        "description": "the left one",
        "vendor": "Mellanox",
        "category": "fast",
        "physical_network": "blue",
        "pxe_enabled": False,
        "is_smartnic": False,
        "local_link_connection": {"switch_id": "0a:1b:2c:3d:4e:5f", "port_id": "Eth1/7", "switch_info": "sw1"},
        "extra": {"slot": 3},
    }
    ironic.port.create(**{**described, "address": "52:54:00:AA:BB:CC"})
    for ident in (described["uuid"], "left"):
        shown = ironic.port.get(ident).to_dict()
        assert {name: shown[name] for name in described} == described
    assert ironic.port.get_by_address("52:54:00:AA:BB:CC").uuid == described["uuid"]


def test_a_port_needs_an_address_and_a_node(ironic: Any, node: Any) -> None:
    wrong: list[dict[str, Any]] = [
        {"node_uuid": node.uuid},
        {"address": MAC},
        {"address": "no-mac", "node_uuid": node.uuid},
        {"address": MAC, "node_uuid": str(uuid4())},
        {"address": MAC, "node_uuid": node.uuid, "local_link_connection": {"port_id": "1"}},
    ]
    for described in wrong:
        with pytest.raises(exc.BadRequest):
            ironic.port.create(**described)
    assert ironic.port.list() == []


def test_an_address_belongs_to_one_port(ironic: Any, node: Any, other_node: Any) -> None:
    ironic.port.create(address=MAC, node_uuid=node.uuid)
    with pytest.raises(exc.Conflict, match="address"):
        ironic.port.create(address=MAC, node_uuid=other_node.uuid)
    other = ironic.port.create(address=OTHER_MAC, node_uuid=other_node.uuid)
    with pytest.raises(exc.Conflict, match="address"):
        ironic.port.update(other.uuid, set_to(address=MAC))


def test_ports_are_listed_filtered_and_paged(ironic: Any, node: Any, other_node: Any) -> None:
    group = ironic.portgroup.create(node_uuid=node.uuid, name="bond")
    ironic.port.create(address=MAC, node_uuid=node.uuid, portgroup_uuid=group.uuid)
    ironic.port.create(address=OTHER_MAC, node_uuid=other_node.uuid)
    ironic.port.create(address="52:54:00:00:00:03", node_uuid=node.uuid, name="third")
    everything = [MAC, OTHER_MAC, "52:54:00:00:00:03"]
    assert addresses(ironic.port.list()) == everything
    assert addresses(ironic.port.list(sort_key="address", sort_dir="desc")) == everything[::-1]
    assert addresses(ironic.port.list(node="the-one")) == [MAC, "52:54:00:00:00:03"]
    assert addresses(ironic.port.list(node=other_node.uuid)) == [OTHER_MAC]
    assert addresses(ironic.port.list(address=OTHER_MAC.upper())) == [OTHER_MAC]
    assert addresses(ironic.port.list(portgroup="bond")) == [MAC]
    first = ironic.port.list(limit=2)
    assert addresses(first + ironic.port.list(limit=2, marker=first[-1].uuid)) == everything
    assert set(ironic.port.list()[0].to_dict()) == {"uuid", "address", "links"}
    assert set(ironic.port.list(fields=["name", "node_uuid"])[0].to_dict()) == {"name", "node_uuid", "links"}
    assert ironic.port.list(detail=True)[0].to_dict() == ironic.port.get_by_address(MAC).to_dict()
    assert addresses(ironic.node.list_ports(node.uuid)) == [MAC, "52:54:00:00:00:03"]
    assert addresses(ironic.node.list_ports("the-one", limit=1)) == [MAC]
    assert ironic.node.list_ports(node.uuid, detail=True)[1].name == "third"
    with pytest.raises(exc.NotFound):
        ironic.port.list(node="nobody")


PORT_SETTABLE: dict[str, tuple[Any, Any]] = {
    "name": ("left", None),
    "description": ("the left one", None),
    "vendor": ("Intel", None),
    "category": ("fast", None),
    "physical_network": ("blue", None),
    "extra": ({"a": 1}, {}),
    "local_link_connection": ({"switch_id": "0a:1b:2c:3d:4e:5f", "port_id": "7"}, {}),
    "is_smartnic": (True, False),
    "pxe_enabled": (False, True),
}


@pytest.mark.parametrize("name", PORT_SETTABLE)
def test_a_field_of_a_port_is_set_and_unset(ironic: Any, node: Any, name: str) -> None:
    value, nothing = PORT_SETTABLE[name]
    port = ironic.port.create(address=MAC, node_uuid=node.uuid)
    assert getattr(ironic.port.update(port.uuid, set_to(**{name: value})), name) == value
    assert getattr(ironic.port.get(port.uuid), name) == value
    ironic.port.update(port.uuid, removed(name))
    assert getattr(ironic.port.get(port.uuid), name) == nothing


def test_a_port_moves_into_a_group_and_out(ironic: Any, node: Any) -> None:
    group = ironic.portgroup.create(node_uuid=node.uuid)
    port = ironic.port.create(address=MAC, node_uuid=node.uuid)
    ironic.port.update(port.uuid, set_to(portgroup_uuid=group.uuid))
    assert addresses(ironic.portgroup.list_ports(group.uuid)) == [MAC]
    ironic.port.update(port.uuid, removed("portgroup_uuid"))
    assert ironic.portgroup.list_ports(group.uuid) == []


def test_a_port_is_deleted_alone_or_with_its_node(ironic: Any, node: Any) -> None:
    port = ironic.port.create(address=MAC, node_uuid=node.uuid)
    ironic.port.create(address=OTHER_MAC, node_uuid=node.uuid)
    ironic.port.delete(port.uuid)
    with pytest.raises(exc.NotFound):
        ironic.port.delete(port.uuid)
    assert addresses(ironic.port.list()) == [OTHER_MAC]
    ironic.node.delete(node.uuid)
    assert ironic.port.list() == []


def test_all_that_describes_a_port_group_comes_back(ironic: Any, node: Any) -> None:
    described = {
        "uuid": str(uuid4()),
        "address": MAC,
        "node_uuid": node.uuid,
        "name": "bond-0",
        "mode": "802.3ad",
        "properties": {"miimon": 100},
        "standalone_ports_supported": False,
        "physical_network": "blue",
        "category": "fast",
        "extra": {"a": [1]},
    }
    ironic.portgroup.create(**described)
    for ident in (described["uuid"], "bond-0"):
        shown = ironic.portgroup.get(ident).to_dict()
        assert {name: shown[name] for name in described} == described
    assert ironic.portgroup.get_by_address(MAC).uuid == described["uuid"]


def test_port_groups_are_listed_filtered_and_paged(ironic: Any, node: Any, other_node: Any) -> None:
    for name, owner in (("a", node), ("b", other_node), ("c", node)):
        ironic.portgroup.create(node_uuid=owner.uuid, name=name)
    assert [each.name for each in ironic.portgroup.list()] == ["a", "b", "c"]
    assert [each.name for each in ironic.portgroup.list(node="the-one")] == ["a", "c"]
    assert [each.name for each in ironic.portgroup.list(shards=["s1"])] == ["b"]
    assert [each.name for each in ironic.portgroup.list(sort_key="name", sort_dir="desc", limit=2)] == ["c", "b"]
    first = ironic.portgroup.list(limit=1)
    assert [each.name for each in ironic.portgroup.list(marker=first[0].uuid)] == ["b", "c"]
    assert set(first[0].to_dict()) == {"uuid", "address", "name", "links"}
    assert set(ironic.portgroup.list(fields=["mode"])[0].to_dict()) == {"mode", "links"}
    assert ironic.portgroup.list(detail=True)[0].to_dict() == ironic.portgroup.get("a").to_dict()


GROUP_SETTABLE: dict[str, tuple[Any, Any]] = {
    "address": (MAC, None),
    "name": ("bond-1", None),
    "physical_network": ("blue", None),
    "category": ("fast", None),
    "extra": ({"a": 1}, {}),
    "properties": ({"miimon": 100}, {}),
    "standalone_ports_supported": (False, True),
}


@pytest.mark.parametrize("name", GROUP_SETTABLE)
def test_a_field_of_a_port_group_is_set_and_unset(ironic: Any, node: Any, name: str) -> None:
    value, nothing = GROUP_SETTABLE[name]
    group = ironic.portgroup.create(node_uuid=node.uuid)
    assert getattr(ironic.portgroup.update(group.uuid, set_to(**{name: value})), name) == value
    assert getattr(ironic.portgroup.get(group.uuid), name) == value
    ironic.portgroup.update(group.uuid, removed(name))
    assert getattr(ironic.portgroup.get(group.uuid), name) == nothing


def test_a_port_group_is_deleted_once_it_is_empty(ironic: Any, node: Any) -> None:
    group = ironic.portgroup.create(node_uuid=node.uuid, name="bond")
    port = ironic.port.create(address=MAC, node_uuid=node.uuid, portgroup_uuid=group.uuid)
    with pytest.raises(exc.BadRequest):
        ironic.portgroup.delete("bond")
    ironic.port.delete(port.uuid)
    ironic.portgroup.delete("bond")
    with pytest.raises(exc.NotFound):
        ironic.portgroup.get(group.uuid)
