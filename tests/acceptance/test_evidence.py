"""Evidence over the wire: what a simulated agent told of a failure is listed and fetched from a real server."""

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from bessemer.lab.faults import Faults
from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.machine import Machine
from bessemer.lab.pace import QUICK
from bessemer.lab.rack import RackSettings
from bessemer.testing.lab_machines import IMAGE
from tests.acceptance.site import Site
from tests.acceptance.test_simulated_agents import SECONDS, SETTINGS
from tests.api.enrolled import enrol, show
from tests.api.serving import Server
from tests.api.wire import Answer, Wire
from tests.databases import Databases
from tests.lab.waiting import until

NUMBERS = count(1)
OPERATIONS = "/bessemer/v1/operations"
ON_FIRE = Faults(fails={"write_image": "the disk is on fire"})
LOUD = {**SETTINGS, "OS_AGENT__DEPLOY_LOGS_MAX_MIB": "1", "OS_AGENT__DEPLOY_LOGS_TIMEOUT": "5"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes agents on its own machine."""
    running = Server(tmp_path_factory.mktemp("server"), LOUD)
    yield running
    code = running.stop()
    print(running.log()[-20_000:])  # noqa: T201 - pytest shows it with a failure
    assert code == 0


@pytest.fixture(scope="module")
def lab(server: Server) -> Iterator[LabAgents]:
    """Machines that are switched on when the server believes so."""
    with LabAgents(RackSettings(server_url=server.url, pace=QUICK), plays_power=True) as agents:
        yield agents


class Case:
    """One machine, and the wire to the server that works on it."""

    def __init__(self, wire: Wire, lab: LabAgents, faults: Faults) -> None:
        """Enrol it."""
        self.wire = wire
        mac = f"52:54:00:01:00:{next(NUMBERS):02x}"
        interfaces = {"deploy_interface": "direct", "inspect_interface": "agent"}
        self.node: str = enrol(wire, **interfaces, instance_info=dict(IMAGE))["uuid"]
        assert wire.post("/v1/ports", {"node_uuid": self.node, "address": mac}).status == 201
        self.machine: Machine = lab.place(self.node, [mac], faults)
        self.ask("manage", "manageable")

    def ask(self, target: str, *states: str, **more: Any) -> dict[str, Any]:
        """Ask for a state, and wait for one of some."""
        answer = self.wire.put(f"/v1/nodes/{self.node}/states/provision", {"target": target, **more})
        assert answer.status == 202, answer.body

        def found() -> dict[str, Any]:
            node = show(self.wire, self.node)
            return node if node["provision_state"] in states else {}

        return until(found, f"the node is {' or '.join(states)}", SECONDS)

    def fail(self) -> dict[str, Any]:
        """Let a deployment fail."""
        self.ask("provide", "available")
        return self.ask("active", "deploy failed")

    @property
    def operation(self) -> dict[str, Any]:
        """The last piece of work on it."""
        listed = self.wire.get(f"{OPERATIONS}?node={self.node}&sort_key=started_at&sort_dir=desc").json["operations"]
        found: dict[str, Any] = self.wire.get(f"{OPERATIONS}/{listed[0]['uuid']}").json
        return found

    @property
    def path(self) -> str:
        """Where its evidence is."""
        return f"{OPERATIONS}/{self.operation['uuid']}/evidence"

    def evidence(self) -> dict[str, dict[str, Any]]:
        """List it, by the name without its number."""
        answer = self.wire.get(self.path)
        assert answer.status == 200, answer.body
        assert all(set(each) == {"name", "size", "content_type", "created_at"} for each in answer.json["evidence"])
        return {each["name"][4:]: each for each in answer.json["evidence"]}

    def fetch(self, name: str) -> Answer:
        """Fetch one file."""
        return self.wire.get(f"{self.path}/{self.evidence()[name]['name']}")


def test_logs_and_results_of_a_failed_deployment_are_served(server: Server, lab: LabAgents) -> None:
    case = Case(server.wire, lab, ON_FIRE)
    assert "the disk is on fire" in case.fail()["last_error"]
    failure = case.operation["failure"]
    assert failure["evidence"] == f"{server.url}{case.path}"
    assert "the disk is on fire" in failure["cause"]
    logs = case.fetch("ramdisk-logs.tar.gz")
    assert f"the simulated ramdisk of {case.node}" in gzip.decompress(logs.body).decode()
    assert len(logs.body) == case.evidence()["ramdisk-logs.tar.gz"]["size"]
    assert logs.headers["content-type"] == "application/gzip"
    assert logs.headers["content-disposition"].startswith("attachment; filename=")
    assert logs.headers["x-content-type-options"] == "nosniff"
    results = json.loads(case.fetch("agent-commands.json").body)["commands"]
    assert any(each["command_error"] == "the disk is on fire" for each in results)


@pytest.mark.parametrize(
    "told",
    ["no Base64 at all", "QUFB" * 700_000, "../../../etc/passwd", {"name": "../../x", "data": "QUFB"}, ["QUFB"]],
    ids=["not Base64", "huge", "path", "object", "list"],
)
def test_hostile_logs_are_not_kept_and_the_cause_stays(server: Server, lab: LabAgents, told: Any) -> None:
    faults = Faults(fails={"write_image": "the disk is on fire"}, told_for_logs=told)
    case = Case(server.wire, lab, faults)
    node = case.fail()
    assert "the disk is on fire" in node["last_error"]
    assert "Clearing up" not in node["last_error"]
    assert set(case.evidence()) == {"agent-commands.json"}


def test_logs_that_never_come_hold_nothing_up(server: Server, lab: LabAgents) -> None:
    faults = Faults(fails={"write_image": "the disk is on fire"}, hangs_in="collect_system_logs")
    case = Case(server.wire, lab, faults)
    assert "the disk is on fire" in case.fail()["last_error"]
    assert set(case.evidence()) == {"agent-commands.json"}


@pytest.mark.parametrize("name", ["x", "..", "%2e%2e%2fbessemer.db", "..%2f..%2fkey", "007-a%00", "%c3%a4"])
def test_names_that_are_not_listed_are_not_found(server: Server, lab: LabAgents, name: str) -> None:
    case = Case(server.wire, lab, Faults())
    assert server.wire.get(f"{case.path}/{name}").status in {400, 404}


def test_evidence_of_what_is_not_there_is_not_found(server: Server) -> None:
    nowhere = f"{OPERATIONS}/11111111-2222-4333-8444-555555555555/evidence"
    assert [server.wire.get(path).status for path in (nowhere, f"{nowhere}/x")] == [404, 404]


def test_work_without_evidence_leads_to_the_history(server: Server, lab: LabAgents) -> None:
    case = Case(server.wire, lab, Faults())
    assert case.wire.get(case.path).json == {"evidence": []}


def test_each_disk_has_a_receipt_and_a_failed_cleaning_locks_the_node(server: Server, lab: LabAgents) -> None:
    case = Case(server.wire, lab, Faults(fails={"erase_devices_metadata": "a bad block"}))
    erase = [{"interface": "deploy", "step": "erase_devices"}]
    case.ask("clean", "manageable", clean_steps=erase)
    disk = case.machine.inventory()["disks"][0]
    receipt = json.loads(case.fetch("receipt-erase-devices.json").body)
    assert receipt["disks"][0]["name"] == disk["name"]
    events = server.wire.get(f"/v1/nodes/{case.node}/history?detail=true").json["history"]
    assert any(f"The disk {disk['name']}" in each["event"] and "was erased" in each["event"] for each in events)

    metadata = [{"interface": "deploy", "step": "erase_devices_metadata"}]
    node = case.ask("clean", "clean failed", clean_steps=metadata)
    assert (node["maintenance"], node["fault"]) == (True, "clean failure")
    assert "a bad block" in node["last_error"]
    assert "end the maintenance" in node["last_error"]
    states = f"/v1/nodes/{case.node}/states/provision"
    assert [server.wire.put(states, {"target": word}).status for word in ("provide", "active")] == [400, 400]
    case.ask("manage", "manageable")
    assert server.wire.put(states, {"target": "provide"}).status == 400
    assert server.wire.delete(f"/v1/nodes/{case.node}/maintenance").status == 202
    case.ask("provide", "available")


@pytest.fixture
def site(databases: Databases, pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An installation on PostgreSQL, of which nothing runs yet."""
    chosen = pytestconfig.getoption("--engine")
    if (chosen and "postgresql" not in chosen) or not databases.is_here("postgresql"):
        pytest.skip("this test is for PostgreSQL")
    name, url = databases.create("postgresql")
    site = Site(tmp_path_factory.mktemp("site"), url, **SETTINGS)
    yield site
    site.close()
    databases.drop("postgresql", name)


def test_an_api_fetches_it_from_the_conductor_that_has_it(site: Site, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("conductor")
    site.start_conductor("smith", OS_AGENT__DEPLOY_LOGS_LOCAL_PATH=str(folder))
    api = site.start_api(OS_AGENT__DEPLOY_LOGS_LOCAL_PATH="/nowhere")
    wire = Wire(api.url)
    logs = b"\x1f\x8b" + b"QUFB" * 700_000
    faults = Faults(fails={"write_image": "the disk is on fire"}, told_for_logs=b64encode(logs).decode())
    with LabAgents(RackSettings(server_url=api.url, pace=QUICK), plays_power=True) as agents:
        case = Case(wire, agents, faults)
        case.fail()
        assert case.fetch("ramdisk-logs.tar.gz").body == logs
        path = f"{case.path}/{case.evidence()['ramdisk-logs.tar.gz']['name']}"
        for each in folder.rglob("*.gz"):
            each.unlink()
        gone = wire.get(path)
        assert (gone.status, "deploy_logs_keep_days" in gone.body.decode()) == (404, True)
    wire.close()
