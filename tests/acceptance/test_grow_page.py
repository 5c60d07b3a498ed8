"""The page about growing out of one process does what it says, word for word."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.acceptance.site import Running, wait_for
from tests.api.serving import free_port, surroundings
from tests.api.wire import Wire

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "grow.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"`(/etc/bessemer/[a-z]+\.conf)`[^`]*?```ini\n(.*?)```", re.DOTALL)


@pytest.fixture
def told(tmp_path: Path, database_url: str) -> str:
    """The page, with this test's folder, database and ports in place of the reader's."""
    text = PAGE.read_text(encoding="utf-8")
    text = text.replace("postgresql://bessemer:squeamish@db.example.org/bessemer", database_url)
    for port in ("8089", "8090"):
        text = text.replace(f"port = {port}", f"port = {free_port()}")
    return text.replace("/etc/bessemer", str(tmp_path))


def commands(text: str) -> Iterator[list[str]]:
    """Give the command lines of the page that call bessemer."""
    for language, block in BLOCK.findall(text):
        if language == "bash":
            yield from (shlex.split(line) for line in block.splitlines() if line.startswith("bessemer "))


@pytest.mark.engines("postgresql", "mariadb")
def test_three_processes_as_the_page_makes_them(told: str, tmp_path: Path) -> None:
    for path, content in FILE.findall(told.replace(str(tmp_path), "/etc/bessemer")):
        here = tmp_path / Path(path).name
        here.write_text(content.replace("/etc/bessemer", str(tmp_path)))
    key = next(block for _, block in BLOCK.findall(told) if "urandom" in block)
    subprocess.run(["bash", "-euc", key], check=True)
    upgrade, *services = list(commands(told))
    assert [each[1] for each in services] == ["conductor", "conductor", "api"]
    subprocess.run([sys.executable, "-m", *upgrade], env=surroundings(), check=True, capture_output=True)
    with ExitStack() as stack:
        running = [
            stack.enter_context(closing(Running(f"{place}", ["-m", *each, "--port", "0"], {}, tmp_path)))
            if each[1] == "api"
            else stack.enter_context(closing(Running(f"{place}", ["-m", *each], {}, tmp_path)))
            for place, each in enumerate(services)
        ]
        wire = stack.enter_context(closing(Wire(running[-1].url)))
        shown = wire.get("/v1/conductors").json["conductors"]
        assert {(each["hostname"], each["alive"]) for each in shown} == {("north", True), ("south", True)}
        nodes = [wire.post("/v1/nodes", {"driver": "fake-hardware"}).json["uuid"] for _ in range(12)]
        assert {wire.get(f"/v1/nodes/{node}").json["conductor"] for node in nodes} == {"north", "south"}
        for node in nodes:
            assert wire.put(f"/v1/nodes/{node}/states/provision", {"target": "manage"}).status == 202
        wait_for(lambda: {wire.get(f"/v1/nodes/{n}").json["provision_state"] for n in nodes}, {"manageable"}.__eq__)
        assert wire.get(f"/v1/nodes/{nodes[0]}/validate").json["power"]["result"] is True
