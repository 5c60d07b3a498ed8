"""The lines that the README and the tutorial show to a newcomer do what they say."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.api.serving import Server, surroundings

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
TUTORIAL = ROOT / "docs" / "tutorial" / "first-node.md"
SHOWN_ADDRESS = "http://127.0.0.1:6385"
NO_OTHERS: Mapping[str, str] = {}
LINES_OF_A_SCREEN = 50


def lines_to_run(page: Path) -> str:
    """Everything in a page that is marked as bash, in its order."""
    return "".join(re.findall(r"^```bash\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE))


def run(page: Path, server: Server, home: Path, others: Mapping[str, str] = NO_OTHERS) -> str:
    """Run the lines as they stand but for the address and others: the usual port may be taken on this machine."""
    text = lines_to_run(page)
    for shown, real in {SHOWN_ADDRESS: server.url, **others}.items():
        assert shown in text
        text = text.replace(shown, real)
    places = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(home)}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        env={**surroundings(), **places, "COLUMNS": "200"},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_lines_in_the_readme_enrol_a_node_and_show_it(embedded_server: Server, tmp_path: Path) -> None:
    shown = run(README, embedded_server, tmp_path)
    [node] = embedded_server.wire.get("/v1/nodes/detail").json["nodes"]
    assert (node["name"], node["driver"], node["resource_class"]) == ("rack-b-7", "redfish", "large")
    assert node["properties"] == {"cpu_arch": "x86_64", "memory_mb": 131072}
    assert node["traits"] == ["CUSTOM_LIQUID_COOLED", "HW_CPU_X86_AVX512F"]
    [port] = embedded_server.wire.get("/v1/ports").json["ports"]
    assert port["address"] == "52:54:00:11:22:33"
    assert node["uuid"] in shown
    assert "squeamish" not in shown


def test_the_lines_in_the_tutorial_work_from_first_to_last(embedded_server: Server, tmp_path: Path) -> None:
    shown = run(TUTORIAL, embedded_server, tmp_path)
    assert '{"name":"rack-b-7","traits":["CUSTOM_LIQUID_COOLED","HW_CPU_X86_AVX512F"]' in shown.replace(", ", ",")
    assert "waits for a new fan" in shown
    assert embedded_server.wire.get("/v1/nodes").json == {"nodes": []}


def test_the_readme_is_short_and_its_ten_lines_are_on_its_first_screen() -> None:
    text = README.read_text()
    assert len(lines_to_run(README).splitlines()) <= 10
    assert text[: text.index(lines_to_run(README))].count("\n") < LINES_OF_A_SCREEN / 2
    assert text.count("\n") < 2 * LINES_OF_A_SCREEN


@pytest.mark.parametrize("page", [README, TUTORIAL], ids=lambda page: page.name)
def test_what_the_page_points_to_is_there(page: Path) -> None:
    text = page.read_text()
    for target in re.findall(r"\]\(([^):#]+)\)", text):
        assert (page.parent / target).is_file(), target
    for command in re.findall(r"^\$ (\./\w+)", text, re.MULTILINE):
        assert os.access(ROOT / command, os.X_OK), command
