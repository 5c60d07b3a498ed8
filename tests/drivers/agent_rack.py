"""One machine that is worked on through an agent: the engine is real, the agent a tiny one."""

from collections.abc import Iterator
from typing import Any

import pytest

from bessemer.drivers.agent.interface import AgentInterface, configure_agents
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.catalogue import read_catalogue
from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.loading import SwitchedOn, load_hardware
from bessemer.engine.books import Desk
from bessemer.engine.turns import Turns
from bessemer.model.operation import Operation
from bessemer.store import ramdisks
from bessemer.store.upgrading import upgrade
from bessemer.testing.engine_bench import EngineBench
from tests.drivers.tiny_agent import TinyAgent, tiny_agent

TOKEN = "t" * 43
URL_OF_IMAGE = "http://192.0.2.50/images/tiny.qcow2"
IMAGE = {"image_source": URL_OF_IMAGE, "image_os_hash_algo": "sha256", "image_os_hash_value": "a" * 64}
BIOS = {"capabilities": "boot_mode:bios", "root_device": {"serial": "LABDISK0"}}


class Rack:
    """One pretended machine with a real agent protocol, and the engine that works on it."""

    def __init__(self, url: str, agent: TinyAgent, place: str) -> None:
        """Join them; the engine has the agent's interfaces besides the pretended ones."""
        self.bench = EngineBench(url, automated_clean=False)
        self.agent, self.place = agent, place
        chosen = dict.fromkeys(KINDS, ("fake",)) | {
            "network": ("noop", "fake"),
            "storage": ("noop", "fake"),
            "deploy": ("fake", "direct", "ramdisk", "custom-agent"),
            "raid": ("fake", "agent"),
            "rescue": ("fake", "agent"),
        }
        loaded = load_hardware(read_catalogue(), SwitchedOn(types=("fake-hardware",), interfaces=chosen))
        assert not loaded.problems
        self.bench.desk = Desk(settings=self.bench.desk.settings, loaded=loaded)
        self.bench.turns = Turns(self.bench.database, self.bench.desk, lambda: True, self.bench.closing)

    def node(self, **fields: Any) -> str:
        """Put a machine there that is deployed through the agent."""
        usual = {"deploy_interface": "direct", "network_interface": "fake", "instance_info": IMAGE, "properties": BIOS}
        return self.bench.node(**{**usual, **fields})

    def come_up(self, node: str, **heard: Any) -> None:
        """Let the ramdisk look itself up and send its first heartbeat."""
        self.agent.token = self.memory(node).get("agent_secret_token", TOKEN)
        self.agent.restart()
        self.remember(node, agent_secret_token=self.agent.token, agent_url=self.place, **heard)
        self.bench.hear(node)

    def beat(self, node: str) -> None:
        """Send another heartbeat."""
        self.remember(node, agent_last_heartbeat=self.bench.clock())
        self.bench.hear(node)

    def remember(self, node: str, **keys: Any) -> None:
        """Keep what a heartbeat brings, as the API does."""

        def deed(tx: Any) -> None:
            ramdisk = ramdisks.ramdisk_of(tx, "uuid", node)
            assert ramdisk is not None
            ramdisks.remember(tx, ramdisk, keys)

        self.bench.database.write(deed)

    def memory(self, node: str) -> dict[str, Any]:
        """Read the driver_internal_info of a node."""
        return dict(self.bench.read(node).driver_internal_info)

    def state(self, node: str) -> str:
        """Read the provision state of a node."""
        return self.bench.read(node).provision_state

    def error(self, node: str) -> str:
        """Read why the last work failed."""
        return self.bench.read(node).last_error or ""

    def work(self, node: str) -> Operation:
        """Read what is being done."""
        found = self.bench.active(node)
        assert found is not None
        return found

    def deploy(self, node: str, *steps: dict[str, Any]) -> int:
        """Begin a deployment, up to where its ramdisk is waited for."""
        row = self.bench.start("deploy", node, steps=list(steps))
        self.bench.run()
        return row


@pytest.fixture
def rack(database_url: str) -> Iterator[Rack]:
    """A machine with an agent that speaks plain HTTP."""
    upgrade(database_url)
    before = AgentInterface.options
    configure_agents(AgentOptions(api_url="http://192.0.2.1:6385", networks=("127.0.0.0/8",), command_limit_s=5.0))
    with tiny_agent() as (agent, place):
        rack = Rack(database_url, agent, place)
        yield rack
        rack.bench.close()
    configure_agents(before)
