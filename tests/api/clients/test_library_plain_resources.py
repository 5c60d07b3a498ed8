"""Chassis, deploy templates, runbooks, volume connectors and targets through the Python library."""

from typing import Any
from uuid import uuid4

import msgspec
import pytest
from ironicclient import exc

STEP = {"interface": "bios", "step": "apply_configuration", "args": {"settings": []}}


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of resource: how one is made, what is changed about it, what its list shows."""

    manager: str
    made: tuple[dict[str, Any], ...]
    """Three that may stand beside each other."""
    changed: dict[str, Any]
    cleared: dict[str, Any] = {}
    """Fields that can be removed, with what is then shown."""
    short: frozenset[str]
    of_a_node: bool = False
    sort_key: str = "created_at"


KINDS = {
    kind.manager: kind
    for kind in (
        Kind(
            manager="chassis",
            made=tuple({"description": f"row {row}", "extra": {"floor": 2}} for row in "ABC"),
            changed={"description": "row Z", "extra": {"floor": [1, 2]}},
            cleared={"description": None, "extra": {}},
            short=frozenset({"uuid", "description"}),
            sort_key="description",
        ),
        Kind(
            manager="deploy_template",
            made=tuple(
                {"name": f"CUSTOM_{name}", "steps": [{**STEP, "priority": 150}], "extra": {"by": "me"}}
                for name in ("A", "B", "C")
            ),
            changed={"name": "CUSTOM_Z", "steps": [{**STEP, "step": "factory_reset", "args": {}, "priority": 0}]},
            cleared={"extra": {}},
            short=frozenset({"uuid", "name"}),
            sort_key="name",
        ),
        Kind(
            manager="runbook",
            made=tuple(
                {
                    "name": f"nightly-{number}",
                    "description": "what happens at night",
                    "disable_ramdisk": True,
                    "public": False,
                    "steps": [{**STEP, "order": 1}, {**STEP, "step": "factory_reset", "order": 0}],
                    "extra": {"by": "me"},
                }
                for number in (1, 2, 3)
            ),
            changed={"name": "weekly", "public": True, "steps": [{**STEP, "order": 7}], "description": "weekly"},
            cleared={"extra": {}, "description": None, "public": False, "disable_ramdisk": False},
            short=frozenset({"uuid", "name"}),
            sort_key="name",
        ),
        Kind(
            manager="volume_connector",
            made=tuple({"type": "iqn", "connector_id": f"iqn.2026-11.example:{number}"} for number in (1, 2, 3)),
            changed={"type": "wwpn", "connector_id": "50:06:01:60:3b:a0:44:2f", "extra": {"a": 1}},
            cleared={"extra": {}},
            short=frozenset({"uuid", "node_uuid", "type", "connector_id"}),
            of_a_node=True,
            sort_key="connector_id",
        ),
        Kind(
            manager="volume_target",
            made=tuple(
                {"volume_type": "iscsi", "volume_id": f"volume-{index}", "boot_index": index, "properties": {"lun": 1}}
                for index in (0, 1, 2)
            ),
            changed={"volume_type": "fibre_channel", "volume_id": "volume-9", "boot_index": 9, "extra": {"a": 1}},
            cleared={"extra": {}, "properties": {}},
            short=frozenset({"uuid", "node_uuid", "volume_type", "boot_index", "volume_id"}),
            of_a_node=True,
            sort_key="boot_index",
        ),
    )
}


@pytest.fixture(params=KINDS.values(), ids=list(KINDS))
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each kind in turn."""
    found: Kind = request.param
    return found


@pytest.fixture
def three(ironic: Any, kind: Kind, request: pytest.FixtureRequest) -> list[Any]:
    """Three of the kind; those of a node belong to a node that is powered off."""
    belonging = {"node_uuid": request.getfixturevalue("powered_off_node").uuid} if kind.of_a_node else {}
    return [getattr(ironic, kind.manager).create(**described, **belonging) for described in kind.made]


def uuids(found: list[Any]) -> list[str]:
    return [each.uuid for each in found]


def test_all_that_describes_it_comes_back(ironic: Any, kind: Kind, three: list[Any]) -> None:
    for made, described in zip(three, kind.made, strict=True):
        shown = getattr(ironic, kind.manager).get(made.uuid).to_dict()
        assert shown == made.to_dict()
        assert {name: shown[name] for name in described} == described


def test_it_is_listed_sorted_and_paged(ironic: Any, kind: Kind, three: list[Any]) -> None:
    manager = getattr(ironic, kind.manager)
    first = manager.list(limit=2)
    assert uuids(first) == uuids(three[:2])
    assert uuids(manager.list(limit=2, marker=first[-1].uuid)) == uuids(three[2:])
    assert uuids(manager.list(sort_key=kind.sort_key, sort_dir="desc")) == uuids(three[::-1])
    assert {frozenset(each.to_dict()) for each in manager.list()} == {kind.short | {"links"}}
    assert {frozenset(each.to_dict()) for each in manager.list(fields=["uuid", "extra"])} == {
        frozenset({"uuid", "extra", "links"})
    }
    assert [each.to_dict() for each in manager.list(detail=True)] == [each.to_dict() for each in three]
    with pytest.raises(exc.NotFound):
        manager.list(marker=str(uuid4()))


def test_its_fields_are_set_and_unset(ironic: Any, kind: Kind, three: list[Any]) -> None:
    manager = getattr(ironic, kind.manager)
    uuid = three[0].uuid
    patch = [{"op": "replace", "path": f"/{name}", "value": value} for name, value in kind.changed.items()]
    assert manager.update(uuid, patch).to_dict().items() >= kind.changed.items()
    assert manager.get(uuid).to_dict().items() >= kind.changed.items()
    manager.update(uuid, [{"op": "remove", "path": f"/{name}"} for name in kind.cleared])
    assert manager.get(uuid).to_dict().items() >= kind.cleared.items()
    assert manager.get(three[1].uuid).to_dict() == three[1].to_dict()


