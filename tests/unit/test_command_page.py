"""The page of commands names every command and option there is."""

from tools.command_page import PAGE, page


def test_the_page_of_commands_is_up_to_date() -> None:
    """Run `python -m tools.command_page` when this fails."""
    assert PAGE.read_text(encoding="utf-8") == page()
