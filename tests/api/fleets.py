"""Fleets for tests: an API and conductors as processes of their own, which share a database and a key."""

import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.api.serving import SECONDS_TO_START, SECONDS_TO_STOP, DidNotStart, first_line, surroundings
from tests.api.wire import Wire

KEY = "a-key-that-all-processes-of-a-test-share\n"


class Member:
    """One process of a fleet."""

    def __init__(self, command: str, folder: Path, settings: Mapping[str, str]) -> None:
        """Start it, and wait until it says where it is reached."""
        self._log = folder / f"{command}.log"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bessemer", command, "--data", str(folder)],
                env={**surroundings(), **settings},
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        line = first_line(self._process).rstrip()
        self.url = line.split()[-1] if "http://" in line else ""
        if not self.url:
            self.stop()
            raise DidNotStart(
                f"`bessemer {command}` said {line!r} within {SECONDS_TO_START} s and logged:\n{self.log()}"
            )

    def log(self) -> str:
        """What it has logged."""
        return self._log.read_text(errors="replace")

    def stop(self) -> int:
        """End it as an operator would, giving its exit code; one that hangs is killed."""
        if self._process.stdout:
            self._process.stdout.close()
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self.kill()
            return self._process.wait()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.wait()


class Fleet:
    """Processes on one database, each started when a test asks for it."""

    def __init__(self, folder: Path, database_url: str) -> None:
        """Make the tables; start nothing yet."""
        (folder / "key").write_text(KEY)
        self._folder = folder
        self._shared = {
            "OS_DATABASE__CONNECTION": database_url,
            "OS_JSON_RPC__SHARED_KEY_FILE": str(folder / "key"),
            "OS_JSON_RPC__PORT": "0",
            "OS_API__PORT": "0",
        }
        self._members: list[Member] = []
        self.wires: list[Wire] = []
        upgrade = [sys.executable, "-m", "bessemer", "db", "upgrade"]
        subprocess.run(upgrade, env={**surroundings(), **self._shared}, cwd=folder, check=True, capture_output=True)

    def api(self) -> Wire:
        """Start an API, giving the way to it."""
        wire = Wire(self._started("api", "api", {}).url)
        self.wires.append(wire)
        return wire

    def conductor(self, host: str, **options: str) -> Member:
        """Start a conductor of a name; options of the group DEFAULT are given by their names."""
        settings = {f"OS_DEFAULT__{name.upper()}": value for name, value in options.items()}
        return self._started("conductor", host, {"OS_DEFAULT__HOST": host, **settings})

    def _started(self, command: str, name: str, settings: Mapping[str, str]) -> Member:
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        member = Member(command, folder, {**self._shared, **settings})
        self._members.append(member)
        return member

    def stop(self) -> None:
        """End whatever still runs."""
        for wire in self.wires:
            wire.close()
        for member in self._members:
            member.stop()


@contextmanager
def fleet_on(folder: Path, database_url: str) -> Iterator[Fleet]:
    """Lend a fleet for as long as the block lasts."""
    fleet = Fleet(folder, database_url)
    try:
        yield fleet
    finally:
        fleet.stop()
