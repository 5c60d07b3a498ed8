"""The reference names every route, field, filter and API version there is."""

from pathlib import Path

import pytest

from tools.reference_pages import FOLDER, pages

PAGES = pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_of_the_reference_is_up_to_date(path: Path) -> None:
    """Run `python -m tools.reference_pages` when this fails."""
    assert path.read_text(encoding="utf-8") == PAGES[path]


def test_the_reference_has_no_page_that_nobody_writes_or_checks() -> None:
    checked = {path.name for path in PAGES} | {"settings.md", "commands.md", "states.md", "metrics.md"}
    assert {path.name for path in FOLDER.glob("*.md")} == checked