def test_it_is_deleted(ironic: Any, kind: Kind, three: list[Any]) -> None:
    manager = getattr(ironic, kind.manager)
    manager.delete(three[1].uuid)
    assert uuids(manager.list()) == [three[0].uuid, three[2].uuid]
    for deed in (manager.get, manager.delete):
        with pytest.raises(exc.NotFound):
            deed(three[1].uuid)


def test_a_uuid_belongs_to_one(ironic: Any, kind: Kind, three: list[Any]) -> None:
    again = {**kind.made[0], "uuid": three[0].uuid}
    if kind.of_a_node:
        again["node_uuid"] = three[0].node_uuid
    with pytest.raises(exc.Conflict):
        getattr(ironic, kind.manager).create(**again)


@pytest.mark.parametrize("manager", ["deploy_template", "runbook"])
def test_templates_and_runbooks_have_names_of_their_own(ironic: Any, manager: str) -> None:
    made = getattr(ironic, manager).create(**KINDS[manager].made[0])
    assert getattr(ironic, manager).get(made.name).uuid == made.uuid
    with pytest.raises(exc.Conflict, match="name"):
        getattr(ironic, manager).create(**KINDS[manager].made[0])
    getattr(ironic, manager).delete(made.name)
    assert getattr(ironic, manager).list() == []


@pytest.mark.parametrize("manager", ["deploy_template", "runbook"])
def test_steps_are_changed_one_at_a_time(ironic: Any, manager: str) -> None:
    made = getattr(ironic, manager).create(**KINDS[manager].made[0])
    at = "priority" if manager == "deploy_template" else "order"
    changed = getattr(ironic, manager).update(
        made.uuid,
        [
            {"op": "replace", "path": f"/steps/0/{at}", "value": 12},
            {"op": "add", "path": "/steps/-", "value": {**STEP, "step": "another", at: 9}},
        ],
    )
    assert {step["step"]: step[at] for step in changed.steps}.items() >= {
        "apply_configuration": 12,
        "another": 9,
    }.items()
    with pytest.raises(exc.BadRequest):
        getattr(ironic, manager).update(made.uuid, [{"op": "replace", "path": "/steps", "value": []}])


def test_a_runbook_has_traits(ironic: Any) -> None:
    runbook = ironic.runbook.create(**KINDS["runbook"].made[0])
    for trait in ("CUSTOM_A", "HW_CPU_X86_VMX", "CUSTOM_A"):
        ironic.runbook.add_trait(runbook.uuid, trait)
    assert ironic.runbook.get_traits("nightly-1") == ["CUSTOM_A", "HW_CPU_X86_VMX"]
    ironic.runbook.remove_trait("nightly-1", "CUSTOM_A")
    assert ironic.runbook.get("nightly-1").traits == ["HW_CPU_X86_VMX"]
    ironic.runbook.remove_all_traits(runbook.uuid)
    assert ironic.runbook.get_traits(runbook.uuid) == []
    with pytest.raises(exc.BadRequest):
        ironic.runbook.add_trait(runbook.uuid, "blue")


def test_a_chassis_with_nodes_is_kept(ironic: Any) -> None:
    chassis = ironic.chassis.create()
    node = ironic.node.create(driver="fake-hardware", chassis_uuid=chassis.uuid)
    with pytest.raises(exc.BadRequest):
        ironic.chassis.delete(chassis.uuid)
    ironic.node.update(node.uuid, [{"op": "remove", "path": "/chassis_uuid"}])
    ironic.chassis.delete(chassis.uuid)
    assert ironic.chassis.list() == []


def test_volumes_are_listed_by_node(ironic: Any, powered_off_node: Any) -> None:
    other = ironic.node.create(driver="fake-hardware", name="other")
    for manager in ("volume_connector", "volume_target"):
        one, two, _ = KINDS[manager].made
        ours = getattr(ironic, manager).create(node_uuid=powered_off_node.uuid, **one)
        theirs = getattr(ironic, manager).create(node_uuid=other.uuid, **two)
        assert uuids(getattr(ironic, manager).list(node=powered_off_node.uuid)) == [ours.uuid]
        assert uuids(getattr(ironic, manager).list(node="other")) == [theirs.uuid]
        assert uuids(getattr(ironic.node, f"list_{manager}s")("other")) == [theirs.uuid]
        assert uuids(getattr(ironic.node, f"list_{manager}s")(other.uuid, detail=True)) == [theirs.uuid]


def test_a_volume_of_a_running_node_is_not_changed(ironic: Any) -> None:
    node = ironic.node.create(driver="fake-hardware")
    target = ironic.volume_target.create(node_uuid=node.uuid, **KINDS["volume_target"].made[0])
    with pytest.raises(exc.BadRequest, match="power"):
        ironic.volume_target.update(target.uuid, [{"op": "replace", "path": "/boot_index", "value": 7}])


def test_secrets_of_a_volume_are_never_shown(ironic: Any, powered_off_node: Any) -> None:
    target = ironic.volume_target.create(
        node_uuid=powered_off_node.uuid,
        volume_type="iscsi",
        volume_id="v",
        boot_index=0,
        properties={"auth_password": "squeamish", "target_lun": 1},
    )
    assert target.properties == {"auth_password": "******", "target_lun": 1}
    assert ironic.volume_target.list(detail=True)[0].properties == target.properties
