"""Real servers for tests: `bessemer serve` in a process of its own, watched from its first line to its last."""

import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import bindparam, delete

from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.schema import conductors, metadata
from tests.api.wire import Wire
from tests.databases import Databases

SOURCE = Path(__file__).resolve().parents[2] / "src"
SECONDS_TO_START = 60
SECONDS_TO_STOP = 60
TRIES_FOR_A_PORT = 3
FAULTS = ("Traceback (most recent call last)", "failed inside the server", " ERROR ")
HOST = "this-server"
"""The name under which every server of a test is a conductor."""
KEPT = {"conductor_hardware_interfaces"}
"""A table whose rows go with their conductor."""


IS_THIS = conductors.c.hostname == bindparam("host")


class DidNotStart(AssertionError):
    """The server ended, or said nothing for too long; the text has its log."""


class Server:
    """One running server."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        """Start it and wait until it answers; `settings` are environment variables, OS_<GROUP>__<OPTION>."""
        self.folder = folder
        self.connection = settings.get("OS_DATABASE__CONNECTION", f"sqlite:///{folder}/bessemer.db")
        self._log = folder / "log"
        self._mark = 0
        self._process = self._started(settings)
        self.wire = Wire(self.url)
        self.database = Database(DatabaseSettings(connection=self.connection, pool_size=2))

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def log(self) -> str:
        """What the server has logged since the last mark."""
        with self._log.open("rb") as file:
            file.seek(self._mark)
            return file.read().decode(errors="replace")

    def mark(self) -> None:
        """Begin a new stretch of the log."""
        self._mark = self._log.stat().st_size

    def faults(self) -> list[str]:
        """Lines of this stretch of the log that say that the server failed."""
        return [line for line in self.log().splitlines() if any(fault in line for fault in FAULTS)]

    def empty(self) -> None:
        """Remove everything that a test may have left, but keep the server's own rows."""
        with self.database.writing() as transaction:
            for table in reversed(metadata.sorted_tables):
                if table is conductors:
                    transaction.change("other conductors", lambda: delete(conductors).where(~IS_THIS), {"host": HOST})
                elif table.name not in KEPT:
                    transaction.change(f"empty {table.name}", table.delete)

    def stop(self) -> int:
        """End it as an operator would, giving its exit code; a server that hangs is killed."""
        self.wire.close()
        self.database.close()
        if self._process.stdout:
            self._process.stdout.close()
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def _started(self, settings: Mapping[str, str]) -> subprocess.Popen[str]:
        self._upgrade(settings)
        for left in reversed(range(TRIES_FOR_A_PORT)):
            self.port = free_port()
            self.url = f"http://127.0.0.1:{self.port}"
            process = _launch(self.port, self.folder, settings, self._log)
            line = _first_line(process)
            if line.rstrip().endswith(self.url):
                return process
            _end(process)
            if not left or "address already in use" not in self.log():
                raise DidNotStart(f"The server did not start; it printed {line!r} and logged:\n{self.log()}")
        raise AssertionError

    def _upgrade(self, settings: Mapping[str, str]) -> None:
        """Make the tables, as the operator of a database server does by hand."""
        if "OS_DATABASE__CONNECTION" not in settings:
            return
        command = [sys.executable, "-m", "bessemer", "db", "upgrade"]
        done = subprocess.run(
            command, env={**surroundings(), **settings}, cwd=self.folder, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise DidNotStart(f"`bessemer db upgrade` ended with {done.returncode}: {done.stdout}{done.stderr}")


def free_port() -> int:
    """Give a port that nobody listens on at this moment."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def surroundings() -> dict[str, str]:
    """Give the environment for a program under test: ours without the OS_ variables that steer servers and clients."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OS_")}
    return {**kept, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}


def _launch(port: int, folder: Path, settings: Mapping[str, str], log: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bessemer", "serve", "--port", str(port), "--data", str(folder)]
    with log.open("ab") as file:
        return subprocess.Popen(
            command,
            env={**surroundings(), "OS_DEFAULT__HOST": HOST, **settings},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        )


def _first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        return process.stdout.readline() if selector.select(SECONDS_TO_START) else ""


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


class Servers:
    """The servers that tests share, one for each SQL engine, each started when it is first needed."""

    def __init__(self, folder: Path, databases: Databases) -> None:
        """Start nothing yet."""
        self._folder = folder
        self._databases = databases
        self._running: dict[str, Server] = {}
        self._broken: set[str] = set()

    def of(self, engine: str) -> Server:
        """Give the server on an engine."""
        return self.one(engine, lambda: {"OS_DATABASE__CONNECTION": self._databases.create(engine)[1]})

    def embedded(self) -> Server:
        """Give the server that nothing was set for: it keeps its data in a file of its folder."""
        return self.one("embedded", dict)

    def one(self, name: str, settings: Callable[[], Mapping[str, str]]) -> Server:
        """Give the server of a name, started with these settings when it is first asked for."""
        if name in self._broken:
            pytest.fail(f"The server {name} did not start; the first test to need it has its log.", pytrace=False)
        if name not in self._running:
            folder = self._folder / name
            folder.mkdir()
            try:
                self._running[name] = Server(folder, settings())
            except DidNotStart as error:
                self._broken.add(name)
                pytest.fail(str(error), pytrace=False)
        return self._running[name]

    def stop(self) -> None:
        """End them all; fail when one does not end cleanly."""
        codes = {name: server.stop() for name, server in self._running.items()}
        unclean = [
            f"The server {name} ended with {code} after SIGTERM. The end of its log:\n{self._running[name].log()}"
            for name, code in codes.items()
            if code != 0
        ]
        if unclean:
            pytest.fail("\n".join(unclean), pytrace=False)


@contextmanager
def lent(server: Server) -> Iterator[Server]:
    """Give a shared server to one test: empty at the start, searched for faults at the end."""
    server.empty()
    server.mark()
    yield server
    faults = server.faults()
    if faults:
        pytest.fail("The server logged a fault of its own:\n" + server.log(), pytrace=False)
