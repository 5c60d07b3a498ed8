"""The stock `baremetal` command leads a machine through its life and waits for each verb to be done."""

import json
import shlex
from pathlib import Path

import pytest

from bessemer.testing.builders import add_node
from tests.acceptance.site import wait_for
from tests.api.clients.commands import Baremetal, CommandFailed
from tests.api.serving import Server
from tests.api.wire import Answer

N = "rack-b-7"
CLEAN = [{"interface": "raid", "step": "delete_configuration"}]
HOLD = [{"interface": "power", "step": "hold"}, *CLEAN]


def given(option: str, steps: list[dict[str, str]]) -> str:
    return f"{option} {shlex.quote(json.dumps(steps))}"


def state(baremetal: Baremetal, field: str = "provision_state") -> str:
    return str(baremetal.json(f"node show {N} --fields {field}")[field])


def reach(baremetal: Baremetal, verb: str, *arguments: str) -> None:
    """Ask for a verb and wait as the command does, which looks every ten seconds."""
    baremetal(f"node {verb} {N} {' '.join(arguments)} --wait 60")


def becomes(baremetal: Baremetal, wanted: str) -> None:
    """Look more often than the command does."""
    wait_for(lambda: state(baremetal), lambda found: found == wanted)


def test_a_machine_is_managed_provided_deployed_and_taken_back(baremetal: Baremetal) -> None:
    baremetal(f"node create --driver fake-hardware --name {N}")
    for verb in ("manage", "inspect", "provide", "deploy", "rebuild"):
        reach(baremetal, verb)
    assert state(baremetal) == "active"
    reach(baremetal, "rescue", "--rescue-password squeamish")
    assert state(baremetal) == "rescue"
    reach(baremetal, "unrescue")
    reach(baremetal, "undeploy")
    assert state(baremetal) == "available"
    baremetal(f"node manage {N}")
    reach(baremetal, "adopt")
    assert state(baremetal) == "active"


def test_steps_run_are_held_go_on_and_are_aborted(baremetal: Baremetal, embedded_server: Server) -> None:
    add_node(embedded_server.database, name=N, provision_state="manageable")
    reach(baremetal, "clean", given("--clean-steps", CLEAN))
    assert state(baremetal) == "manageable"
    baremetal(f"node clean {N} {given('--clean-steps', HOLD)}")
    becomes(baremetal, "clean hold")
    baremetal(f"node unhold {N}")
    becomes(baremetal, "manageable")
    baremetal(f"node clean {N} {given('--clean-steps', HOLD)}")
    becomes(baremetal, "clean hold")
    baremetal(f"node abort {N}")
    becomes(baremetal, "clean failed")
    assert "aborted" in state(baremetal, "last_error")


def test_a_machine_is_serviced(baremetal: Baremetal, embedded_server: Server) -> None:
    add_node(embedded_server.database, name=N, provision_state="active")
    reach(baremetal, "service", given("--service-steps", CLEAN))
    assert state(baremetal) == "active"


def test_a_failure_is_told_to_whoever_waits(baremetal: Baremetal, embedded_server: Server) -> None:
    add_node(embedded_server.database, name=N, driver_info={"fake_fail_at": "deploy.deploy"})
    with pytest.raises(CommandFailed, match=r"deploy failed.*deploy\.deploy"):
        reach(baremetal, "deploy")
    baremetal(f"node undeploy {N}")
    becomes(baremetal, "available")


def test_power_and_boot_are_switched(baremetal: Baremetal, embedded_server: Server) -> None:
    add_node(embedded_server.database, name=N, provision_state="manageable")
    for command, power in (("power on", "power on"), ("reboot", "power on"), ("power off", "power off")):
        baremetal(f"node {command} {N}")
        wait_for(lambda: baremetal.json(f"node show {N}"), lambda node: node["target_power_state"] is None)
        assert state(baremetal, "power_state") == power
    baremetal(f"node reboot {N} --soft --power-timeout 60")
    wait_for(lambda: state(baremetal, "power_state"), lambda found: found == "power on")
    baremetal(f"node boot device set {N} pxe --persistent")
    assert baremetal.json(f"node boot device show {N}") == {"boot_device": "pxe", "persistent": True}
    assert "pxe" in baremetal(f"node boot device show {N} --supported")
    baremetal(f"node boot mode set {N} uefi")
    wait_for(lambda: state(baremetal, "boot_mode"), lambda found: found == "uefi")
    baremetal(f"node secure boot on {N}")
    wait_for(lambda: state(baremetal, "secure_boot"), lambda found: found == "True")
    baremetal(f"node inject nmi {N}")
    baremetal(f"node console enable {N}")
    wait_for(lambda: baremetal.json(f"node console show {N}")["console_enabled"], bool)
    baremetal(f"node console disable {N}")


def test_a_config_drive_and_raid_are_taken_as_files(
    baremetal: Baremetal, embedded_server: Server, tmp_path: Path
) -> None:
    add_node(embedded_server.database, name=N)
    raid = tmp_path / "raid.json"
    raid.write_text(json.dumps({"logical_disks": [{"size_gb": "MAX", "raid_level": "1"}]}))
    baremetal(f"node set {N} --target-raid-config {raid}")
    assert baremetal.json(f"node show {N}")["target_raid_config"]["logical_disks"][0]["raid_level"] == "1"
    drive = shlex.quote(json.dumps({"meta_data": {"hostname": "web"}}))
    baremetal(f"node deploy {N} --config-drive {drive}")
    becomes(baremetal, "active")
    assert baremetal.json(f"node show {N}")["instance_info"]["configdrive"] == "******"


def test_the_step_that_runs_is_shown_from_its_version_on(embedded_server: Server) -> None:
    """R-DS-15, R-DS-28, R-DS-29: 1.44; older versions show the keys of driver_internal_info all the same."""
    wire = embedded_server.wire
    made = wire.post("/v1/nodes", {"driver": "fake-hardware", "driver_info": {"fake_wait_at": "deploy.deploy"}})
    path = f"/v1/nodes/{made.json['uuid']}"

    def provision(target: str, reached: str) -> Answer:
        assert wire.put(f"{path}/states/provision", {"target": target}).status == 202
        found: Answer = wait_for(lambda: wire.get(path), lambda answer: answer.json["provision_state"] == reached)
        return found

    provision("manage", "manageable")
    provision("provide", "available")
    during = provision("active", "wait call-back").json
    assert during["deploy_step"]["step"] == "deploy"
    older = wire.get(path, version="1.43").json
    assert "deploy_step" not in older
    assert older["driver_internal_info"]["deploy_step_index"] == 0
    provision("abort", "deploy failed")
