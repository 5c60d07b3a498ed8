"""Nodes through the Python library of python-ironicclient: enrolled, shown, refused and deleted."""

from typing import Any
from uuid import uuid4

import pytest
from ironicclient import exc

from tests.api.clients.phrases import enrol, set_to

INTERFACES = {
    "bios_interface": "no-bios",
    "boot_interface": "fake",
    "console_interface": "no-console",
    "deploy_interface": "fake",
    "firmware_interface": "no-firmware",
    "inspect_interface": "no-inspect",
    "management_interface": "fake",
    "network_interface": "noop",
    "power_interface": "fake",
    "raid_interface": "no-raid",
    "rescue_interface": "no-rescue",
    "storage_interface": "noop",
    "vendor_interface": "no-vendor",
}


DESCRIBED: dict[str, Any] = {
    "automated_clean": True,
    "conductor_group": "",
    "description": "Third from the top, été 🔧",
    "driver_info": {"username": "admin", "address": "10.0.0.7"},
    "extra": {"rack": {"row": "B", "unit": 7}, "tags": ["a", "b"]},
    "instance_name": "web 1",
    "lessee": "project-b",
    "name": "rack-b.7",
    "properties": {"cpu_arch": "x86_64", "memory_mb": 4096, "cpus": 2},
    "resource_class": "baremetal.large",
    "shard": "shard-1",
    "disable_power_off": True,
    "network_data": {
        "links": [{"id": "port-1", "type": "phy", "ethernet_mac_address": "52:54:00:11:22:33"}],
        "networks": [],
        "services": [],
    },
    **INTERFACES,
}


def test_a_node_needs_no_more_than_a_driver(ironic: Any) -> None:
    node = enrol(ironic)
    assert node.provision_state == "enroll"
    assert ironic.node.get(node.uuid).to_dict() == node.to_dict()
    assert node.updated_at is None
    assert node.traits == []


def test_all_that_describes_a_node_comes_back(ironic: Any) -> None:
    uuid = str(uuid4())
    chassis = ironic.chassis.create(description="row B")
    enrol(ironic, uuid=uuid, chassis_uuid=chassis.uuid, **DESCRIBED)
    shown = ironic.node.get(uuid).to_dict()
    expected = {**DESCRIBED, "uuid": uuid, "chassis_uuid": chassis.uuid}
    assert {name: shown[name] for name in expected} == expected


def test_secrets_are_never_shown(ironic: Any) -> None:
    node = enrol(ironic, driver_info={"ipmi_password": "squeamish", "ipmi_username": "ossifrage"})
    assert node.driver_info == {"ipmi_password": "******", "ipmi_username": "ossifrage"}
    patched = ironic.node.update(node.uuid, [{"op": "add", "path": "/driver_info/redfish_password", "value": "x"}])
    assert patched.driver_info["redfish_password"] == "******"
    assert "squeamish" not in str([each.to_dict() for each in ironic.node.list(detail=True)])


def test_a_node_is_found_by_uuid_by_name_and_by_instance(ironic: Any) -> None:
    instance = str(uuid4())
    node = enrol(ironic, name="the-one", instance_uuid=instance)
    assert ironic.node.get("the-one").uuid == node.uuid
    assert ironic.node.get(node.uuid).name == "the-one"
    assert ironic.node.get_by_instance_uuid(instance).uuid == node.uuid
    with pytest.raises(exc.NotFound, match="nobody"):
        ironic.node.get("nobody")
    with pytest.raises(exc.NotFound):
        ironic.node.get_by_instance_uuid(str(uuid4()))


def test_only_the_fields_asked_for_are_shown(ironic: Any) -> None:
    enrol(ironic, name="the-one")
    assert set(ironic.node.get("the-one", fields=["name", "driver", "traits"]).to_dict()) == {
        "name", "driver", "traits", "links",
    }  # fmt: skip
    [listed] = ironic.node.list(fields=["uuid", "name", "traits", "power_interface"])
    assert set(listed.to_dict()) == {"uuid", "name", "traits", "power_interface", "links"}
    with pytest.raises(exc.BadRequest, match="flavour"):
        ironic.node.get("the-one", fields=["flavour"])


def test_a_uuid_a_name_and_an_instance_belong_to_one_node(ironic: Any) -> None:
    instance = str(uuid4())
    node = enrol(ironic, name="the-one", instance_uuid=instance)
    other = enrol(ironic)
    for taken in ({"uuid": node.uuid}, {"name": "the-one"}):
        with pytest.raises(exc.Conflict):
            enrol(ironic, **taken)
    for taken in ({"instance_uuid": instance}, {"name": "the-one"}):
        with pytest.raises(exc.Conflict):
            ironic.node.update(other.uuid, set_to(**taken))


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"driver": "no-such-driver"}, "no-such-driver"),
        ({"name": "not a name"}, "name"),
        ({"uuid": "not-a-uuid"}, "uuid"),
        ({"properties": "many"}, "properties"),
        ({"chassis_uuid": "0f3c4f51-3c48-4d6e-8ba1-4d8a1f6d1a11"}, "[cC]hassis"),
        ({"parent_node": "nobody"}, "nobody"),
        ({"power_interface": "no-such-thing"}, "no-such-thing"),
        ({"conductor_group": "no-such-group"}, "no-such-group"),
    ],
    ids=str,
)
def test_a_refusal_names_what_is_wrong(ironic: Any, wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(exc.BadRequest, match=named):
        ironic.node.create(**{"driver": "fake-hardware", **wrong})
    assert ironic.node.list() == []


def test_a_node_is_deleted(ironic: Any) -> None:
    node = enrol(ironic, name="the-one")
    ironic.node.set_traits("the-one", ["CUSTOM_A"])
    ironic.node.delete("the-one")
    assert ironic.node.list() == []
    for ident in (node.uuid, "the-one"):
        with pytest.raises(exc.NotFound):
            ironic.node.delete(ident)


def test_a_node_with_an_instance_is_kept_outside_maintenance(ironic: Any) -> None:
    node = enrol(ironic, instance_uuid=str(uuid4()))
    with pytest.raises(exc.Conflict):
        ironic.node.delete(node.uuid)
    ironic.node.set_maintenance(node.uuid, "on")
    ironic.node.delete(node.uuid)
    assert ironic.node.list() == []
