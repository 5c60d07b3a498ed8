"""Every resource through openstacksdk."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from openstack import exceptions

from bessemer.testing.builders import change_node
from tests.api.serving import Server

MAC = "52:54:00:00:00:01"
STEP = {"interface": "bios", "step": "apply_configuration", "args": {}}


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of resource, in the SDK's words: its names are not always those of the wire."""

    one: str
    """As in create_node."""
    many: str
    """As in nodes()."""
    made: tuple[dict[str, Any], ...]
    """Three that may stand beside each other."""
    changed: dict[str, Any]
    of_a_node: bool = False


KINDS = {
    kind.many: kind
    for kind in (
        Kind(
            one="node",
            many="nodes",
            made=tuple(
                {"name": f"node-{number}", "driver": "fake-hardware", "resource_class": "large", "extra": {"a": [1]}}
                for number in (1, 2, 3)
            ),
            changed={"name": "changed", "extra": {"a": [1, 2], "b": {}}, "description": "moved", "is_retired": True},
        ),
        Kind(
            one="port",
            many="ports",
            made=tuple({"address": f"52:54:00:00:00:0{number}", "extra": {"a": 1}} for number in (1, 2, 3)),
            changed={"is_pxe_enabled": False, "physical_network": "blue", "name": "left", "extra": {}},
            of_a_node=True,
        ),
        Kind(
            one="port_group",
            many="port_groups",
            made=tuple({"name": f"bond-{number}", "mode": "802.3ad"} for number in (1, 2, 3)),
            changed={"name": "bond", "properties": {"miimon": 100}, "is_standalone_ports_supported": False},
            of_a_node=True,
        ),
        Kind(
            one="chassis",
            many="chassis",
            made=tuple({"description": f"row {row}"} for row in "ABC"),
            changed={"description": "row Z", "extra": {"floor": 2}},
        ),
        Kind(
            one="deploy_template",
            many="deploy_templates",
            made=tuple({"name": f"CUSTOM_{name}", "steps": [{**STEP, "priority": 10}]} for name in "ABC"),
            changed={"name": "CUSTOM_Z", "steps": [{**STEP, "priority": 20}], "extra": {"a": 1}},
        ),
        Kind(
            one="runbook",
            many="runbooks",
            made=tuple({"name": f"nightly-{number}", "steps": [{**STEP, "order": 0}]} for number in (1, 2, 3)),
            changed={"name": "weekly", "public": True, "description": "once a week"},
        ),
        Kind(
            one="volume_connector",
            many="volume_connectors",
            made=tuple({"type": "iqn", "connector_id": f"iqn.2026-11.example:{number}"} for number in (1, 2, 3)),
            changed={"type": "wwnn", "connector_id": "50:06", "extra": {"a": 1}},
            of_a_node=True,
        ),
        Kind(
            one="volume_target",
            many="volume_targets",
            made=tuple({"volume_type": "iscsi", "volume_id": f"v{index}", "boot_index": index} for index in (0, 1, 2)),
            changed={"volume_id": "v9", "boot_index": 9, "properties": {"lun": 1}},
            of_a_node=True,
        ),
    )
}


