"""Hooks turn what a machine reports into ports, properties and traits, and refuse what tells too little."""

from typing import Any

import pytest

from bessemer.rules.inspection.evaluating import Failure
from bessemer.rules.inspection.hooks.table import HOOKS, faults_of_hooks
from tests.unit.inspected import INVENTORY, KNOWN_PORT, MAC, NODE, OTHER, inspected, report

STRANGE = "52:54:00:00:00:99"
LOCAL = {"name": "lo", "mac_address": MAC, "ipv4_address": "127.0.0.1"}
PORTS = ("validate-interfaces", "ports")


def ports_after(**options: Any) -> dict[str, tuple[str, dict[str, Any]]]:
    found = inspected(hooks=PORTS, **options).ports
    return {
        port.address: ("gone" if port.is_gone else "new" if port.uuid is None else "kept", dict(port.fields))
        for port in found
    }


@pytest.mark.parametrize(
    ("add_ports", "expected"),
    [
        ("pxe", {MAC: ("new", {"pxe_enabled": True, "extra": {}})}),
        (
            "active",
            {
                MAC: ("new", {"pxe_enabled": True, "extra": {}}),
                OTHER: ("new", {"pxe_enabled": False, "extra": {"client-id": "ff:01"}}),
            },
        ),
        ("disabled", {}),
    ],
)
def test_interfaces_become_ports(add_ports: str, expected: dict[str, Any]) -> None:
    assert ports_after(add_ports=add_ports, ports=()) == expected


def test_without_a_boot_interface_all_become_ports() -> None:
    body = report(inventory={"boot": {"current_boot_mode": "uefi", "pxe_interface": None}})
    assert ports_after(add_ports="pxe", ports=(), body=body).keys() == {MAC, OTHER}


def test_a_port_that_is_there_is_not_added_again() -> None:
    assert ports_after() == {}


@pytest.mark.parametrize(("keep_ports", "gone"), [("all", set()), ("present", {STRANGE}), ("added", {STRANGE, OTHER})])
def test_ports_that_the_machine_does_not_have_may_go(keep_ports: str, gone: set[str]) -> None:
    there = [KNOWN_PORT, *({**KNOWN_PORT, "uuid": mac, "address": mac} for mac in (OTHER, STRANGE))]
    found = ports_after(keep_ports=keep_ports, ports=there)
    assert {mac for mac, (what, _) in found.items() if what == "gone"} == gone


def test_ports_learn_whether_they_boot() -> None:
    there = [{**KNOWN_PORT, "pxe_enabled": False}]
    assert ports_after(ports=there) == {MAC: ("kept", {"pxe_enabled": True})}
    assert ports_after(ports=there, update_pxe_enabled=False) == {}


@pytest.mark.parametrize(
    ("hooks", "expected"),
    [
        (("architecture",), {"cpu_arch": "x86_64"}),
        (("cpus",), {"cpus": 8}),
        (("memory",), {"memory_mb": 32768}),
        (("boot-mode", "cpu-capabilities"), {"capabilities": "boot_mode:uefi,cpu_vt:true,cpu_aes:true"}),
        (("root-device",), {"local_gb": 499}),
    ],
)
def test_properties(hooks: tuple[str, ...], expected: dict[str, Any]) -> None:
    assert inspected(hooks=hooks).node == {"properties": expected}


def test_traits_of_the_cpu() -> None:
    """R-NT-28: traits may come of an inspection."""
    found = inspected(hooks=("traits",)).traits
    assert set(found or ()) >= {"CUSTOM_OLD", "HW_CPU_X86_AVX2", "HW_CPU_X86_VMX"}


@pytest.mark.parametrize(
    ("hints", "size"),
    [
        ({"size": 100}, 99),
        ({"size": ">= 400"}, 499),
        ({"size": "< 400"}, 99),
        ({"rotational": False}, 99),
        ({"rotational": "true"}, 499),
        ({"model": "fast"}, 99),
        ({"model": "<in> spin"}, 499),
        ({"serial": "<or> X <or> B"}, 99),
        ({"name": "s== /dev/sda"}, 499),
        ({"name": "s!= /dev/sda", "size": "> 1"}, 99),
    ],
)
def test_root_device_hints(hints: dict[str, Any], size: int) -> None:
    found = inspected(hooks=("root-device",), node={**NODE, "properties": {"root_device": hints}})
    assert found.node["properties"]["local_gb"] == size


def test_disks_may_be_left_out_of_the_choice() -> None:
    properties = {"root_device": {"size": "> 1"}, "skip_block_devices": [{"name": "/dev/sda"}]}
    found = inspected(hooks=("root-device",), node={**NODE, "properties": properties})
    assert found.plugin_data["root_disk"]["name"] == "/dev/nvme0n1"


def test_the_one_new_disk_is_the_raid() -> None:
    earlier = {"disks": [INVENTORY["disks"][0]]}
    assert inspected(hooks=("raid-device",), earlier=earlier).node == {"properties": {"root_device": {"serial": "B"}}}
    assert inspected(hooks=("raid-device",), earlier=INVENTORY).node == {}
    assert inspected(hooks=("raid-device",)).node == {}


