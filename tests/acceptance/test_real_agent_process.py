"""The real ironic-python-agent as a process: it is inspected, finds its node, and is led through a cleaning."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.real_agent.debian import Tree
from tests.acceptance.real_agent.leaving_out import built
from tests.acceptance.real_agent.network import Wire, hardware_address, wire_to_namespace
from tests.acceptance.real_agent.parts import agent_tree
from tests.acceptance.real_agent.power_player import power_played
from tests.acceptance.real_agent.process import AgentProcess
from tests.acceptance.real_agent.site import AgentSite
from tests.lab.conversation import LINES, Agent, hear
from tests.lab.recorded_server import NODE, TOKEN, recorded_server
from tests.lab.waiting import until

SECONDS = 60.0


@pytest.fixture(scope="module")
def tree(pytestconfig: pytest.Config) -> Tree:
    """The tree that the agent runs in."""
    return built(pytestconfig, agent_tree)


@pytest.fixture
def wire(tree: Tree) -> Iterator[Wire]:
    """A wire to a namespace."""
    with wire_to_namespace() as laid:
        yield laid


@pytest.fixture
def agent(tree: Tree, wire: Wire, tmp_path: Path) -> Iterator[AgentProcess]:
    """An agent that has not been started."""
    process = AgentProcess(tree, wire, tmp_path)
    yield process
    process.discard()
    print(process.said()[-20_000:])  # noqa: T201 - pytest shows it with a failure


def test_real_agent_answers_as_the_simulated_one_has_to(wire: Wire, agent: AgentProcess) -> None:
    with recorded_server(wire.here) as server:
        agent.boot_ramdisk(f"ipa-api-url={server.url}")
        heartbeat = until(lambda: server.said("/heartbeat/"), "the agent has heartbeat", SECONDS)[0]
        assert set(heartbeat.body) == {"callback_url", "agent_token", "agent_version", "agent_verify_ca"}
        assert heartbeat.path == f"/v1/heartbeat/{NODE}"
        real = Agent(url=heartbeat.body["callback_url"], token=TOKEN, certificate=heartbeat.body["agent_verify_ca"])
        assert [wrong for line in LINES for wrong in hear(real, line)] == []


def test_real_agent_is_inspected_and_cleaned(wire: Wire, agent: AgentProcess, tmp_path: Path) -> None:
    mac = hardware_address(wire)
    site = AgentSite(tmp_path, wire, mac)
    try:
        with power_played(site.server.url, site.node, agent, site.words()):
            site.ask("manage")
            site.reach("manageable", SECONDS)
            site.ask("inspect")
            site.reach("manageable", SECONDS)
            inventory = site.wire.get(f"/v1/nodes/{site.node}/inventory").json["inventory"]
            assert [card["mac_address"] for card in inventory["interfaces"]] == [mac]
            site.ask("provide")
            site.reach("available", SECONDS)
        internal = site.show()["driver_internal_info"]
        assert "agent_secret_token" not in internal
        assert agent.boots == ["ramdisk", "ramdisk"]
        assert "erase_devices_metadata" in agent.said()
        assert site.server.faults() == []
    finally:
        site.stop()
        print(site.server.log()[-20_000:])  # noqa: T201 - pytest shows it with a failure
