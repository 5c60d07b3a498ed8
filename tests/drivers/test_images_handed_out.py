"""Deployments whose image the server fetches, checks and hands out; the engine is real, the agent a tiny one."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bessemer.drivers.agent.deploy import AgentDeploy
from bessemer.drivers.agent.interface import AgentInterface, configure_agents, configure_images
from bessemer.drivers.contract.node_view import NodeView
from tests.drivers.agent_rack import Rack
from tests.drivers.image_places import MIB, Places, make_qcow2, wanted, web, whole

DATA = b"an image" * 100_000
TOOK_S = 20.0
SECONDS = 60
WRITE = "deploy.execute_deploy_step:write_image"


@pytest.fixture
def places(rack: Rack, tmp_path: Path) -> Iterator[Places]:
    """The folders of the server, which fetches all images; allowed are those in one of them."""
    found = opened(tmp_path / "conductor")
    yield found
    assert AgentInterface.images is not None
    AgentInterface.images.close()
    configure_images(None)


def opened(folder: Path) -> Places:
    """Begin as a conductor does."""
    found = Places(folder)
    found.works.begin()
    configure_images(found.works)
    options = AgentInterface.options
    configure_agents(msgspec.structs.replace(options, fetches_images=True, image_folders=(found.allowed,)))
    return found


def info_of(source: str, data: bytes, disk_format: str = "raw") -> dict[str, Any]:
    """Say which image a machine is to get."""
    checksum = wanted(source, data).checksum
    about = {"image_os_hash_algo": "sha256", "image_os_hash_value": checksum}
    return {"image_source": source, "image_disk_format": disk_format, **about}


def begun(rack: Rack, info: dict[str, Any]) -> str:
    """Deploy a machine up to where its image is made ready."""
    rack.agent.steps["deploy"] = []
    node = rack.node(instance_info=info)
    rack.deploy(node)
    rack.come_up(node)
    return node


def until_told(rack: Rack, node: str) -> dict[str, Any]:
    """Wait until the agent is told of an image; gives what it was told."""
    ends = time.monotonic() + SECONDS
    while WRITE not in rack.agent.names():
        assert time.monotonic() < ends
        assert rack.state(node) == "wait call-back", rack.error(node)
        time.sleep(0.02)
        rack.bench.wait(3)
    told: dict[str, Any] = rack.agent.told[-1][1]["step"]["args"]["image_info"]
    return told


def test_the_agent_gets_what_the_server_has_checked_and_unpacked(rack: Rack, places: Places) -> None:
    data = b"block".ljust(MIB, b"\x00")
    packed = make_qcow2(places.allowed / "tiny.qcow2", data)
    node = begun(rack, info_of(f"file://{places.allowed}/tiny.qcow2", packed, "qcow2"))
    told = until_told(rack, node)
    assert told["urls"][0].startswith(f"http://192.0.2.1:8080/agent_images/{node}/")
    assert told["disk_format"] == "raw"
    assert told["os_hash_value"] == told["checksum"] == wanted("", data).checksum
    (file,) = places.root.glob(f"agent_images/{node}/*/image")
    assert file.read_bytes() == data
    rack.agent.end()
    rack.beat(node)
    assert not file.exists(), "nobody needs it any more"
    rack.bench.wait(TOOK_S)
    assert (rack.state(node), rack.error(node)) == ("active", "")


def test_no_turn_waits_while_an_image_comes_and_heartbeats_change_nothing(rack: Rack, places: Places) -> None:
    may_go_on = threading.Event()
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.path)
        may_go_on.wait(SECONDS)
        whole(DATA)(request)

    with web(answer) as url:
        # All of this goes on while nothing comes.
        node = begun(rack, info_of(f"{url}/image.raw", DATA))
        for _ in range(5):
            rack.beat(node)
            rack.bench.wait(3)
        assert rack.state(node) == "wait call-back"
        assert WRITE not in rack.agent.names()
        may_go_on.set()
        until_told(rack, node)
    assert asked == ["/image.raw"]


def test_conductor_that_dies_while_an_image_comes_fetches_it_again_and_tells_the_agent_once(
    rack: Rack, places: Places, tmp_path: Path
) -> None:
    is_second = threading.Event()

    def answer(request: BaseHTTPRequestHandler) -> None:
        if is_second.is_set():
            whole(DATA)(request)
            return
        request.send_response(200)
        request.send_header("content-length", str(len(DATA)))
        request.end_headers()
        request.wfile.write(DATA[:1000])
        is_second.wait(SECONDS)

    with web(answer) as url:
        node = begun(rack, info_of(f"{url}/image.raw", DATA))
        is_second.set()
        places.works.close()
        opened(tmp_path / "conductor")
        rack.bench.die_and_return()
        rack.bench.run()
        until_told(rack, node)
    rack.agent.end()
    rack.beat(node)
    rack.bench.wait(TOOK_S)
    assert (rack.state(node), rack.error(node)) == ("active", "")
    assert rack.agent.names().count(WRITE) == 1


def test_wrong_image_fails_the_deployment_with_the_reason_before_the_disk_is_touched(
    rack: Rack, places: Places
) -> None:
    with web(whole(DATA)) as url:
        node = begun(rack, info_of(f"{url}/image.raw", b"another"))
        ends = time.monotonic() + SECONDS
        while rack.state(node) == "wait call-back":
            assert time.monotonic() < ends
            time.sleep(0.02)
            rack.bench.wait(3)
    assert rack.state(node) == "deploy failed"
    assert "The image is not the one that was asked for: its sha256 is" in rack.error(node)
    assert WRITE not in rack.agent.names()


def test_path_is_gone_when_writing_has_failed(rack: Rack, places: Places) -> None:
    (places.allowed / "a.raw").write_bytes(DATA)
    node = begun(rack, info_of(f"file://{places.allowed}/a.raw", DATA))
    until_told(rack, node)
    rack.agent.end("FAILED", error={"type": "x", "code": 500, "message": "x", "details": "no"})
    rack.beat(node)
    assert rack.state(node) == "deploy failed"
    assert not list(places.root.glob(f"agent_images/{node}/*"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"image_source": "file:///etc/passwd"}, "none of the folders"),
        ({"image_source": "glance://x"}, "http:// or https://"),
        ({"image_os_hash_algo": None, "image_os_hash_value": None, "image_checksum": "http://x/sums"}, "list of sums"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_done(places: Places, change: dict[str, Any], why: str) -> None:
    info = {**info_of("http://192.0.2.50/a.raw", DATA), **change}
    assert any(why in fault for fault in AgentDeploy().validate(NodeView(uuid="1", driver="x", instance_info=info)))


def test_files_of_the_server_are_refused_where_none_are_allowed() -> None:
    node = NodeView(uuid="1", driver="x", instance_info=info_of("file:///etc/passwd", DATA))
    assert any("allows none" in fault for fault in AgentDeploy().validate(node))