def test_accelerators_and_other_pci_devices() -> None:
    devices = [
        {"vendor_id": "10de", "product_id": "1eb8", "bus": "0000:01:00.0"},
        {"vendor_id": "8086", "product_id": "1572", "bus": "0000:02:00.0"},
        {"vendor_id": "8086", "product_id": "1572", "bus": "0000:02:00.1"},
        "nonsense",
        {"vendor_id": ["8086"], "product_id": None},
    ]
    found = inspected(
        hooks=("accelerators", "pci-devices"), body=report(pci_devices=devices), pci_aliases={("8086", "1572"): "nic"}
    )
    (accelerator,) = found.node["properties"]["accelerators"]
    assert (accelerator["type"], accelerator["pci_address"]) == ("GPU", "0000:01:00.0")
    assert found.node["properties"]["capabilities"] == "nic:2"


def lldp(*parts: tuple[int, str]) -> dict[str, Any]:
    interfaces = [{"name": "eth0", "mac_address": MAC, "lldp": [list(part) for part in parts]}]
    return report(inventory={"interfaces": interfaces})


def test_switch_ports_are_read_from_what_the_switch_says() -> None:
    body = lldp((1, "0464649b32f300"), (2, "05" + b"Ethernet1/7".hex()), (5, b"switch-1".hex()), (127, "00"))
    (port,) = inspected(hooks=("validate-interfaces", "local-link-connection"), body=body).ports
    assert port.fields["local_link_connection"] == {
        "switch_id": "64:64:9b:32:f3:00",
        "port_id": "Ethernet1/7",
        "switch_info": "switch-1",
    }


@pytest.mark.parametrize(
    "parts",
    [
        (),
        ((1, "zz"),),
        ((1, "04646"),),
        ((2, "0541"),),
        ((1, "0764"), (2, "0541")),
        ((5, "00" * 400), (1, ""), (2, "")),
    ],
)
def test_switches_that_say_nonsense_change_nothing(parts: tuple[tuple[int, str], ...]) -> None:
    assert inspected(hooks=("validate-interfaces", "local-link-connection"), body=lldp(*parts)).ports == ()


def test_physical_networks_follow_the_addresses() -> None:
    hooks = ("validate-interfaces", "physical-network")
    networks = (("198.51.100.0/24", "b"), ("192.0.2.0/24", "a"))
    (port,) = inspected(hooks=hooks, networks=networks).ports
    assert port.fields == {"physical_network": "a"}


def test_extra_hardware_is_brought_into_a_form_that_rules_can_read() -> None:
    data = [["cpu", "physical", "number", "2"], ["disk", "sda", "size", "500 GB"], ["odd"]]
    found = inspected(hooks=("extra-hardware",), body=report(data=data)).plugin_data
    assert found["extra"] == {"cpu": {"physical": {"number": 2}}, "disk": {"sda": {"size": "500 GB"}}}
    assert "data" not in found


@pytest.mark.parametrize(
    ("hook", "body"),
    [
        ("ramdisk-error", report(error="no disks")),
        ("validate-interfaces", report(inventory={"interfaces": []})),
        ("validate-interfaces", report(inventory={"interfaces": [LOCAL]})),
        ("validate-interfaces", report(inventory={"interfaces": [{"name": "\x07", "mac_address": MAC}]})),
        ("architecture", report(inventory={"cpu": None})),
        ("architecture", report(inventory={"cpu": {"architecture": ["x"]}})),
        ("memory", report(inventory={"memory": {"physical_mb": -1}})),
        ("memory", report(inventory={"memory": {"physical_mb": True}})),
        ("memory", report(inventory={"memory": {"physical_mb": 2**70}})),
    ],
)  # fmt: skip
def test_what_tells_too_little_is_refused_by_name(hook: str, body: Any) -> None:
    with pytest.raises(Failure, match=f"the hook {hook} refuses"):
        inspected(hooks=(hook,), body=body)


@pytest.mark.parametrize("hook", sorted(HOOKS))
@pytest.mark.parametrize("nonsense", [None, 3, "x" * 1000, [[]], {"a": {"b": []}}, [None, 1, {}], True, -1.5])
def test_no_nonsense_does_more_than_fail(hook: str, nonsense: Any) -> None:
    names = ("cpu", "memory", "disks", "boot", "pci_devices")
    more = dict.fromkeys(("root_disk", "data", "lldp_raw", "pci_devices"), nonsense)
    interfaces = [
        {"name": "eth0", "mac_address": MAC, "lldp": nonsense, "ipv4_address": nonsense, "client_id": nonsense}
    ]
    body = report(inventory={"interfaces": interfaces, **dict.fromkeys(names, nonsense)}, **more)
    hooks = (*HOOKS[hook].after, hook)
    try:
        found = inspected(hooks=hooks, body=body, earlier={"disks": nonsense})
    except Failure as failure:
        problem = str(failure)
    else:
        problem = "" if set(found.node) <= {"properties"} else f"{found.node} was changed"
    assert "was changed" not in problem


def test_hooks_that_are_unknown_or_too_early_are_told() -> None:
    assert faults_of_hooks(("validate-interfaces", "ports")) == []
    assert len(faults_of_hooks(("ports", "validate-interfaces", "nothing"))) == 2
