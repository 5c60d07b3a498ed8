"""What is asked of an agent when work fails, and what is made of what it reports of erased disks."""

import json
from base64 import b64encode
from typing import Any

import pytest

from bessemer.clients.agent_line import AgentLine, AgentPlace
from bessemer.drivers.agent.commands import command_from_answer
from bessemer.drivers.agent.evidence import evidence_from
from bessemer.drivers.agent.options import LogOptions
from bessemer.drivers.agent.receipts import MOST_BYTES, MOST_TOLD, learned_of_erasing
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.outcome import Done, Evidence
from bessemer.model.secret import Secret
from tests.drivers.tiny_agent import TinyAgent, tiny_agent

TOKEN = "t" * 43
ARCHIVE = bytes(range(256)) * 64
NODE = NodeView(uuid="11111111-2222-4333-8444-555555555555", driver="fake-hardware")


def asked(agent: TinyAgent, url: str, **options: Any) -> tuple[Done, dict[str, Evidence]]:
    """Ask an agent for evidence."""
    agent.token = TOKEN
    place = AgentPlace(url=url, token=Secret(TOKEN), networks=("127.0.0.0/8",))
    outcome = evidence_from(place, LogOptions(**options))
    return outcome, {each.name: each for each in outcome.learned.evidence}


def test_logs_are_kept_as_the_bytes_that_they_are() -> None:
    with tiny_agent() as (agent, url):
        agent.logs = b64encode(ARCHIVE).decode()
        _, found = asked(agent, url)
    assert found["ramdisk-logs.tar.gz"].data == ARCHIVE


def test_results_are_kept_without_the_secrets_of_the_instance() -> None:
    step = {"step": "write_image", "interface": "deploy", "args": {"configdrive": "H4sI-instance-data"}}
    with tiny_agent() as (agent, url):
        agent.commands.append({
            "id": "1", "command_name": "execute_deploy_step", "command_status": "FAILED",
            "command_error": {"message": "Error", "details": "the disk is on fire"},
            "command_result": {"deploy_step": step, "deploy_result": {"admin_password": "geheim"}},
        })  # fmt: skip
        _, found = asked(agent, url)
    text = found["agent-commands.json"].data.decode()
    assert json.loads(text)["commands"][0]["command_error"] == "the disk is on fire"
    assert "instance-data" not in text
    assert "geheim" not in text


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("%%% no Base64 %%%", "not Base64"),
        ("H4sI\u00e4", "not Base64"),
        ("QQ", "not Base64"),
        ("", "no logs"),
        (None, "no logs"),
        (["H4sI"], "no logs"),
        ({"../../etc/passwd": "H4sI"}, "no logs"),
        (b64encode(bytes(3000)).decode(), "3000 bytes"),
        (b64encode(bytes(300_000)).decode(), "larger than"),
    ],
)
def test_what_is_no_archive_of_logs_is_not_kept_and_nothing_fails(told: Any, why: str) -> None:
    with tiny_agent() as (agent, url):
        agent.logs = told
        outcome, found = asked(agent, url, most_bytes=2000)
    assert "ramdisk-logs.tar.gz" not in found
    assert "agent-commands.json" in found
    assert why in outcome.message


def test_an_agent_that_answers_nothing_costs_no_more_than_the_time_for_it() -> None:
    with tiny_agent() as (agent, url):
        agent.before = lambda _: (500, b"[" * 100_000)
        outcome, found = asked(agent, url)
        assert list(found) == ["agent-commands.json"]
        outcome, found = asked(agent, url, limit_s=0.0)
    assert not found
    assert "were over" in outcome.message


def erased(result: Any, disks: Any, status: str = "SUCCEEDED") -> tuple[dict[str, Any], tuple[str, ...]]:
    """Make the receipt of a step that reported something, on a machine that has some disks."""
    with tiny_agent() as (agent, url):
        agent.token, agent.disks = TOKEN, disks
        line = AgentLine(AgentPlace(url=url, token=Secret(TOKEN), networks=("127.0.0.0/8",)))
        command = command_from_answer({
            "id": "7", "command_name": "execute_clean_step", "command_status": status,
            "command_error": None if status == "SUCCEEDED" else {"details": "a bad block"},
            "command_result": {"clean_result": result, "clean_step": {"step": "erase_devices", "interface": "deploy"}},
        })  # fmt: skip
        learned = learned_of_erasing(line, NODE, "erase_devices", command)
    assert len(learned.evidence[0].data) <= MOST_BYTES
    return json.loads(learned.evidence[0].data), learned.told


SDA = {"name": "/dev/sda", "serial": "LABDISK0", "size": 4294967296}


@pytest.mark.parametrize("name", ["sda", "/dev/sda"])
def test_each_disk_that_the_agent_names_is_told_with_what_identifies_it(name: str) -> None:
    receipt, told = erased({name: None, "sdb": None}, [SDA])
    assert receipt["disks"] == [{**SDA, "reported": None}, {"name": "sdb", "reported": None}]
    assert (receipt["node"], receipt["step"], receipt["status"]) == (NODE.uuid, "deploy.erase_devices", "SUCCEEDED")
    assert "The disk /dev/sda (serial LABDISK0) was erased by deploy.erase_devices" in told[0]
    assert len(told) == 2


def test_a_step_that_names_no_disks_is_not_told_as_if_it_had() -> None:
    receipt, told = erased(None, [SDA])
    assert (receipt["disks"], receipt["other_disks_seen"]) == ([], [SDA])
    assert len(told) == 1
    assert "without naming disks" in told[0]


def test_a_failed_step_has_a_receipt_and_nothing_is_told_as_erased() -> None:
    receipt, told = erased({"sda": None}, [SDA], "FAILED")
    assert (receipt["status"], receipt["error"], told) == ("FAILED", "a bad block", ())


@pytest.mark.parametrize("disks", [None, 7, {"a": 1}, [None, [], {"name": {}}, {"name": "sda", "serial": ["x"]}]])
def test_hostile_disks_do_no_harm(disks: Any) -> None:
    receipt, told = erased({"sda\u001b[2J\n\u202e" + "x" * 1000: {"deep": [1]}}, disks)
    assert len(receipt["disks"]) == 1
    assert told[0].isprintable()
    assert len(told[0]) < 400


def test_thousands_of_disks_are_cut() -> None:
    _, told = erased({f"sd{number}": "x" * 200 for number in range(3000)}, [])
    assert len(told) == MOST_TOLD + 1
