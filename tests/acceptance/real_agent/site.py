"""A server with one node for one machine with the real agent, and the words that lead the agent to it."""

import hashlib
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from typing_extensions import override

from bessemer.lab.ramdisk import Purpose
from tests.acceptance.real_agent.network import Wire
from tests.api.enrolled import Node, enrol, show
from tests.api.serving import Server, free_port
from tests.lab.waiting import until

VERSION = "1.99"
FAILED = ("failed", "error")


class AgentSite:
    """The server, as ramdisks and people see it."""

    def __init__(self, folder: Path, wire: Wire, mac: str, **fields: Any) -> None:
        """Start it, and enrol a machine with one port."""
        self.address = f"http://{wire.here}:{free_port()}"
        self.server = Server(folder, {
            "OS_API__RAMDISK_LISTEN": self.address.removeprefix("http://"),
            "OS_DEPLOY__EXTERNAL_CALLBACK_URL": self.address,
            "OS_INSPECTOR__CALLBACK_ENDPOINT_OVERRIDE": f"{self.address}/v1/continue_inspection",
            "OS_DEFAULT__ENABLED_DEPLOY_INTERFACES": "direct,fake",
            "OS_DEFAULT__ENABLED_INSPECT_INTERFACES": "agent,fake",
            "OS_DEPLOY__ERASE_DEVICES_PRIORITY": "0",
            "OS_DEPLOY__ERASE_DEVICES_METADATA_PRIORITY": "10",
        })  # fmt: skip
        self.wire = self.server.wire
        interfaces = {"deploy_interface": "direct", "inspect_interface": "agent"}
        self.node = enrol(self.wire, **interfaces, **fields)["uuid"]
        answer = self.wire.post("/v1/ports", {"node_uuid": self.node, "address": mac})
        assert answer.status == 201, answer.body

    def words(self) -> dict[Purpose, str]:
        """Give what a ramdisk is to find on its kernel line, by what it is booted for."""
        return {
            Purpose.INSPECT: f"ipa-inspection-callback-url={self.address}/v1/continue_inspection",
            Purpose.WORK: f"ipa-api-url={self.address}",
        }

    def show(self) -> Node:
        """Read the node."""
        return show(self.wire, self.node)

    def ask(self, target: str, **more: Any) -> None:
        """Ask for a state."""
        answer = self.wire.put(f"/v1/nodes/{self.node}/states/provision", {"target": target, **more})
        assert answer.status == 202, answer.body

    def reach(self, state: str, seconds: float) -> None:
        """Wait until the node is in a state; fail at once when its work has failed."""

        def reached() -> bool:
            node = self.show()
            now = node["provision_state"]
            assert now == state or not now.endswith(FAILED), f"{now}: {node['last_error']}"
            return bool(now == state and node["reservation"] is None)

        until(reached, f"the node is {state}", seconds)

    def stop(self) -> None:
        """End the server."""
        self.server.stop()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path, address: str) -> Iterator[str]:
    """Serve the files of a folder, and give the URL under which they are."""
    server = http.server.ThreadingHTTPServer((address, 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.1,))
    thread.start()
    try:
        yield f"http://{address}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def sha256_of(path: Path) -> str:
    """Give the checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
