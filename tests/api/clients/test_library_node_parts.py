"""What belongs to a node: traits, maintenance, states and the records of what happened, through the library."""

from typing import Any
from uuid import uuid4

import pytest
from ironicclient import exc

from bessemer.store.database import Database
from bessemer.testing.builders import add_bios_setting, add_firmware, add_history, add_inventory


@pytest.fixture
def node(ironic: Any) -> Any:
    """A node."""
    return ironic.node.create(driver="fake-hardware", name="the-one")


def test_traits_are_added_listed_and_removed(ironic: Any, node: Any) -> None:
    """R-NT-24."""
    for trait in ("HW_CPU_X86_AVX2", "CUSTOM_RED", "CUSTOM_RED"):
        ironic.node.add_trait("the-one", trait)
    assert ironic.node.get_traits(node.uuid) == ["CUSTOM_RED", "HW_CPU_X86_AVX2"]
    ironic.node.remove_trait(node.uuid, "CUSTOM_RED")
    assert ironic.node.get_traits("the-one") == ["HW_CPU_X86_AVX2"]
    ironic.node.remove_all_traits("the-one")
    assert ironic.node.get_traits("the-one") == []


def test_setting_traits_replaces_them(ironic: Any, node: Any) -> None:
    ironic.node.set_traits("the-one", ["CUSTOM_A", "CUSTOM_B"])
    ironic.node.set_traits("the-one", ["CUSTOM_C", "CUSTOM_B", "CUSTOM_C"])
    assert ironic.node.get("the-one").traits == ["CUSTOM_B", "CUSTOM_C"]


def test_traits_are_in_lists(ironic: Any, node: Any) -> None:
    ironic.node.create(driver="fake-hardware", name="bare")
    ironic.node.set_traits("the-one", ["CUSTOM_A", "CUSTOM_B"])
    expected = {"the-one": ["CUSTOM_A", "CUSTOM_B"], "bare": []}
    assert {each.name: each.traits for each in ironic.node.list(detail=True)} == expected
    assert {each.name: each.traits for each in ironic.node.list(fields=["name", "traits"])} == expected


@pytest.mark.parametrize("trait", ["blue", "CUSTOM_blue", "CUSTOM_A-B", "HW_NO_SUCH_THING", "CUSTOM_" + "A" * 249])
def test_a_trait_must_be_standard_or_custom(ironic: Any, node: Any, trait: str) -> None:
    with pytest.raises(exc.BadRequest):
        ironic.node.add_trait("the-one", trait)
    with pytest.raises(exc.BadRequest):
        ironic.node.set_traits("the-one", ["CUSTOM_GOOD", trait])
    assert ironic.node.get_traits("the-one") == []


def test_fifty_traits_are_enough_for_a_node(ironic: Any, node: Any) -> None:
    fifty = [f"CUSTOM_{number:02}" for number in range(50)]
    ironic.node.set_traits("the-one", fifty)
    with pytest.raises(exc.BadRequest, match="50"):
        ironic.node.add_trait("the-one", "CUSTOM_ONE_MORE")
    ironic.node.add_trait("the-one", fifty[0])
    assert ironic.node.get_traits("the-one") == fifty


def test_an_absent_trait_cannot_be_removed(ironic: Any, node: Any) -> None:
    with pytest.raises(exc.NotFound, match="CUSTOM_ABSENT"):
        ironic.node.remove_trait("the-one", "CUSTOM_ABSENT")
    with pytest.raises(exc.NotFound):
        ironic.node.get_traits("nobody")


def test_maintenance_is_set_with_a_reason_and_unset(ironic: Any, node: Any) -> None:
    ironic.node.set_maintenance("the-one", "true", maint_reason="a new fan")
    shown = ironic.node.get("the-one")
    assert (shown.maintenance, shown.maintenance_reason) == (True, "a new fan")
    ironic.node.set_maintenance(node.uuid, "false")
    shown = ironic.node.get("the-one")
    assert (shown.maintenance, shown.maintenance_reason) == (False, None)


