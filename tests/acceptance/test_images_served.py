"""A server that fetches images itself: it unpacks them, serves them to those who know the path, and survives a kill."""

import http.client
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.pace import Pace
from bessemer.lab.rack import RackSettings
from tests.acceptance.test_simulated_agents import SETTINGS, ask, ended
from tests.api.enrolled import enrol
from tests.api.serving import DidNotStart, Server, free_port
from tests.drivers.image_places import MIB, make_qcow2, wanted
from tests.lab.waiting import until

DATA = b"block".ljust(3 * MIB, b"\x07")
SECONDS = 90.0
SLOW = Pace(least_gap_s=0.05, lookup_again_s=0.1, lookup_limit_s=60.0, write_s=3.0)


class Place:
    """A folder with a server in it, and what that server serves."""

    def __init__(self, folder: Path) -> None:
        """Lay the image where it may lie, and start the server."""
        self.allowed = folder / "images"
        self.allowed.mkdir()
        self.packed = make_qcow2(self.allowed / "tiny.qcow2", DATA)
        self.port = free_port()
        self.settings = {
            **SETTINGS,
            "OS_DEFAULT__STATE_PATH": str(folder),
            "OS_AGENT__IMAGE_DOWNLOAD_SOURCE": "local",
            "OS_CONDUCTOR__FILE_URL_ALLOWED_PATHS": str(self.allowed),
            "OS_DEPLOY__HTTP_LISTEN": f"127.0.0.1:{self.port}",
        }
        self.published = folder / "httpboot" / "agent_images"
        self.master = folder / "master_images"
        self.server = Server(folder, self.settings)

    @property
    def info(self) -> Mapping[str, Any]:
        """What a node says of the image."""
        return {
            "image_source": f"file://{self.allowed}/tiny.qcow2",
            "image_os_hash_algo": "sha256",
            "image_os_hash_value": wanted("", self.packed).checksum,
        }

    def ask(self, path: str, method: str = "GET") -> tuple[int, bytes]:
        """Ask for a file as an agent does."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            line.request(method, path)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    found = Place(tmp_path)
    yield found
    code = found.server.stop()
    print(found.server.log()[-20_000:])  # noqa: T201 - pytest shows it with a failure
    assert code == 0


@contextmanager
def deployment(place: Place) -> Iterator[str]:
    """Have a simulated machine deployed, which takes a while to write."""
    server = place.server
    with LabAgents(RackSettings(server_url=server.url, pace=SLOW), plays_power=True) as lab:
        node = enrol(server.wire, deploy_interface="direct", instance_info=dict(place.info))["uuid"]
        assert server.wire.post("/v1/ports", {"node_uuid": node, "address": "52:54:00:00:00:01"}).status == 201
        lab.place(node, ["52:54:00:00:00:01"])
        for target, state in (("manage", "manageable"), ("provide", "available")):
            ask(server, node, target)
            assert ended(server, node, state)
        ask(server, node, "active")
        yield node


def test_image_is_served_while_it_is_written_and_to_nobody_who_does_not_know_the_path(place: Place) -> None:
    with deployment(place) as node:
        found = until(lambda: [*place.published.glob(f"{node}/*/image")], "the image is handed out", SECONDS)
        path = f"/{found[0].relative_to(place.published.parent)}"
        assert place.ask(path) == (200, DATA)
        assert place.ask(path, "HEAD") == (200, b"")
        assert place.ask(path, "PUT")[0] == 405
        token = path.split("/")[3]
        for wrong in (
            "/", "/agent_images", f"/agent_images/{node}", f"/agent_images/{node}/", f"{path}/", f"/{path}",
            path.replace(token, token[:-1] + ("A" if token[-1] != "A" else "B")),
            f"/agent_images/{node}/../{node}/{token}/image", f"/agent_images/{node}/{token}/../../../../bessemer.db",
            f"/agent_images/{node}/{token}/%2e%2e/image", f"{path}%00", "/v1/nodes", "/bessemer.db",
        ):  # fmt: skip
            assert place.ask(wrong) == (404, b""), wrong
        state = ended(place.server, node, "active", "deploy failed")
        assert (state["provision_state"], state["last_error"]) == ("active", None)
        assert place.ask(path) == (404, b""), "it is withdrawn when it is written"
    assert place.server.faults() == []


def test_server_that_was_killed_serves_what_it_had_handed_out(tmp_path: Path, place: Place) -> None:
    with deployment(place) as node:
        found = until(lambda: [*place.published.glob(f"{node}/*/image")], "the image is handed out", SECONDS)
        place.server.wire.close()
        place.server.database.close()
        place.server._process.send_signal(signal.SIGKILL)
        place.server._process.wait()
        (place.master / "half-done-a").mkdir()
        if place.server._process.stdout:
            place.server._process.stdout.close()
        place.server = Server(tmp_path, place.settings)
        assert place.ask(f"/{found[0].relative_to(place.published.parent)}") == (200, DATA)
        assert not (place.master / "half-done-a").exists()


def test_server_says_what_keeps_it_from_keeping_images(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = {"OS_AGENT__IMAGE_DOWNLOAD_SOURCE": "local", "OS_PXE__INSTANCE_MASTER_PATH": str(tmp_path / "file")}
    with pytest.raises(DidNotStart, match="Images cannot be kept"):
        Server(tmp_path, {**settings, "OS_DEPLOY__HTTP_LISTEN": "127.0.0.1:0"})
