"""`bessemer template check` says on which line of a file what is wrong, before any server stores it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bessemer.cli.template import template_group
from bessemer.store.database import Database
from bessemer.testing.builders import add_node
from tests.api.wire import Wire

GOOD = """\
name: CUSTOM_MIRROR
steps:
  - interface: raid
    step: apply_configuration
    priority: 150
    args:
      raid_config:
        logical_disks: [{size_gb: MAX, raid_level: "1"}]
  - interface: power
    step: wait
    priority: 149
    args: {seconds: 3}
"""

STEP: dict[str, Any] = {"interface": "bios", "step": "factory_reset", "args": {}, "priority": 10}


def check(wire: Wire, file: Path, *others: str, driver: str | None = "fake-hardware") -> Result:
    where = [] if driver is None else ["--driver", driver]
    return CliRunner().invoke(template_group, ["check", str(file), "--url", wire.url, *where, *others])


def written(folder: Path, text: str, name: str = "template.yaml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def told(result: Result, file: Path) -> list[str]:
    return [line.removeprefix(f"{file}:") for line in result.output.splitlines()]


def test_a_good_template_passes_in_every_form(wire: Wire, database: Database, tmp_path: Path) -> None:
    whole = {"name": "CUSTOM_A", "steps": [STEP], "extra": {"by": "me"}}
    files = [
        written(tmp_path, GOOD),
        written(tmp_path, json.dumps(whole), "whole.json"),
        written(tmp_path, json.dumps([STEP], indent="\t"), "steps.json"),
        written(tmp_path, json.dumps([STEP]), "no-ending"),
        written(tmp_path, "- {interface: bios, step: factory_reset, args: {}, priority: '10'}\n", "steps.yaml"),
    ]
    node = add_node(database, name="a-node")
    for file in files:
        for where in (["--driver", "fake-hardware"], ["--node", node], ["--node", "a-node"]):
            result = check(wire, file, *where, driver=None)
            assert (result.exit_code, result.output) == (0, "Nothing is wrong with it.\n")


def test_every_fault_is_told_with_its_line_and_field(wire: Wire, tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """\
name: mirror
colour: red
steps:
  - interface: raid
    step: apply_configuration
    priority: 150
    args:
      raid_config: everything
      speed: 3
  - interface: raid
    step: paint_it_red
    priority: -1
    args: {}
  - interface: bios
    step: paint_it_red
    priority: 10
    args: {}
  - interface: deploy
    step: deploy
    priority: 7
    args: {}
  - interface: bios
    step: apply_configuration
    priority: 5
    args:
      {}
  - interface: bios
    step: factory_reset
    args: {}
  - 7
  - {interface: bios, step: factory_reset, args: {}, priority: 1}
  - {interface: bios, step: factory_reset, args: {}, priority: 2}
""",
    )
    result = check(wire, file)
    assert result.exit_code == 1
    beginnings = [
        "2: colour: A template has no field 'colour'",
        "1: name: 'mirror' is not a trait",
        "8: steps[0].args.raid_config: raid.apply_configuration: the argument raid_config must be a JSON object",
        "9: steps[0].args.speed: raid.apply_configuration does not take the arguments speed",
        "12: steps[1].priority: priority must be",
        "15: steps[2].step: There is no deploy step bios.paint_it_red; bios has: apply_configuration, factory_reset.",
        "20: steps[3].priority: deploy.deploy is a core step",
        "25: steps[4].args: bios.apply_configuration needs the argument settings",
        "27: steps[5]: The step needs priority.",
        "30: steps[6]: A step is an object",
        "32: steps[8]: This repeats step 7",
    ]
    lines = told(result, file)
    assert len(lines) == len(beginnings), result.output
    for line, beginning in zip(lines, beginnings, strict=True):
        assert line.startswith(beginning)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("{", "a.json", ":1: "),
        ('{"name": NaN}', "a.json", "NaN is not JSON"),
        ('{"name": "A",\n"name": "B"}', "a.json", ":2: the key 'name' stands here twice"),
        ("name: A\nname: B\n", "a.yaml", ":2: the key 'name' stands here twice"),
        ("steps: [\n", "a.yaml", ":2: "),
        ("a: &x [1]\nb: *x\n", "a.yaml", ":2: references"),
        ("a: &x [*x]\n", "a.yaml", "references"),
        ("[" * 30 + "]" * 30, "a.yaml", "nested more than"),
        ("[" * 100_000, "a.json", ":1: "),
        ("- interface: bios\n  step: x\n  args: {when: 2026-01-01}\n  priority: 1\n", "a.yaml", ":3: a date"),
        ("- 1: bios\n", "a.yaml", "the key 1 is not a string"),
        ("- !!python/object:os.system {}\n", "a.yaml", ":1: "),
        ("a: b: c\n", "a.yaml", ":1: "),
        ("x" * 2_000_000, "a.yaml", "larger than"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_line(
    wire: Wire, tmp_path: Path, text: str, name: str, words: str
) -> None:
    file = written(tmp_path, text, name)
    result = check(wire, file)
    assert result.exit_code == 2
    assert words in result.output
    assert len(result.output) < 1000
    assert isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("text", ["", "~", "7", "[]", "{}", "name: CUSTOM_A\n", "name: CUSTOM_A\nsteps: {}\n", "word"])
def test_what_is_no_template_is_told_so(wire: Wire, tmp_path: Path, text: str) -> None:
    result = check(wire, written(tmp_path, text))
    assert result.exit_code == 1
    assert "steps" in result.output


def test_a_file_that_is_not_there_and_one_that_is_no_text_are_refused(wire: Wire, tmp_path: Path) -> None:
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in check(wire, tmp_path / "none.yaml").output
    assert "is not text" in check(wire, tmp_path / "binary.yaml").output


def test_what_the_server_refuses_is_told(wire: Wire, tmp_path: Path) -> None:
    result = check(wire, written(tmp_path, GOOD), driver="no-such")
    assert (result.exit_code, "No live conductor serves the driver 'no-such'" in result.output) == (2, True)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "ftp://x", "nonsense", "http://[", "http://127.0.0.1:x"])
def test_a_server_that_cannot_be_asked_is_told(tmp_path: Path, url: str) -> None:
    file = str(written(tmp_path, GOOD))
    result = CliRunner().invoke(template_group, ["check", file, "--driver", "fake-hardware", "--url", url])
    assert result.exit_code == 2
    assert result.output.startswith("bessemer: ")


def test_it_must_be_said_what_the_template_is_for(wire: Wire, tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    assert "either --node or --driver" in check(wire, file, driver=None).output
    assert "either --node or --driver" in check(wire, file, "--node", "x").output