def test_states_are_shown(ironic: Any, node: Any) -> None:
    states = ironic.node.states("the-one").to_dict()
    assert states == {
        "boot_mode": None,
        "console_enabled": False,
        "last_error": None,
        "power_state": None,
        "provision_state": "enroll",
        "provision_updated_at": None,
        "raid_config": {},
        "secure_boot": None,
        "target_power_state": None,
        "target_provision_state": None,
        "target_raid_config": {},
    }


def test_a_node_fresh_from_the_lorry_has_no_records_yet(ironic: Any, node: Any) -> None:
    assert ironic.node.list_bios_settings("the-one") == []
    assert ironic.node.list_firmware_components("the-one") == []
    assert ironic.node.get_history_list("the-one") == []
    with pytest.raises(exc.NotFound):
        ironic.node.get_inventory("the-one")
    with pytest.raises(exc.NotFound):
        ironic.node.get_bios_setting("the-one", "virtualization")
    with pytest.raises(exc.NotFound):
        ironic.node.get_history_event("the-one", str(uuid4()))


def test_the_history_of_a_node_is_told(ironic: Any, node: Any, database: Database) -> None:
    first = add_history(database, node.uuid, "The power could not be switched.", event_type="power", conductor="here")
    second = add_history(database, node.uuid, "It is on again. " * 40, severity="INFO")
    told = ironic.node.get_history_list("the-one")
    assert [(each["uuid"], each["severity"]) for each in told] == [(first, "ERROR"), (second, "INFO")]
    assert len(told[1]["event"]) < 256
    [detailed, _] = ironic.node.get_history_list(node.uuid, detail=True)
    assert detailed["event_type"] == "power"
    shown = ironic.node.get_history_event("the-one", second)
    assert shown["event"] == "It is on again. " * 40


def test_bios_settings_are_listed_and_shown(ironic: Any, node: Any, database: Database) -> None:
    add_bios_setting(database, node.uuid, "virtualization", "on", allowable_values=["on", "off"])
    add_bios_setting(database, node.uuid, "boot_order", "net,disk")
    listed = ironic.node.list_bios_settings("the-one")
    assert [(each["name"], each["value"]) for each in listed] == [("boot_order", "net,disk"), ("virtualization", "on")]
    assert ironic.node.list_bios_settings(node.uuid, detail=True)[1]["allowable_values"] == ["on", "off"]
    assert ironic.node.list_bios_settings(node.uuid, fields=["value"])[0]["value"] == "net,disk"
    assert ironic.node.get_bios_setting("the-one", "virtualization")["value"] == "on"


def test_firmware_and_inventory_are_shown(ironic: Any, node: Any, database: Database) -> None:
    add_firmware(database, node.uuid, "bmc", initial_version="1.0", current_version="1.1", vendor="Acme")
    add_inventory(database, node.uuid, {"cpu": {"count": 4}}, {"root_disk": "sda"})
    [component] = ironic.node.list_firmware_components("the-one")
    assert component.items() >= {"component": "bmc", "current_version": "1.1", "vendor": "Acme"}.items()
    assert ironic.node.get_inventory("the-one") == {
        "inventory": {"cpu": {"count": 4}},
        "plugin_data": {"root_disk": "sda"},
    }


def test_shards_are_counted(ironic: Any) -> None:
    for shard in ("s1", "s2", "s1"):
        ironic.node.create(driver="fake-hardware", shard=shard)
    assert {shard.name: shard.count for shard in ironic.shard.list()} == {"s1": 2, "s2": 1}


def test_the_conductor_is_listed_and_shown(ironic: Any, node: Any) -> None:
    [listed] = ironic.conductor.list()
    assert listed.alive is True
    assert listed.conductor_group == ""
    shown = ironic.conductor.get(listed.hostname)
    assert "fake-hardware" in shown.drivers
    assert ironic.conductor.list(detail=True)[0].drivers == shown.drivers
    assert set(ironic.conductor.get(listed.hostname, fields=["hostname", "alive"]).to_dict()) == {
        "hostname", "alive", "links",
    }  # fmt: skip
    assert ironic.conductor.list(limit=1, marker=listed.hostname) == []
    with pytest.raises(exc.NotFound):
        ironic.conductor.get("another-host")
