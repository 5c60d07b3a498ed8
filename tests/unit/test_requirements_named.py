"""Every requirement is named by a test that shows it: in the sentence below its name, or in the name of a case."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
COUNTS = {"R-DCR": 60, "R-DT": 39, "R-DS": 30, "R-NT": 33, "R-AG": 28}
"""The families of requirements whose rows are all to be named, each with how many it has."""
EXCUSED = {
    "R-NT-2": "how rows are loaded is ours to choose",
    "R-NT-7": "nothing here could talk to Placement",
    "R-NT-25": "an option of the client that it does not have",
    "R-NT-26": "about a client that is gone",
    "R-NT-27": "about what Nova does with the answers",
    "R-NT-33": "the pages are tested against the tables",
}
"""Rows that no test of ours could show, each with the reason."""


def named_by_tests() -> set[str]:
    """Give every requirement that stands in a test: what only stands at the head of a file is a claim, and no test."""
    found: set[str] = set()
    for path in {*TESTS.rglob("test_*.py")} - {Path(__file__)}:
        for text in _texts(ast.parse(path.read_text())):
            found.update(re.findall(r"\bR-[A-Z]+-\d+\b", text))
    return found


def _texts(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.Dict):
            yield from (key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


@pytest.mark.parametrize("family", COUNTS)
def test_every_requirement_is_named_by_a_test(family: str) -> None:
    named = named_by_tests()
    rows = [f"{family}-{number}" for number in range(1, COUNTS[family] + 1)]
    assert [row for row in rows if row not in named and row not in EXCUSED] == []
    assert EXCUSED.keys() & named == set()


@pytest.mark.parametrize("family", COUNTS)
def test_no_test_names_a_requirement_that_there_is_not(family: str) -> None:
    numbers = {int(name.rpartition("-")[2]) for name in named_by_tests() if name.startswith(f"{family}-")}
    assert numbers <= set(range(1, COUNTS[family] + 1))
