"""The one process with its one file is killed at every commit of a deployment; started again, it finishes it."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bessemer.model.states import ProvisionState
from bessemer.store.database import Database, DatabaseSettings
from bessemer.testing.builders import add_node
from tests.acceptance.site import Running, Site, wait_for

DYING = str(Path(__file__).parent / "dying_server.py")
FURTHEST = 60
"""A deployment has fewer commits than this."""


SETTINGS = {"OS_DEFAULT__HOST": "one", "OS_DEFAULT__ENABLED_HARDWARE_TYPES": "fake-hardware"}


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_deployment_finishes_whichever_commit_the_process_died_at(tmp_path: Path, when: str) -> None:
    """R-DS-23; the count starts with the process, so the first commits are those of its start."""
    node = make_template(tmp_path / "template")
    deaths = 0
    for at in range(1, FURTHEST):
        folder = shutil.copytree(tmp_path / "template", tmp_path / str(at))
        died = deployed_through_death(folder, node, at, when)
        deaths += died
        if not died:
            break
    assert deaths > 8


def make_template(folder: Path) -> str:
    """Make a data folder with one node that can be deployed, and give its UUID."""
    folder.mkdir()
    Running("made", ["-m", "bessemer", *serving(folder)], SETTINGS, folder).stop()
    database = Database(DatabaseSettings(connection=f"sqlite:///{folder}/bessemer.db", pool_size=1))
    node = add_node(database)
    database.close()
    return node


def serving(folder: Path) -> list[str]:
    """Give the command line of the server."""
    return ["serve", "--port", "0", "--data", str(folder)]


def deployed_through_death(folder: Path, node: str, at: int, when: str) -> bool:
    """Deploy a node with a process that dies, then with one that does not; tell whether the first one died."""
    answered, died = False, True
    with (
        suppress(AssertionError, OSError),  # it may die before it answers anything, or over the request
        closing(Running("dying", [DYING, str(at), when, *serving(folder)], SETTINGS, folder)) as first,
    ):
        answered = Site.asked(first.url, node, "active").status == 202
        wait_for(lambda: not first.lives or state_of(folder, node) == ProvisionState.ACTIVE, bool)
        died = not first.lives
    with closing(Running("second", ["-m", "bessemer", *serving(folder)], SETTINGS, folder)) as second:
        if state_of(folder, node) == ProvisionState.AVAILABLE:
            assert not answered, "a deployment was accepted and forgotten"
            assert Site.asked(second.url, node, "active").status == 202
        wait_for(lambda: state_of(folder, node), lambda found: found == ProvisionState.ACTIVE)
    return died


def state_of(folder: Path, node: str) -> str:
    """Read the provision state of a node beside the server."""
    with closing(sqlite3.connect(f"file:{folder}/bessemer.db?mode=ro", uri=True)) as connection:
        return str(connection.execute("SELECT provision_state FROM nodes WHERE uuid = ?", (node,)).fetchone()[0])
