"""What is kept of work through the agent that fails, and how a node is left whose cleaning has failed; real engine."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from bessemer.drivers.agent.interface import AgentInterface, configure_agents
from bessemer.drivers.agent.options import AgentOptions, LogOptions
from bessemer.engine.books import Desk
from bessemer.engine.evidence_files import EvidenceFiles, EvidenceLimits
from bessemer.engine.settings import CollectLogs
from bessemer.engine.turns import Turns
from bessemer.model.operation import Kept
from bessemer.store import schema as s
from bessemer.store.upgrading import upgrade
from tests.drivers.agent_rack import Rack
from tests.drivers.test_agent_deploy import TOOK_S
from tests.drivers.tiny_agent import tiny_agent

FAILED = {"details": "the disk is on fire"}
ERASE = [{"interface": "deploy", "step": "erase_devices_metadata", "args": {}}]


class Keeper(Rack):
    """A machine of which evidence is kept."""

    folder: Path

    def keep_in(self, folder: Path, collect: CollectLogs = CollectLogs.ON_FAILURE) -> None:
        """Have an engine that keeps evidence."""
        bench, self.folder = self.bench, folder
        files = EvidenceFiles(folder, bench.host, EvidenceLimits())
        settings = msgspec.structs.replace(bench.desk.settings, collects_logs=collect)
        bench.desk = Desk(settings=settings, loaded=bench.desk.loaded, evidence=files)
        bench.turns = Turns(bench.database, bench.desk, lambda: True, bench.closing)

    def kept(self, row: int) -> dict[str, Kept]:
        """What is known of the files of an operation, by the name that the driver gave them."""
        return {each.name[4:]: each for each in self.bench.operation(row).progress.evidence}

    def data(self, row: int, name: str) -> bytes:
        """Read a file of an operation."""
        return (self.folder / self.bench.operation(row).uuid / self.kept(row)[name].name).read_bytes()

    def clean(self, node: str) -> int:
        """Clean a machine up to where the agent erases."""
        row = self.bench.start("manual clean", node, event="clean", goal="manageable", steps=ERASE, runbook=None)
        self.bench.run()
        self.come_up(node)
        assert self.agent.names()[-1] == "clean.execute_clean_step:erase_devices_metadata"
        return row

    def history(self, node: str) -> list[str]:
        """Read what the history of a node tells."""
        c = s.changes.c
        query = s.changes.select().where(c.subject_uuid == node, c.event.is_not(None)).order_by(c.seq)
        names = [column.name for column in s.changes.columns]
        found = self.bench.database.read(lambda tx: tx.rows(("told of", node), lambda: query))
        return [dict(zip(names, row, strict=True))["event"] for row in found]


@pytest.fixture
def rack(database_url: str, tmp_path: Path) -> Iterator[Keeper]:
    """A machine with an agent, of which evidence is kept when work fails."""
    upgrade(database_url)
    before = AgentInterface.options
    configure_agents(AgentOptions(networks=("127.0.0.0/8",), command_limit_s=5.0, logs=LogOptions(limit_s=5.0)))
    with tiny_agent() as (agent, place):
        rack = Keeper(database_url, agent, place)
        rack.keep_in(tmp_path)
        yield rack
        rack.bench.close()
    configure_agents(before)


def failed_deployment(rack: Keeper) -> tuple[str, int]:
    """Let the image of a deployment fail."""
    node = rack.node()
    rack.agent.steps["deploy"] = []
    row = rack.deploy(node)
    rack.come_up(node)
    rack.agent.end("FAILED", error=FAILED)
    rack.beat(node)
    assert rack.state(node) == "deploy failed"
    return node, row


def test_a_failed_deployment_leaves_logs_and_results(rack: Keeper) -> None:
    node, row = failed_deployment(rack)
    assert set(rack.kept(row)) == {"agent-commands.json", "ramdisk-logs.tar.gz"}
    assert "the disk is on fire" in rack.data(row, "agent-commands.json").decode()
    assert rack.data(row, "ramdisk-logs.tar.gz").startswith(b"\x1f\x8b")
    assert "the disk is on fire" in rack.error(node)
    names = [each["name"] for each in rack.bench.timeline(row)]
    assert names.index("collect evidence") < names.index("clean up after failure")
    (folder,) = rack.folder.iterdir()
    assert [path.stat().st_mode & 0o077 for path in (folder, *folder.iterdir())] == [0, 0, 0]


@pytest.mark.parametrize("answer", [(409, {"faultstring": "busy"}), (500, b"nonsense"), (200, [])])
def test_an_agent_that_gives_no_logs_hides_nothing_and_stops_nothing(rack: Keeper, answer: tuple[int, object]) -> None:
    rack.agent.before = lambda name: answer if name == "log.collect_system_logs" else None
    node, row = failed_deployment(rack)
    assert set(rack.kept(row)) == {"agent-commands.json"}
    assert "the disk is on fire" in rack.error(node)
    assert "Clearing up" not in rack.error(node)
    told = next(each for each in rack.bench.timeline(row) if each["name"] == "collect evidence")
    assert told["outcome"] == "done"
    assert "could not be had" in told["message"]


def test_a_folder_that_cannot_be_written_to_hides_nothing(rack: Keeper) -> None:
    blocked = rack.folder / "a file"
    blocked.write_text("in the way")
    rack.keep_in(blocked)
    node, row = failed_deployment(rack)
    assert not rack.kept(row)
    assert "Clearing up" not in rack.error(node)


def test_nothing_is_collected_where_the_operator_does_not_want_it(rack: Keeper) -> None:
    rack.keep_in(rack.folder, CollectLogs.NEVER)
    _, row = failed_deployment(rack)
    assert not rack.kept(row)
    assert "log.collect_system_logs" not in rack.agent.names()


def test_a_cleaning_that_goes_well_is_collected_from_where_that_is_wanted(rack: Keeper) -> None:
    rack.keep_in(rack.folder, CollectLogs.ALWAYS)
    node = rack.node(provision_state="manageable")
    row = rack.clean(node)
    rack.agent.end()
    rack.beat(node)
    rack.bench.wait(TOOK_S)
    assert rack.state(node) == "manageable"
    assert "ramdisk-logs.tar.gz" in rack.kept(row)


def test_a_failure_without_a_ramdisk_asks_nobody(rack: Keeper) -> None:
    node = rack.node()
    row = rack.deploy(node)
    rack.bench.wait(10_000)
    assert rack.state(node) == "deploy failed"
    assert "collect evidence" not in [each["name"] for each in rack.bench.timeline(row)]


def test_an_erase_step_leaves_a_receipt_and_an_entry_in_the_history(rack: Keeper) -> None:
    node = rack.node(provision_state="manageable")
    row = rack.clean(node)
    rack.agent.end(result={"clean_result": {"sda": None}})
    rack.beat(node)
    rack.bench.wait(TOOK_S)
    assert rack.state(node) == "manageable"
    receipt = json.loads(rack.data(row, "receipt-erase-devices-metadata.json"))
    assert (receipt["node"], receipt["disks"][0]["serial"]) == (node, "LABDISK0")
    sentence = "The disk /dev/sda (serial LABDISK0) was erased by deploy.erase_devices_metadata"
    assert any(sentence in each for each in rack.history(node))
    step = next(each for each in rack.bench.timeline(row) if each["name"] == "deploy.erase_devices_metadata")
    assert sentence in step["message"]


def test_a_node_whose_cleaning_failed_is_offered_to_nobody_until_somebody_acts(rack: Keeper) -> None:
    node = rack.node(provision_state="manageable")
    row = rack.clean(node)
    rack.agent.end("FAILED", error=FAILED)
    rack.beat(node)
    found = rack.bench.read(node)
    assert (found.provision_state, found.maintenance, found.fault) == ("clean failed", True, "clean failure")
    assert "the disk is on fire" in str(found.last_error)
    assert "end the maintenance, then ask for provide" in str(found.last_error)
    assert {"receipt-erase-devices-metadata.json", "ramdisk-logs.tar.gz"} <= set(rack.kept(row))
    assert json.loads(rack.data(row, "receipt-erase-devices-metadata.json"))["status"] == "FAILED"
    assert not any("was erased" in each for each in rack.history(node))
