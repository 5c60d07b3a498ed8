"""A simulated ramdisk does what it is told, and fails in the way that it is asked for."""

import urllib.error
from typing import Any

import pytest

from bessemer.lab.faults import Faults
from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.machine import Machine
from bessemer.lab.pace import QUICK
from bessemer.lab.rack import RackSettings
from tests.lab.conversation import COMMANDS, GIVEN, VERSIONS, Agent, Line, say
from tests.lab.recorded_server import NODE, TOKEN, RecordedServer
from tests.lab.waiting import until

MAC = "52:54:00:77:00:10"
IMAGE = {"id": "tiny.qcow2", "urls": ["http://a/tiny.qcow2"], "os_hash_algo": "sha256", "os_hash_value": "5f" * 32}
WRITE = {"step": "write_image", "interface": "deploy", "args": {"image_info": IMAGE, "configdrive": "H4sI"}}


def order(lab: LabAgents, name: str, params: object, *, wait: bool = False) -> Any:
    """Give a command, and give the record that is answered."""
    path = f"{COMMANDS}?wait={'true' if wait else 'false'}"
    status, record = say(_agent(lab), Line(about=name, method="POST", path=path, says={"name": name, "params": params}))
    assert status == 200, record
    return record


def do_step(lab: LabAgents, step: object, kind: str = "deploy", *, wait: bool = True) -> Any:
    """Have a step done."""
    return order(lab, f"{kind}.execute_{kind}_step", {**GIVEN, "step": step, f"{kind}_version": VERSIONS}, wait=wait)


def records(lab: LabAgents) -> Any:
    """List all commands."""
    return say(_agent(lab), Line(about="records"))[1]["commands"]


def _agent(lab: LabAgents) -> Agent:
    return Agent(url=lab.callback_url(NODE), token=TOKEN)


def booted(server: RecordedServer, lab: LabAgents, faults: Faults | None = None) -> Machine:
    """Boot a ramdisk, and wait until it can be told something."""
    machine = lab.boot(NODE, [MAC], faults or Faults())
    until(lambda: server.said("/heartbeat/"), "the ramdisk has heartbeat")
    return machine


def test_image_and_config_drive_are_on_the_disk_afterwards(server: RecordedServer, lab: LabAgents) -> None:
    machine = booted(server, lab)
    record = do_step(lab, WRITE)
    assert record["command_status"] == "SUCCEEDED"
    assert record["command_result"]["deploy_step"] == WRITE
    assert record["command_result"]["deploy_result"] == (
        "prepare_image: image (tiny.qcow2) written to device /dev/vda root_uuid=0x00000000"
    )
    assert (machine.image, machine.has_config_drive) == ("tiny.qcow2", True)
    assert order(lab, "standby.get_partition_uuids", {})["command_result"] == {"root uuid": "0x00000000"}


def test_config_drive_that_is_no_text_is_choked_on_as_the_real_agent_does(
    server: RecordedServer, lab: LabAgents
) -> None:
    machine = booted(server, lab)
    args = {"image_info": IMAGE, "configdrive": {"meta_data": {"hostname": "a"}}}
    record = do_step(lab, {"step": "write_image", "interface": "deploy", "args": args})
    assert (record["command_status"], record["command_error"]["type"]) == ("FAILED", "CommandExecutionError")
    assert record["command_error"]["details"] == "'dict' object has no attribute 'lower'"
    assert machine.image is None


def test_node_is_looked_up_again_while_an_image_is_written(server: RecordedServer, lab: LabAgents) -> None:
    booted(server, lab)
    do_step(lab, WRITE)
    assert [f"node_uuid={NODE}" in heard.path for heard in server.said("/v1/lookup")] == [False, True]


def test_end_of_a_step_is_told_by_a_heartbeat(server: RecordedServer, lab: LabAgents) -> None:
    booted(server, lab)
    assert do_step(lab, WRITE, wait=False)["command_status"] == "RUNNING"
    until(lambda: len(server.said("/heartbeat/")) == 2, "the end of the step has been told")
    assert [record["command_status"] for record in records(lab)] == ["SUCCEEDED"]


def test_second_command_is_refused_while_one_is_done(server: RecordedServer) -> None:
    pace = type(QUICK)(least_gap_s=0.05, write_s=30.0)
    with LabAgents(RackSettings(server_url=server.url, pace=pace)) as lab:
        booted(server, lab)
        do_step(lab, WRITE, wait=False)
        says = {"name": "standby.sync", "params": {}}
        status, body = say(_agent(lab), Line(about="busy", method="POST", says=says))
    assert (status, body["faultstring"]) == (409, "Agent is busy: executing command execute_deploy_step")