@pytest.fixture(params=KINDS.values(), ids=list(KINDS))
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each kind in turn."""
    found: Kind = request.param
    return found


@pytest.fixture
def node(sdk: Any, server: Server) -> Any:
    """A node whose power is known to be off."""
    node = sdk.create_node(driver="fake-hardware", name="the-one")
    change_node(server.database, node.id, power_state="power off")
    return node


@pytest.fixture
def three(sdk: Any, kind: Kind, request: pytest.FixtureRequest) -> list[Any]:
    """Three of the kind."""
    belonging = {"node_id": request.getfixturevalue("node").id} if kind.of_a_node else {}
    return [getattr(sdk, f"create_{kind.one}")(**described, **belonging) for described in kind.made]


def ids(found: Iterable[Any]) -> list[str]:
    return [each.id for each in found]


def described_by(resource: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(resource, name) for name in names}


def test_it_is_created_and_shown(sdk: Any, kind: Kind, three: list[Any]) -> None:
    for made, described in zip(three, kind.made, strict=True):
        shown = getattr(sdk, f"get_{kind.one}")(made.id)
        assert described_by(shown, described) == described
        assert shown.created_at


def test_it_is_listed_and_paged(sdk: Any, kind: Kind, three: list[Any]) -> None:
    everything = getattr(sdk, kind.many)
    assert ids(everything()) == ids(three)
    assert ids(everything(limit=2)) == ids(three)  # the SDK asks for page after page
    assert ids(everything(limit=1, paginated=False)) == ids(three[:1])
    assert ids(everything(marker=three[0].id)) == ids(three[1:])
    assert [described_by(each, kind.made[0]) for each in everything(details=True)] == list(kind.made)


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.one != "runbook"], ids=lambda kind: kind.one)
def test_it_is_found(sdk: Any, kind: Kind, three: list[Any]) -> None:
    """The SDK has no find_runbook."""
    find = getattr(sdk, f"find_{kind.one}")
    assert find(three[1].id).id == three[1].id
    assert find(str(uuid4())) is None
    if "name" in kind.made[1]:
        assert find(kind.made[1]["name"]).id == three[1].id


def test_it_is_changed(sdk: Any, kind: Kind, three: list[Any]) -> None:
    update, get = getattr(sdk, f"update_{kind.one}"), getattr(sdk, f"get_{kind.one}")
    assert described_by(update(three[0], **kind.changed), kind.changed) == kind.changed
    assert described_by(get(three[0].id), kind.changed) == kind.changed
    patch = [{"op": "add", "path": "/extra/patched", "value": [1]}]
    assert getattr(sdk, f"patch_{kind.one}")(three[1].id, patch).extra["patched"] == [1]
    assert described_by(get(three[2].id), kind.made[2]) == kind.made[2]


def test_what_is_set_can_be_unset(sdk: Any, kind: Kind, three: list[Any]) -> None:
    patch, get = getattr(sdk, f"patch_{kind.one}"), getattr(sdk, f"get_{kind.one}")
    patch(three[0].id, [{"op": "add", "path": "/extra", "value": {"a": 1, "b": {"c": 2}}}])
    assert patch(three[0].id, [{"op": "remove", "path": "/extra/b/c"}]).extra == {"a": 1, "b": {}}
    assert patch(three[0].id, [{"op": "remove", "path": "/extra"}]).extra == {}
    assert get(three[0].id).extra == {}


def test_it_is_deleted(sdk: Any, kind: Kind, three: list[Any]) -> None:
    delete = getattr(sdk, f"delete_{kind.one}")
    delete(three[1].id)
    delete(three[1].id)  # the SDK does not mind
    assert ids(getattr(sdk, kind.many)()) == ids([three[0], three[2]])
    with pytest.raises(exceptions.NotFoundException):
        delete(three[1].id, ignore_missing=False)


def test_nodes_are_filtered(sdk: Any) -> None:
    parent = sdk.create_node(driver="fake-hardware", name="parent", shard="s1", instance_name="web")
    sdk.create_node(driver="fake-hardware", name="child", parent_node=parent.id, resource_class="large")
    busy = sdk.create_node(driver="fake-hardware", name="busy", instance_id=str(uuid4()))
    sdk.set_node_maintenance(busy, "a new fan")
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["parent", "busy"]),
        ({"include_children": True}, ["parent", "child", "busy"]),
        ({"parent_node": parent.id}, ["child"]),
        ({"associated": True}, ["busy"]),
        ({"associated": False}, ["parent"]),
        ({"is_maintenance": True}, ["busy"]),
        ({"instance_id": busy.instance_id}, ["busy"]),
        ({"instance_name": "web"}, ["parent"]),
        ({"shard": "s1"}, ["parent"]),
        ({"driver": "ipmi"}, []),
        ({"provision_state": "enroll"}, ["parent", "busy"]),
        ({"resource_class": "large", "include_children": True}, ["child"]),
        ({"conductor_group": ""}, ["parent", "busy"]),
        ({"fault": "power failure"}, []),
    ]
    for asked, found in cases:
        assert [each.name for each in sdk.nodes(**asked)] == found, asked


def test_only_the_fields_asked_for_are_fetched(sdk: Any, node: Any) -> None:
    [listed] = sdk.nodes(fields=["uuid", "name", "traits"])
    assert (listed.id, listed.name, listed.traits, listed.driver) == (node.id, "the-one", [], None)
    assert sdk.get_node("the-one", fields=["name"]).driver is None


def test_ports_are_filtered(sdk: Any, node: Any) -> None:
    other = sdk.create_node(driver="fake-hardware", name="other", shard="s1")
    group = sdk.create_port_group(node_id=node.id, name="bond")
    sdk.create_port(address=MAC, node_id=node.id, port_group_id=group.id)
    sdk.create_port(address="52:54:00:00:00:02", node_id=other.id)
    for asked in ({"node": "the-one"}, {"node_id": node.id}, {"address": MAC}, {"portgroup": "bond"}):
        assert [port.address for port in sdk.ports(**asked)] == [MAC], asked
    assert [port.address for port in sdk.ports(shard="s1")] == ["52:54:00:00:00:02"]
    assert [found.name for found in sdk.port_groups(node="the-one")] == ["bond"]


def test_volumes_are_filtered(sdk: Any, node: Any) -> None:
    target = sdk.create_volume_target(node_id=node.id, volume_type="iscsi", volume_id="v", boot_index=0)
    connector = sdk.create_volume_connector(node_id=node.id, type="iqn", connector_id="i")
    sdk.create_node(driver="fake-hardware", name="other")
    assert ids(sdk.volume_targets(node="the-one")) == [target.id]
    assert ids(sdk.volume_connectors(node="the-one")) == [connector.id]
    assert ids(sdk.volume_targets(node="other")) == []
    assert ids(sdk.volume_connectors(node="other")) == []


def test_a_node_has_traits(sdk: Any, node: Any) -> None:
    sdk.set_node_traits(node, ["CUSTOM_A", "CUSTOM_B"])
    sdk.add_node_trait(node, "HW_CPU_X86_VMX")
    sdk.remove_node_trait(node, "CUSTOM_A")
    assert sdk.get_node(node.id).traits == ["CUSTOM_B", "HW_CPU_X86_VMX"]
    with pytest.raises(exceptions.BadRequestException):
        sdk.add_node_trait(node, "blue")


def test_a_runbook_has_traits(sdk: Any) -> None:
    runbook = sdk.create_runbook(name="nightly", steps=[{**STEP, "order": 0}])
    sdk.set_runbook_traits(runbook, ["CUSTOM_A", "CUSTOM_B"])
    sdk.add_runbook_trait(runbook, "CUSTOM_C")
    sdk.remove_runbook_trait(runbook, "CUSTOM_A")
    assert sdk.get_runbook(runbook.id).traits == ["CUSTOM_B", "CUSTOM_C"]


def test_a_node_goes_into_maintenance_and_back(sdk: Any, node: Any) -> None:
    shown = sdk.set_node_maintenance(node, "a new fan")
    assert (shown.is_maintenance, shown.maintenance_reason) == (True, "a new fan")
    shown = sdk.unset_node_maintenance("the-one")
    assert (shown.is_maintenance, shown.maintenance_reason) == (False, None)


def test_a_node_made_by_an_old_version_is_available(sdk: Any) -> None:
    node = sdk.create_node(driver="fake-hardware", provision_state="available")
    assert sdk.get_node(node.id).provision_state == "available"


def test_a_node_fresh_from_the_lorry_has_no_records_yet(sdk: Any, node: Any) -> None:
    assert sdk.list_node_firmware(node) == {"firmware": []}
    with pytest.raises(exceptions.NotFoundException):
        sdk.get_node_inventory(node)


def test_conductors_are_listed_and_shown(sdk: Any) -> None:
    [conductor] = sdk.conductors()
    assert conductor.alive is True
    assert "fake-hardware" in sdk.get_conductor(conductor.hostname).drivers
    assert [each.drivers for each in sdk.conductors(detail=True)] == [sdk.get_conductor(conductor.hostname).drivers]


def test_a_refusal_says_why(sdk: Any, node: Any) -> None:
    with pytest.raises(exceptions.ConflictException, match="name"):
        sdk.create_node(driver="fake-hardware", name="the-one")
    with pytest.raises(exceptions.BadRequestException, match="no-such-driver"):
        sdk.create_node(driver="no-such-driver")
    with pytest.raises(exceptions.NotFoundException, match="nobody"):
        sdk.get_node("nobody")
