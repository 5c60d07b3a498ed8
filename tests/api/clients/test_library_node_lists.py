"""Lists of nodes through the Python library: short and long, sorted, paged and filtered."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import pytest
from ironicclient import exc

from tests.api.clients.phrases import enrol, names, set_to
from tests.api.serving import Server


def test_a_list_is_short_unless_detail_is_asked_for(ironic: Any) -> None:
    enrol(ironic, name="the-one", resource_class="large")
    [short] = ironic.node.list()
    [detailed] = ironic.node.list(detail=True)
    assert set(short.to_dict()) == {
        "uuid", "name", "instance_uuid", "power_state", "provision_state", "maintenance", "links",
    }  # fmt: skip
    assert detailed.to_dict() == ironic.node.get("the-one").to_dict()


def test_nodes_come_in_the_order_of_their_making_unless_sorted(ironic: Any) -> None:
    for name, kind in (("b", "x"), ("c", "x"), ("a", "y")):
        enrol(ironic, name=name, resource_class=kind)
    assert names(ironic.node.list()) == ["b", "c", "a"]
    assert names(ironic.node.list(sort_key="name")) == ["a", "b", "c"]
    assert names(ironic.node.list(sort_key="name", sort_dir="desc")) == ["c", "b", "a"]
    assert names(ironic.node.list(sort_key="resource_class", sort_dir="asc")) == ["b", "c", "a"]
    with pytest.raises(exc.BadRequest):
        ironic.node.list(sort_key="extra")


def test_a_list_is_read_page_by_page(ironic: Any) -> None:
    for number in range(5):
        enrol(ironic, name=f"n{number}")
    first = ironic.node.list(limit=2)
    second = ironic.node.list(limit=2, marker=first[-1].uuid)
    last = ironic.node.list(limit=2, marker=second[-1].uuid)
    assert names(first + second + last) == ["n0", "n1", "n2", "n3", "n4"]
    assert ironic.node.list(limit=2, marker=last[-1].uuid) == []
    with pytest.raises(exc.NotFound):
        ironic.node.list(marker=str(uuid4()))


@pytest.mark.parametrize("how", [{}, {"detail": True}, {"fields": ["uuid", "name"]}, {"sort_key": "name"}])
def test_the_library_follows_links_through_a_filtered_list(
    start_server: Callable[[Mapping[str, str]], Server], connect: Callable[..., Any], how: dict[str, Any]
) -> None:
    ironic = connect(start_server({"OS_API__MAX_LIMIT": "2"}))
    for number in range(9):
        enrol(ironic, name=f"n{number}", resource_class="even" if number % 2 == 0 else "odd")
    assert names(ironic.node.list(limit=0, resource_class="even", **how)) == ["n0", "n2", "n4", "n6", "n8"]


FILTERS: list[tuple[dict[str, Any], list[str]]] = [
    ({"associated": True}, ["busy"]),
    ({"associated": False}, ["plain", "group", "child-of-plain"]),
    ({"maintenance": True}, ["group"]),
    ({"maintenance": False, "associated": False}, ["plain", "child-of-plain"]),
    ({"retired": True}, ["plain"]),
    ({"provision_state": "enroll"}, ["plain", "busy", "group", "child-of-plain"]),
    ({"provision_state": "active"}, []),
    ({"driver": "fake-hardware"}, ["plain", "busy", "group", "child-of-plain"]),
    ({"driver": "ipmi"}, []),
    ({"resource_class": "large"}, ["busy", "child-of-plain"]),
    ({"conductor_group": ""}, ["plain", "busy", "group", "child-of-plain"]),
    ({"lessee": "project-b"}, ["busy"]),
    ({"shards": ["s1", "s2"]}, ["plain", "group"]),
    ({"shards": ["s2"]}, ["group"]),
    ({"sharded": True}, ["plain", "group"]),
    ({"sharded": False}, ["busy", "child-of-plain"]),
    ({"description_contains": "TOP"}, ["plain"]),
    ({"description_contains": "100%"}, ["busy"]),
    ({"instance_name": "web 1"}, ["busy"]),
    ({"resource_class": "large", "maintenance": True}, []),
    ({"fault": "power failure"}, []),
]


@pytest.mark.parametrize(("asked", "found"), FILTERS, ids=[str(asked) for asked, _ in FILTERS])
def test_a_list_can_be_filtered(ironic: Any, asked: dict[str, Any], found: list[str]) -> None:
    plain = enrol(ironic, name="plain", shard="s1", retired=True, description="near the Top")
    enrol(ironic, name="busy", instance_uuid=str(uuid4()), instance_name="web 1", resource_class="large",
          lessee="project-b", description="100% busy")  # fmt: skip
    enrol(ironic, name="group", shard="s2")
    ironic.node.set_maintenance("group", "on", maint_reason="a new fan")
    enrol(ironic, name="child-of-plain", parent_node=plain.uuid, resource_class="large")
    assert names(ironic.node.list(include_children=True, **asked)) == found
    assert names(ironic.node.list(**asked)) == [name for name in found if name != "child-of-plain"]


def test_an_owner_can_be_set_and_filtered_by(ironic: Any) -> None:
    enrol(ironic, name="ours")
    enrol(ironic, name="theirs")
    ironic.node.update("theirs", set_to(owner="project-a"))
    assert names(ironic.node.list(owner="project-a")) == ["theirs"]
    assert ironic.node.list(owner="project-z") == []


def test_nodes_are_found_by_the_conductor_that_serves_them(ironic: Any) -> None:
    node = enrol(ironic, name="served")
    assert names(ironic.node.list(conductor=node.conductor)) == ["served"]
    assert ironic.node.list(conductor="another-host") == []


def test_nodes_are_found_by_chassis(ironic: Any) -> None:
    chassis = ironic.chassis.create(description="row B")
    enrol(ironic, name="in", chassis_uuid=chassis.uuid)
    enrol(ironic, name="out")
    assert names(ironic.node.list(chassis=chassis.uuid)) == ["in"]
    assert names(ironic.chassis.list_nodes(chassis.uuid)) == ["in"]
    with pytest.raises(exc.NotFound):
        ironic.node.list(chassis=str(uuid4()))


def test_children_are_listed_with_their_parent_only(ironic: Any) -> None:
    parent = enrol(ironic, name="parent")
    child = enrol(ironic, name="child", parent_node="parent")
    assert child.parent_node == parent.uuid
    assert names(ironic.node.list()) == ["parent"]
    assert names(ironic.node.list(parent_node=parent.uuid)) == ["child"]
    assert ironic.node.list_children_of_node("parent") == [child.uuid]
    assert ironic.node.list_children_of_node(child.uuid) == []


def test_an_older_client_sees_what_it_knows(server: Server, connect: Callable[..., Any]) -> None:
    old = connect(server, "1.9")
    node = old.node.create(driver="fake-hardware", name="from-1.9")
    assert node.provision_state == "available"
    assert not hasattr(node, "traits")
    assert names(old.node.list(provision_state="available")) == ["from-1.9"]
