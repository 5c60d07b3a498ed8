"""The page about lookup and heartbeat says what it has to."""

from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "explanation" / "agent.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", ["restrict_lookup", "heartbeat(node, told)", "MAC address", "require_tls", "pins"])
def test_the_page_tells_the_risks_and_how_to_write_a_driver(word: str) -> None:
    """R-AG-24, R-AG-26."""
    assert word in PAGE
