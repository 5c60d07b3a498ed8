"""One long day with the stock `baremetal` command for each resource."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.testing.builders import add_bios_setting, add_firmware, add_history, add_inventory, change_node
from tests.api.clients.commands import Baremetal, CommandFailed
from tests.api.serving import HOST, Server, surroundings

KINDS = (
    "bios", "boot", "console", "deploy", "firmware", "inspect", "management",
    "network", "power", "raid", "rescue", "storage", "vendor",
)  # fmt: skip
MAC = "52:54:00:00:00:01"


def test_a_node_from_its_enrolment_to_its_end(baremetal: Baremetal) -> None:
    node = baremetal.json(
        "node create --driver fake-hardware --name rack-b.7 --resource-class large --owner project-a "
        "--property cpus=4 --property memory_mb=4096 --extra rack=B --driver-info ipmi_password=squeamish "
        "--lessee project-b --shard s1 --description 'third from the top' --instance-name web --no-automated-clean"
    )
    assert (node["name"], node["provision_state"], node["owner"]) == ("rack-b.7", "enroll", "project-a")
    assert node["driver_info"] == {"ipmi_password": "******"}
    baremetal(
        "node set rack-b.7 --name rack-c.1 --property cpus=8 --extra unit=7 --retired --retired-reason 'too loud' "
        "--instance-info a=1 --lessee project-c --disable-power-off --automated-clean"
    )
    shown = baremetal.json("node show rack-c.1")
    assert shown["uuid"] == node["uuid"]
    assert (shown["properties"]["cpus"], shown["extra"]) == (8, {"rack": "B", "unit": 7})
    assert (shown["retired"], shown["retired_reason"], shown["lessee"]) == (True, "too loud", "project-c")
    baremetal("node unset rack-c.1 --name --property cpus --retired --lessee --shard --description --owner")
    shown = baremetal.json(f"node show {node['uuid']}")
    assert [shown[name] for name in ("name", "retired", "retired_reason", "lessee", "shard", "owner")] == [
        None, False, None, None, None, None,
    ]  # fmt: skip
    assert shown["properties"] == {"memory_mb": 4096}
    with pytest.raises(CommandFailed, match="active"):
        baremetal(f"node set {node['uuid']} --protected")
    baremetal(f"node delete {node['uuid']}")
    assert baremetal.json("node list") == []
    with pytest.raises(CommandFailed, match=node["uuid"]):
        baremetal(f"node show {node['uuid']}")


def test_every_interface_of_a_node(baremetal: Baremetal) -> None:
    chosen = {kind: "noop" if kind in {"network", "storage"} else "fake" for kind in KINDS}
    options = " ".join(f"--{kind}-interface {name}" for kind, name in chosen.items())
    node = baremetal.json(f"node create --driver fake-hardware --name n {options}")
    assert {kind: node[f"{kind}_interface"] for kind in KINDS} == chosen
    baremetal("node set n --bios-interface no-bios --raid-interface no-raid")
    assert baremetal.json("node show n --fields bios_interface raid_interface") == {
        "bios_interface": "no-bios",
        "raid_interface": "no-raid",
    }
    baremetal("node set n --reset-bios-interface")
    baremetal("node unset n --raid-interface")
    assert baremetal.json("node show n --fields bios_interface raid_interface") == {
        "bios_interface": "fake",
        "raid_interface": "fake",
    }
    with pytest.raises(CommandFailed, match="no-such-thing"):
        baremetal("node set n --power-interface no-such-thing")


def test_lists_of_nodes(baremetal: Baremetal) -> None:
    for name, more in (("a", "--shard s1 --resource-class large"), ("b", "--owner project-a"), ("c", "--shard s2")):
        baremetal(f"node create --driver fake-hardware --name {name} {more}")
    baremetal("node create --driver fake-hardware --name child --parent-node a")
    baremetal("node set b --instance-uuid 5a9f1a3e-16ac-4d8f-8a2b-0a1a52b6f5b5")
    baremetal("node maintenance set c --reason 'a new fan'")
    cases = {
        "": ["a", "b", "c"],
        "--include-children": ["a", "b", "c", "child"],
        f"--parent-node {baremetal.json('node show a')['uuid']}": ["child"],
        "--maintenance": ["c"],
        "--no-maintenance": ["a", "b"],
        "--associated": ["b"],
        "--unassociated": ["a", "c"],
        "--resource-class large": ["a"],
        "--owner project-a": ["b"],
        "--shards s1 s2": ["a", "c"],
        "--unsharded": ["b"],
        "--provision-state enroll --sort name:desc": ["c", "b", "a"],
        f"--conductor {HOST} --limit 2": ["a", "b"],
        f"--marker {baremetal.json('node show b')['uuid']}": ["c"],
        "--fault 'power failure'": [],
    }
    for options, found in cases.items():
        listed = baremetal.json(f"node list {options}")
        assert sorted(node["name"] for node in listed) == sorted(found), options
    assert [node["name"] for node in baremetal.json("node list --sort name:desc")] == ["c", "b", "a"]
    assert {node["resource_class"] for node in baremetal.json("node list --long")} == {"large", None}
    assert set(baremetal.json("node list --fields uuid name traits power_interface")[0]) == {
        "uuid", "name", "traits", "power_interface",
    }  # fmt: skip
    assert [each["name"] for each in baremetal.json("shard list")] != []
    assert baremetal("node children list a")


def test_traits_of_a_node(baremetal: Baremetal) -> None:
    baremetal("node create --driver fake-hardware --name n")
    baremetal("node add trait n CUSTOM_RED HW_CPU_X86_VMX CUSTOM_BLUE")
    assert baremetal("node trait list n -f value").split() == ["CUSTOM_BLUE", "CUSTOM_RED", "HW_CPU_X86_VMX"]
    baremetal("node remove trait n CUSTOM_RED")
    assert baremetal.json("node list --fields name traits") == [
        {"name": "n", "traits": ["CUSTOM_BLUE", "HW_CPU_X86_VMX"]}
    ]
    assert baremetal.json("node show n --fields traits") == {"traits": ["CUSTOM_BLUE", "HW_CPU_X86_VMX"]}
    baremetal("node remove trait n --all")
    assert baremetal("node trait list n -f value") == ""
    with pytest.raises(CommandFailed, match="blue"):
        baremetal("node add trait n blue")


def test_maintenance_of_a_node(baremetal: Baremetal) -> None:
    baremetal("node create --driver fake-hardware --name n")
    baremetal("node maintenance set n --reason 'a new fan'")
    shown = {"maintenance": True, "maintenance_reason": "a new fan"}
    assert baremetal.json("node show n --fields maintenance maintenance_reason") == shown
    baremetal("node maintenance unset n")
    shown = {"maintenance": False, "maintenance_reason": None}
    assert baremetal.json("node show n --fields maintenance maintenance_reason") == shown


def test_what_is_known_of_a_node(baremetal: Baremetal, embedded_server: Server, tmp_path: Path) -> None:
    uuid = baremetal.json("node create --driver fake-hardware --name n")["uuid"]
    database = embedded_server.database
    event = add_history(database, uuid, "The power could not be switched.")
    add_bios_setting(database, uuid, "virtualization", "on")
    add_firmware(database, uuid, "bmc", current_version="1.1")
    add_inventory(database, uuid, {"cpu": {"count": 4}})
    [listed] = baremetal.json("node history list n")
    assert event in listed.values()
    assert baremetal.json(f"node history get n {event}")["event"] == "The power could not be switched."
    assert len(baremetal.json("node history list n --long")) == 1
    assert baremetal.json("node bios setting list n")[0]["value"] == "on"
    assert baremetal.json("node bios setting list n --long")[0]["name"] == "virtualization"
    assert baremetal.json("node bios setting show n virtualization")["value"] == "on"
    assert baremetal.json("node firmware list n")[0]["current_version"] == "1.1"
    baremetal(f"node inventory save n --file {tmp_path / 'inventory.json'}")
    saved = json.loads((tmp_path / "inventory.json").read_text())
    assert saved["inventory"] == {"cpu": {"count": 4}}


def test_ports(baremetal: Baremetal) -> None:
    node = baremetal.json("node create --driver fake-hardware --name n")["uuid"]
    port = baremetal.json(
        f"port create {MAC} --node {node} --physical-network blue --extra slot=3 --pxe-enabled false "
        "--local-link-connection switch_id=0a:1b:2c:3d:4e:5f --local-link-connection port_id=Eth1/7 --name left"
    )
    assert (port["address"], port["pxe_enabled"], port["physical_network"]) == (MAC, False, "blue")
    baremetal(f"port set {port['uuid']} --pxe-enabled --extra slot=4 --address 52:54:00:00:00:09 --description d")
    baremetal(f"port unset {port['uuid']} --physical-network --extra slot")
    shown = baremetal.json("port show left")
    assert (shown["address"], shown["physical_network"], shown["extra"]) == ("52:54:00:00:00:09", None, {})
    baremetal(f"port create {MAC} --node {node}")
    assert len(baremetal.json("port list --node n")) == 2
    assert [each["address"] for each in baremetal.json(f"port list --address {MAC}")] == [MAC]
    assert [each["address"] for each in baremetal.json("port list --sort address:desc --limit 1")] != [MAC]
    assert len(baremetal.json(f"port list --marker {port['uuid']}")) == 1
    assert baremetal.json("port list --long")[0]["node_uuid"] == node
    assert set(baremetal.json("port list --fields address name")[0].values()) == {"52:54:00:00:00:09", "left"}
    baremetal(f"port delete {port['uuid']}")
    assert len(baremetal.json("port list")) == 1


def test_port_groups(baremetal: Baremetal) -> None:
    node = baremetal.json("node create --driver fake-hardware --name n")["uuid"]
    bond = baremetal.json(
        f"port group create --node {node} --name bond --mode 802.3ad --property miimon=100 --address {MAC}"
    )["uuid"]
    baremetal(f"port create 52:54:00:00:00:02 --node {node} --port-group {bond}")
    assert len(baremetal.json("port list --port-group bond")) == 1
    baremetal("port group set bond --mode balance-rr --extra a=1 --unsupport-standalone-ports")
    baremetal("port group unset bond --address --property miimon")
    shown = baremetal.json("port group show bond")
    assert [shown[name] for name in ("mode", "address", "properties", "extra", "standalone_ports_supported")] == [
        "balance-rr", None, {}, {"a": 1}, False,
    ]  # fmt: skip
    assert [each["name"] for each in baremetal.json("port group list --node n")] == ["bond"]
    assert baremetal.json("port group list --long")[0]["mode"] == "balance-rr"
    with pytest.raises(CommandFailed, match="bond"):
        baremetal("port group delete bond")
    baremetal("port delete " + baremetal.json("port list")[0]["uuid"])
    baremetal("port group delete bond")
    assert baremetal.json("port group list") == []


def test_chassis(baremetal: Baremetal) -> None:
    chassis = baremetal.json("chassis create --description 'row B' --extra floor=2")["uuid"]
    baremetal(f"node create --driver fake-hardware --name n --chassis-uuid {chassis}")
    baremetal(f"chassis set {chassis} --description 'row C' --extra door=left")
    baremetal(f"chassis unset {chassis} --extra floor")
    shown = baremetal.json(f"chassis show {chassis}")
    assert (shown["description"], shown["extra"]) == ("row C", {"door": "left"})
    assert [each["name"] for each in baremetal.json(f"node list --chassis {chassis}")] == ["n"]
    assert [each["description"] for each in baremetal.json("chassis list --long")] == ["row C"]
    with pytest.raises(CommandFailed, match="node"):
        baremetal(f"chassis delete {chassis}")
    baremetal("node unset n --chassis-uuid")
    baremetal(f"chassis delete {chassis}")
    assert baremetal.json("chassis list") == []


def test_deploy_templates(baremetal: Baremetal) -> None:
    """R-DT-30, R-DT-31."""
    steps = '[{"interface": "bios", "step": "factory_reset", "args": {}, "priority": 10}]'
    baremetal(f"deploy template create CUSTOM_FAST --steps '{steps}' --extra by=me")
    baremetal("deploy template set CUSTOM_FAST --name CUSTOM_SLOW --extra a=1")
    baremetal("deploy template unset CUSTOM_SLOW --extra by")
    shown = baremetal.json("deploy template show CUSTOM_SLOW")
    assert (shown["extra"], shown["steps"]) == ({"a": 1}, json.loads(steps))
    assert [each["name"] for each in baremetal.json("deploy template list --long")] == ["CUSTOM_SLOW"]
    baremetal("deploy template delete CUSTOM_SLOW")
    assert baremetal.json("deploy template list") == []


def test_steps_of_a_template_come_from_a_file_of_either_form_too(baremetal: Baremetal, tmp_path: Path) -> None:
    """R-DT-31."""
    steps = [{"interface": "bios", "step": "factory_reset", "args": {}, "priority": 10}]
    as_json, as_yaml = tmp_path / "steps.json", tmp_path / "steps.yaml"
    as_json.write_text(json.dumps(steps))
    as_yaml.write_text("- interface: bios\n  step: factory_reset\n  args: {}\n  priority: 10\n")
    for name, file in (("CUSTOM_JSON", as_json), ("CUSTOM_YAML", as_yaml)):
        baremetal(f"deploy template create {name} --steps {file}")
        assert baremetal.json(f"deploy template show {name}")["steps"] == steps
        baremetal(f"deploy template set {name} --steps {file}")
        baremetal(f"deploy template delete {name}")


def test_steps_of_a_template_are_read_from_standard_input(embedded_server: Server) -> None:
    """R-DT-31."""
    steps = [{"interface": "bios", "step": "factory_reset", "args": {}, "priority": 10}]
    shell = [sys.executable, "-W", "ignore", "-m", "openstackclient.shell"]
    command = [*shell, "baremetal", "deploy", "template", "create"]
    done = subprocess.run(
        [*command, "CUSTOM_STDIN", "--steps", "-", "-f", "json"],
        env={**surroundings(), "OS_AUTH_TYPE": "none", "OS_ENDPOINT": embedded_server.url},
        input=json.dumps(steps).encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["name"] == "CUSTOM_STDIN"
    assert embedded_server.wire.get("/v1/deploy_templates/CUSTOM_STDIN").json["steps"] == steps


def test_runbooks(baremetal: Baremetal) -> None:
    steps = '[{"interface": "bios", "step": "factory_reset", "args": {}, "order": 1}]'
    baremetal(f"runbook create --name nightly --steps '{steps}' --description 'at night' --extra by=me --public")
    baremetal("runbook set nightly --name weekly --extra a=1")
    baremetal("runbook unset weekly --extra by --description")
    shown = baremetal.json("runbook show weekly")
    assert [shown[name] for name in ("public", "extra", "description")] == [True, {"a": 1}, None]
    baremetal("runbook trait add weekly CUSTOM_A CUSTOM_B")
    baremetal("runbook trait remove weekly CUSTOM_A")
    assert baremetal("runbook trait list weekly -f value").split() == ["CUSTOM_B"]
    assert [each["name"] for each in baremetal.json("runbook list --long")] == ["weekly"]
    baremetal("runbook delete weekly")
    assert baremetal.json("runbook list") == []


def test_volumes(baremetal: Baremetal, embedded_server: Server) -> None:
    node = baremetal.json("node create --driver fake-hardware --name n")["uuid"]
    change_node(embedded_server.database, node, power_state="power off")
    connector = baremetal.json(f"volume connector create --node {node} --type iqn --connector-id iqn.2026:1")["uuid"]
    target = baremetal.json(
        f"volume target create --node {node} --type iscsi --volume-id v1 --boot-index 0 --property auth_password=x"
    )["uuid"]
    baremetal(f"volume connector set {connector} --connector-id iqn.2026:2 --extra a=1")
    baremetal(f"volume connector unset {connector} --extra a")
    shown = baremetal.json(f"volume connector show {connector}")
    assert (shown["connector_id"], shown["extra"]) == ("iqn.2026:2", {})
    baremetal(f"volume target set {target} --boot-index 1 --property lun=2")
    baremetal(f"volume target unset {target} --property lun")
    shown = baremetal.json(f"volume target show {target}")
    assert (shown["boot_index"], shown["properties"]) == (1, {"auth_password": "******"})
    for kind, uuid in (("connector", connector), ("target", target)):
        assert [each["uuid"] for each in baremetal.json(f"volume {kind} list --node n")] == [uuid]
        assert [each["uuid"] for each in baremetal.json(f"volume {kind} list --long")] == [uuid]
        baremetal(f"volume {kind} delete {uuid}")
        assert baremetal.json(f"volume {kind} list") == []


def test_conductors(baremetal: Baremetal) -> None:
    [conductor] = baremetal.json("conductor list --long")
    assert (conductor["hostname"], conductor["alive"]) == (HOST, True)
    assert baremetal.json(f"conductor show {HOST}")["drivers"] == conductor["drivers"]


def test_the_openstack_command_speaks_to_it_too(embedded_server: Server, tmp_path: Path) -> None:
    where = {"OS_AUTH_TYPE": "none", "OS_ENDPOINT": embedded_server.url, "HOME": str(tmp_path)}
    command = [sys.executable, "-W", "ignore", "-m", "openstackclient.shell", "baremetal", "node", "create"]
    done = subprocess.run(
        [*command, "--driver", "fake-hardware", "--name", "n", "-f", "json"],
        env={**surroundings(), **where},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["provision_state"] == "enroll"