def test_erasing_takes_the_image_away(server: RecordedServer, lab: LabAgents) -> None:
    machine = booted(server, lab)
    do_step(lab, WRITE)
    do_step(lab, {"step": "erase_devices_metadata"}, "clean")
    assert machine.image is None


@pytest.mark.parametrize(
    ("faults", "status", "error"),
    [
        (Faults(fails={"write_image": "the disk is on fire"}), "FAILED", "Deploy step failed: the disk is on fire"),
        (
            Faults(fails={"execute_deploy_step": "no memory"}),
            "FAILED",
            "Command execution failed: no memory",
        ),
        (Faults(mismatches_in="write_image"), "CLEAN_VERSION_MISMATCH", "Hardware managers version mismatch, reload"),
    ],
)
def test_step_fails_as_it_is_told_to(
    server: RecordedServer, lab: LabAgents, faults: Faults, status: str, error: str
) -> None:
    machine = booted(server, lab, faults)
    record = do_step(lab, WRITE)
    told = f"{record['command_error']['message']}: {record['command_error']['details']}"
    assert record["command_status"] == status
    assert told.startswith(error)
    assert machine.image is None


def test_liar_says_that_another_step_was_done(server: RecordedServer, lab: LabAgents) -> None:
    machine = booted(server, lab, Faults(lies_in="write_image"))
    record = do_step(lab, WRITE)
    assert record["command_status"] == "SUCCEEDED"
    assert record["command_result"]["deploy_step"]["step"] == "another_step"
    assert machine.image is None


def test_machine_that_dies_in_a_step_answers_nothing_more(server: RecordedServer, lab: LabAgents) -> None:
    machine = booted(server, lab, Faults(dies_in="write_image"))
    do_step(lab, WRITE, wait=False)
    until(lambda: machine.statuses("died"), "the machine is dead")
    until(lambda: lab.rack.ramdisk(NODE) is None, "nothing runs on it")
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        records(lab)
    assert (machine.writes_begun, machine.writes_done) == (1, 0)


def test_machine_that_comes_back_knows_nothing_of_before(server: RecordedServer, lab: LabAgents) -> None:
    machine = booted(server, lab, Faults(dies_in="write_image", comes_back=True))
    do_step(lab, WRITE, wait=False)
    until(lambda: machine.boots == 2 and len(server.said("/heartbeat/")) == 2, "it has booted again")
    assert records(lab) == []
    assert do_step(lab, WRITE)["command_status"] == "SUCCEEDED"


def test_step_that_asks_for_a_reboot_gets_it_once_its_end_is_known(server: RecordedServer, lab: LabAgents) -> None:
    machine = booted(server, lab, Faults(reboots_after=frozenset({"erase_devices"})))
    offered = order(lab, "clean.get_clean_steps", GIVEN)["command_result"]["clean_steps"]["GenericHardwareManager"]
    assert [step["step"] for step in offered if step["reboot_requested"]] == ["erase_devices"]
    do_step(lab, {"step": "erase_devices"}, "clean")
    assert records(lab)[-1]["command_status"] == "SUCCEEDED"
    until(lambda: machine.boots == 2, "it has booted again")


def test_silent_ramdisk_says_nothing_and_a_mute_one_never_heartbeats(server: RecordedServer, lab: LabAgents) -> None:
    lab.boot("silent", [MAC], Faults(is_silent=True))
    mute = lab.boot("mute", [MAC], Faults(is_mute=True))
    until(lambda: mute.statuses("lookup") == [200], "the mute one was looked up")
    booted(server, lab)
    assert len(server.said("/v1/lookup")) == 2
    assert len({heard.body["callback_url"] for heard in server.said("/heartbeat/")}) == 1


def test_wrong_token_is_sent_and_never_the_right_one(server: RecordedServer, lab: LabAgents) -> None:
    booted(server, lab, Faults(has_wrong_token=True))
    assert TOKEN not in {heard.body["agent_token"] for heard in server.said("/heartbeat/")}


@pytest.mark.parametrize("command", ["standby.power_off", "standby.run_image", "system.lockdown"])
def test_ramdisk_leaves_when_it_is_sent_away(server: RecordedServer, lab: LabAgents, command: str) -> None:
    booted(server, lab)
    order(lab, command, {})
    until(lambda: lab.rack.ramdisk(NODE) is None, "it is gone")
