"""Every requirement on lookup and heartbeat is named by a test, and the page about them says what it has to."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "explanation" / "agent.md").read_text(encoding="utf-8")
NUMBERS = range(1, 29)


def test_every_requirement_is_named_by_a_test() -> None:
    """R-AG-1 to the last."""
    own = Path(__file__)
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if path != own]
    named = {int(number) for text in texts for number in re.findall(r"R-AG-(\d+)", text)}
    own_named = {24, 26}  # by the tests below
    assert set(NUMBERS) - named - own_named == set()


@pytest.mark.parametrize("word", ["restrict_lookup", "heartbeat(node, told)", "MAC address", "require_tls", "pins"])
def test_the_page_tells_the_risks_and_how_to_write_a_driver(word: str) -> None:
    """R-AG-24, R-AG-26."""
    assert word in PAGE
