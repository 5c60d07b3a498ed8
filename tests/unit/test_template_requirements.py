"""Every requirement of deploy templates is named by a test that would fail without it."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
NUMBER = re.compile(r"\bR-DT-([0-9]+)\b")
ALL = range(1, 40)


@pytest.fixture(scope="module")
def named() -> set[int]:
    """The numbers that stand in the docstrings of tests."""
    found: set[int] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {int(number) for number in NUMBER.findall(ast.get_docstring(node) or "")}
    return found


@pytest.mark.parametrize("number", ALL)
def test_a_requirement_of_templates_has_a_test(named: set[int], number: int) -> None:
    assert number in named, f"no test names R-DT-{number} in its docstring"
