"""Gives acceptance tests an installation of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.acceptance.real_agent.leaving_out import NOT_RUN
from tests.acceptance.site import Site


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    not_run: set[str] = config.stash.get(NOT_RUN, set())
    for reason in sorted(not_run):
        terminalreporter.section(f"NOT TESTED WITH THE REAL AGENT: {reason}", sep="!", red=True, bold=True)


@pytest.fixture
def make_site(tmp_path: Path, database_url: str) -> Iterator[Callable[..., Site]]:
    """Make an installation over an empty database; its logs are shown when the test fails."""
    made: list[Site] = []

    def make(**settings: str) -> Site:
        made.append(Site(tmp_path, database_url, **settings))
        return made[-1]

    yield make
    for site in made:
        site.close()
        print(site.logs()[-20_000:])  # noqa: T201 - pytest shows it with a failure
