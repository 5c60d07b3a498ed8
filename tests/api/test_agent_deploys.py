"""A whole deployment over the wire: a real server, its real API, and an agent that is found, heard and told."""

import time
from collections.abc import Callable, Mapping

import pytest

from tests.api.enrolled import Node, enrol, show
from tests.api.parts import port
from tests.api.ramdisks import beat, look_up, token_from
from tests.api.serving import Server
from tests.drivers.tiny_agent import CERTIFICATE, TinyAgent, tiny_agent

Start = Callable[[Mapping[str, str]], Server]

SETTINGS = {
    "OS_DEFAULT__ENABLED_DEPLOY_INTERFACES": "fake,direct",
    "OS_AGENT__ALLOWED_CALLBACK_NETWORKS": "127.0.0.0/8",
    "OS_CONDUCTOR__AUTOMATED_CLEAN": "false",
}
MAC = "52:54:00:77:00:10"
IMAGE = {
    "image_source": "http://192.0.2.50/tiny.qcow2",
    "image_os_hash_algo": "sha256",
    "image_os_hash_value": "a" * 64,
}
PATIENCE_S = 60


class Site:
    """A server, a node, and the agent on it."""

    def __init__(self, server: Server, agent: TinyAgent, url: str) -> None:
        """Enrol the node."""
        self.wire, self.agent, self.url = server.wire, agent, url
        capabilities = {"capabilities": "boot_mode:bios"}
        self.node = enrol(self.wire, deploy_interface="direct", instance_info=IMAGE, properties=capabilities)["uuid"]
        port(self.wire, {"uuid": self.node}, address=MAC)
        for target in ("manage", "provide"):
            self.ask(target)
            self.until("manageable" if target == "manage" else "available")

    def ask(self, target: str) -> None:
        """Ask for a state."""
        answer = self.wire.put(f"/v1/nodes/{self.node}/states/provision", {"target": target})
        assert answer.status == 202, answer.body

    def until(self, state: str) -> Node:
        """Wait for a state."""
        return self.see(lambda node: node["provision_state"] == state, state)

    def see(self, is_there: Callable[[Node], bool], what: str) -> Node:
        """Wait for something to be seen of the node."""
        ends = time.monotonic() + PATIENCE_S
        node = show(self.wire, self.node)
        while time.monotonic() < ends:
            if is_there(node):
                return node
            time.sleep(0.05)
            node = show(self.wire, self.node)
        pytest.fail(f"The node did not come to {what}; it is {node['provision_state']}: {node['last_error']}")

    def come_up(self) -> None:
        """Be the ramdisk of a new boot: ask for the node, then say where one can be called."""
        self.agent.restart()
        self.agent.token = token_from(look_up(self.wire, addresses=MAC))
        self.beat()

    def beat(self) -> None:
        """Send a heartbeat."""
        answer = beat(self.wire, self.node, self.agent.token, callback_url=self.url, agent_verify_ca=CERTIFICATE)
        assert answer.status == 202, answer.body

    def told(self, name: str) -> None:
        """Wait until the agent was told something."""
        self.see(lambda _: name in self.agent.names(), f"telling {name}, after {self.agent.names()}")


def test_a_machine_is_deployed_through_its_agent(start_server: Start) -> None:
    """R-AG-7, R-AG-14, R-AG-20, R-AG-28: with a token that is given out once, over TLS by the agent's certificate."""
    server = start_server(SETTINGS)
    with tiny_agent(tls=True) as (agent, url):
        site = Site(server, agent, url)
        site.ask("active")
        site.until("wait call-back")
        site.come_up()
        site.told("deploy.execute_deploy_step:shake_down")
        assert token_from(look_up(site.wire, addresses=MAC)) == "******"
        for name in ("shake_down", "write_image"):
            site.told(f"deploy.execute_deploy_step:{name}")
            site.see(lambda node: node["provision_state"] == "wait call-back", "waiting for the agent")
            agent.end()
            site.beat()
        done = site.until("active")
        assert agent.names()[-2:] == ["standby.sync", "standby.power_off"]
        assert done["last_error"] is None
        assert not {"agent_url", "agent_secret_token", "agent_verify_ca"} & done["driver_internal_info"].keys()
        assert beat(site.wire, site.node, agent.token, callback_url=url).status == 400
