"""The pages about hardware types say what operators and authors have to know of them."""

from pathlib import Path

import pytest

from bessemer.drivers.contract.kinds import KINDS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {
    "explanation/hardware-types.md": (
        "all conductors should have the same set of interfaces for the same type", *KINDS,
    ),
    "how-to/hardware-types.md": (
        "Switch a node to another hardware type", "--reset-interfaces", "enabled_hardware_types", "bessemer drivers",
    ),
    "tutorial/own-hardware-type.md": ("bessemer.hardware.types", "bessemer.testing.conformance", "required_names"),
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_what_one_has_to_know(page: str) -> None:
    """R-DCR-59: switching types, writing one, and one set for all conductors."""
    text = " ".join((DOCS / page).read_text().split())
    assert [words for words in PAGES[page] if words not in text] == []
