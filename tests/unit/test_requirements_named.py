"""Every requirement is named by a test that shows it: in the sentence below its name, or in the name of a case."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
COUNTS = {"R-DCR": 60, "R-DT": 39}
"""The families of requirements whose rows are all to be named, each with how many it has."""


def named_by_tests() -> set[str]:
    """Give every requirement that stands in a test: what only stands at the head of a file is a claim, and no test."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
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
    assert [number for number in range(1, COUNTS[family] + 1) if f"{family}-{number}" not in named] == []


@pytest.mark.parametrize("family", COUNTS)
def test_no_test_names_a_requirement_that_there_is_not(family: str) -> None:
    numbers = {int(name.rpartition("-")[2]) for name in named_by_tests() if name.startswith(f"{family}-")}
    assert numbers <= set(range(1, COUNTS[family] + 1))
