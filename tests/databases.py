"""Databases for tests: one server of each engine for the run, as many databases on it as tests ask for."""

import shutil
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from tools.databases import RECIPES, is_here

ENGINES = ("sqlite", *RECIPES)
DROP = {"postgresql": "DROP DATABASE {} WITH (FORCE)", "mariadb": "DROP DATABASE {}"}


class Server:
    """A PostgreSQL or MariaDB server of this run, with the connection that makes databases on it."""

    def __init__(self, name: str) -> None:
        """Start it under a keeper process, which ends it when this process is gone, however that happens."""
        self.name = name
        command = [sys.executable, "-m", "tools.databases", "keep", name]
        self._keeper = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent.parent,
            start_new_session=True,  # Ctrl-C is for the tests; the keeper follows when they are through
        )
        url = self._keeper.stdout.readline().strip() if self._keeper.stdout else ""
        if not url:
            self._keeper.communicate()
            pytest.exit(f"The {name} server for the tests did not start; its last words are above.", returncode=1)
        self._engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")

    def create(self, database: str) -> str:
        """Make an empty database and give its URL."""
        self._run(f"CREATE DATABASE {database}")
        return self._engine.url.set(database=database).render_as_string(hide_password=False)

    def drop(self, database: str) -> None:
        """Remove a database with all that is in it."""
        self._run(DROP[self.name].format(database))

    def _run(self, statement: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(sa.text(statement))

    def stop(self) -> None:
        """End the server; its data goes with it."""
        self._engine.dispose()
        self._keeper.communicate()


class SqliteFolder:
    """Where the SQLite files of this run are."""

    def __init__(self) -> None:
        """Make the folder."""
        self._folder = Path(tempfile.mkdtemp(prefix="bessemer-sqlite-"))

    def create(self, database: str) -> str:
        """Name a file that is not there yet."""
        folder = self._folder / database
        folder.mkdir()
        return f"sqlite:///{folder}/bessemer.sqlite"

    def drop(self, database: str) -> None:
        """Remove the file and what SQLite laid beside it."""
        shutil.rmtree(self._folder / database)

    def stop(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self._folder)


class Databases:
    """The engines of this run, each started when it is first asked for."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self.missing: set[str] = set()
        self._started: dict[str, Server | SqliteFolder] = {}
        self._shared: dict[str, str] = {}
        self._numbers = count(1)

    def is_here(self, engine: str) -> bool:
        """Tell whether this machine has the engine, and remember it for the summary if not."""
        if engine == "sqlite" or is_here(RECIPES[engine]):
            return True
        self.missing.add(engine)
        return False

    def create(self, engine: str) -> tuple[str, str]:
        """Make an empty database; give its name and its URL."""
        if engine not in self._started:
            self._started[engine] = SqliteFolder() if engine == "sqlite" else Server(engine)
        name = f"test_{next(self._numbers)}"
        return name, self._started[engine].create(name)

    def drop(self, engine: str, name: str) -> None:
        """Remove a database by its name."""
        self._started[engine].drop(name)

    def shared(self, engine: str) -> str:
        """Give the URL of the one database that lasts for the run."""
        if engine not in self._shared:
            _, self._shared[engine] = self.create(engine)
        return self._shared[engine]

    def stop(self) -> None:
        """End every server and remove every file."""
        for started in self._started.values():
            started.stop()
