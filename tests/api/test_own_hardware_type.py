"""The package that the tutorial writes is built, installed and switched on, and drives a machine, as it says there."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typing_extensions import override

from tests.acceptance.site import wait_for
from tests.api.enrolled import show
from tests.api.serving import Server, surroundings
from tests.api.test_readme import ROOT, run
from tests.outside import pip_install, with_package

PAGE = ROOT / "docs" / "tutorial" / "own-hardware-type.md"
FILE = re.compile(r"^`plug/([\w.]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN_SOCKET = "http://127.0.0.1:8080"


def files() -> dict[str, str]:
    """The files that the page has its reader write."""
    return dict(FILE.findall(PAGE.read_text()))


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with those files."""
    folder = tmp_path_factory.mktemp("tutorial") / "plug"
    folder.mkdir()
    for name, text in files().items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def installed(package: Path) -> Path:
    """Where pip has installed it."""
    return pip_install(package, package.parent / "packages")


class Socket(BaseHTTPRequestHandler):
    """A socket, as far as the tutorial's driver knows one."""

    asked: tuple[str, ...] = ()

    def do_GET(self) -> None:
        Socket.asked = (*Socket.asked, self.path)
        on = [each for each in Socket.asked if "+" in each][-1:] == ["/cm?cmnd=Power+On"]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"POWER": "ON" if on else "OFF"}).encode())

    @override
    def log_message(self, *_: Any) -> None:
        """Be quiet."""


@pytest.fixture
def socket() -> Iterator[str]:
    """The URL of a socket."""
    with HTTPServer(("127.0.0.1", 0), Socket) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_it_is_as_short_as_its_title_says() -> None:
    assert sorted(files()) == ["plug_hardware.py", "pyproject.toml", "test_plug_hardware.py"]
    assert len(files()["plug_hardware.py"].splitlines()) <= 60


def test_its_own_tests_pass(package: Path, installed: Path) -> None:
    """R-DCR-4, R-DCR-59: with the suite that comes with Bessemer."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(package), str(package)],
        env={**surroundings(), **with_package(installed)}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_bessemer_says_of_it_is_what_the_page_shows(installed: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bessemer", "drivers"], env={**surroundings(), **with_package(installed)},
        cwd=installed.parent, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    [shown] = re.findall(r"^Not enabled: .*$", PAGE.read_text(), re.MULTILINE)
    assert shown in done.stdout


def test_a_machine_is_switched_on_by_it(
    start_server: Callable[[Mapping[str, str]], Server],
    installed: Path,
    socket: str,
    tmp_path: Path,
) -> None:
    """R-DCR-1, R-DCR-11, R-DCR-59: as the page says, from the property list to the power."""
    [enabled] = re.findall(r"^enabled_hardware_types = (.*)$", PAGE.read_text(), re.MULTILINE)
    server = start_server({**with_package(installed), "OS_DEFAULT__ENABLED_HARDWARE_TYPES": enabled})
    shown = run(PAGE, server, tmp_path, {SHOWN_SOCKET: socket})
    assert "The URL of the socket, such as http://192.0.2.7. Required." in shown
    wait_for(lambda: show(server.wire, "old-server"), lambda node: node["power_state"] == "power on")
    assert "/cm?cmnd=Power+On" in Socket.asked
    assert server.wire.get("/v1/nodes/old-server/validate").json["power"] == {"result": True}
