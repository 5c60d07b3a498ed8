"""Deployments with simulated agents: all that goes right ends in an active node, all that goes wrong in a cause."""

from collections.abc import Iterator
from typing import Any

import pytest

from bessemer.lab.faults import HONEST, Faults
from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.machine import Machine
from bessemer.lab.pace import QUICK
from bessemer.lab.rack import RackSettings
from bessemer.testing.lab_machines import IMAGE
from bessemer.testing.lab_machines import SETTINGS as LAB_SETTINGS
from tests.api.enrolled import enrol, show
from tests.api.serving import Server
from tests.lab.waiting import until

SETTINGS = {**LAB_SETTINGS, "OS_CONDUCTOR__DEPLOY_CALLBACK_TIMEOUT": "20"}
SECONDS = 90.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes agents on its own machine."""
    running = Server(tmp_path_factory.mktemp("server"), SETTINGS)
    yield running
    code = running.stop()
    print(running.log()[-20_000:])  # noqa: T201 - pytest shows it with a failure
    assert code == 0


@pytest.fixture(scope="module")
def lab(server: Server) -> Iterator[LabAgents]:
    """Machines that are switched on when the server believes so."""
    with LabAgents(RackSettings(server_url=server.url, pace=QUICK), plays_power=True) as agents:
        yield agents


def enrolled(server: Server, lab: LabAgents, number: int, faults: Faults = HONEST) -> Machine:
    """Put a machine into the rack and into the server, ready for an instance."""
    mac = f"52:54:00:00:{number >> 8:02x}:{number & 255:02x}"
    uuid = enrol(server.wire, deploy_interface="direct", inspect_interface="agent", instance_info=dict(IMAGE))["uuid"]
    assert server.wire.post("/v1/ports", {"node_uuid": uuid, "address": mac}).status == 201
    machine = lab.place(uuid, [mac], faults)
    for target, state in (("manage", "manageable"), ("provide", "available")):
        ask(server, uuid, target)
        until(lambda state=state: show(server.wire, uuid)["provision_state"] == state, f"it is {state}", SECONDS)  # type: ignore[misc]
    return machine


def ask(server: Server, uuid: str, target: str, **more: Any) -> None:
    """Ask for a state."""
    answer = server.wire.put(f"/v1/nodes/{uuid}/states/provision", {"target": target, **more})
    assert answer.status == 202, answer.body


def ended(server: Server, uuid: str, *states: str) -> dict[str, Any]:
    """Wait until a node is in one of some states, and give the node."""

    def found() -> dict[str, Any]:
        node = show(server.wire, uuid)
        return node if node["provision_state"] in states else {}

    return until(found, f"the node is {' or '.join(states)}", SECONDS)


def test_machine_is_deployed_by_a_simulated_agent(server: Server, lab: LabAgents) -> None:
    machine = enrolled(server, lab, 1)
    ask(server, machine.uuid, "active", configdrive={"meta_data": {"hostname": "smelter-7"}})
    node = ended(server, machine.uuid, "active", "deploy failed")
    assert (node["provision_state"], node["last_error"]) == ("active", None)
    assert (machine.image, machine.writes_begun, machine.boots) == ("tiny.raw", 1, 1)
    assert machine.has_config_drive


def test_machine_is_inspected_by_a_simulated_agent(server: Server, lab: LabAgents) -> None:
    machine = enrolled(server, lab, 2)
    ask(server, machine.uuid, "manage")
    ended(server, machine.uuid, "manageable")
    ask(server, machine.uuid, "inspect")
    until(lambda: machine.statuses("inspection") == [202], "the report was taken", SECONDS)
    ended(server, machine.uuid, "manageable")
    inventory = server.wire.get(f"/v1/nodes/{machine.uuid}/inventory").json["inventory"]
    assert inventory["system_vendor"]["manufacturer"] == "Bessemer"


@pytest.mark.parametrize(
    ("number", "faults", "cause"),
    [
        (10, Faults(fails={"write_image": "the disk is on fire"}), "the disk is on fire"),
        (11, Faults(fails={"get_deploy_steps": "no steps today"}), "no steps today"),
        (12, Faults(mismatches_in="write_image"), "version"),
        (13, Faults(dies_in="write_image"), "write_image"),
        (14, Faults(is_silent=True), "deploy"),
        (15, Faults(is_mute=True), "deploy"),
        (16, Faults(has_wrong_token=True), "deploy"),
        (17, Faults(lies_in="write_image"), "another_step"),
    ],
)
def test_deployment_that_goes_wrong_says_what_went_wrong(
    server: Server, lab: LabAgents, number: int, faults: Faults, cause: str
) -> None:
    machine = enrolled(server, lab, number, faults)
    ask(server, machine.uuid, "active")
    node = ended(server, machine.uuid, "active", "deploy failed")
    assert node["provision_state"] == "deploy failed"
    assert cause in node["last_error"]


@pytest.mark.parametrize("faults", [Faults(late_s=2.0), Faults(replays=3)], ids=["late", "replayed"])
def test_deployment_with_an_odd_agent_goes_well(server: Server, lab: LabAgents, faults: Faults) -> None:
    machine = enrolled(server, lab, 20 + faults.replays, faults)
    ask(server, machine.uuid, "active")
    node = ended(server, machine.uuid, "active", "deploy failed")
    assert (node["provision_state"], node["last_error"]) == ("active", None)
    assert machine.writes_begun == 1
