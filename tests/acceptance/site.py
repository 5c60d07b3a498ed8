"""A whole installation for tests: APIs and conductors in processes of their own, which may be killed."""

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bessemer.model.operation import NEEDS_OPERATION
from bessemer.store import schema as s
from bessemer.store.database import Database, DatabaseSettings
from tests.api.serving import surroundings
from tests.api.wire import Answer, Wire

SECONDS_TO_START = 60
SECONDS_TO_STOP = 60
AT_ONCE = 16
"""Requests that a site is sent at the same time."""


class Running:
    """One process of the server."""

    def __init__(self, name: str, command: Sequence[str], settings: Mapping[str, str], folder: Path) -> None:
        """Start it and wait until it answers."""
        self.name = name
        self.log_file = folder / f"{name}.log"
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *command],
                env={**surroundings(), **settings},
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.url = self._answers_at()

    def _answers_at(self) -> str:
        assert self.process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if selector.select(SECONDS_TO_START) else ""
        if "answers at " not in line:
            self.kill()
            raise AssertionError(f"{self.name} did not start: {line!r}\n{self.log()}")
        return line.split("answers at ")[1].strip()

    def log(self) -> str:
        """What it has logged, in all its lives."""
        return self.log_file.read_text(errors="replace")

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self._over()

    def close(self) -> None:
        """Leave nothing of it."""
        self.kill()

    def pause(self) -> None:
        """Let it stand still without its knowing."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on as if nothing had been."""
        self.process.send_signal(signal.SIGCONT)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it as an operator would."""
        self.process.send_signal(how)
        try:
            return self.process.wait(SECONDS_TO_STOP)
        finally:
            self.kill()

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def _over(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(SECONDS_TO_STOP)
        if self.process.stdout:
            self.process.stdout.close()


class Site:
    """APIs and conductors over one database."""

    def __init__(self, folder: Path, connection: str, **settings: str) -> None:
        """Make the tables and the key; start nothing yet. Settings are named as OS_<GROUP>__<OPTION>."""
        self.folder = folder
        key = folder / "key"
        key.write_text("a key that only the processes of this test share")
        key.chmod(0o600)
        self.settings = {
            "OS_DATABASE__CONNECTION": connection,
            "OS_JSON_RPC__SHARED_KEY_FILE": str(key),
            "OS_CONDUCTOR__HEARTBEAT_INTERVAL": "1",
            "OS_CONDUCTOR__HEARTBEAT_TIMEOUT": "4",
            "OS_CONDUCTOR__MAX_CONCURRENT_DEPLOY": "100000",
            "OS_CONDUCTOR__MAX_CONCURRENT_CLEAN": "100000",
            "OS_DEFAULT__ENABLED_HARDWARE_TYPES": "fake-hardware",
            **settings,
        }
        subprocess.run(
            [sys.executable, "-m", "bessemer", "db", "upgrade"],
            env={**surroundings(), **self.settings},
            cwd=folder,
            check=True,
            capture_output=True,
        )
        self.database = Database(DatabaseSettings(connection=connection, pool_size=4))
        self.running: dict[str, Running] = {}

    def start_api(self, name: str = "api", port: int = 0, **settings: str) -> Running:
        """Start an API without a conductor."""
        return self._start(name, ["-m", "bessemer", "api", "--port", str(port)], settings)

    def start_conductor(self, name: str, **settings: str) -> Running:
        """Start a conductor, or start it again."""
        return self._start(name, ["-m", "bessemer", "conductor", "--port", "0"], {"OS_DEFAULT__HOST": name, **settings})

    def start_everything(
        self, name: str = "all", command: Sequence[str] = ("-m", "bessemer"), port: int = 0
    ) -> Running:
        """Start everything in one process."""
        return self._start(name, [*command, "serve", "--port", str(port)], {"OS_DEFAULT__HOST": name})

    def _start(self, name: str, command: Sequence[str], settings: Mapping[str, str]) -> Running:
        self.running[name] = Running(name, command, {**self.settings, **settings}, self.folder)
        return self.running[name]

    def close(self) -> None:
        """Kill what still runs."""
        for each in self.running.values():
            if each.lives:
                each.kill()
        self.database.close()

    def logs(self) -> str:
        """Everything that was logged by all of them."""
        return "\n".join(f"--- {each.name}\n{each.log()}" for each in self.running.values())

    @staticmethod
    def asked(url: str, node: str, target: str, **arguments: Any) -> Answer:
        """Ask for a verb."""
        wire = Wire(url)
        try:
            return wire.put(f"/v1/nodes/{node}/states/provision", {"target": target, **arguments})
        finally:
            wire.close()

    def provision_all(self, url: str, nodes: Iterable[str], target: str, **arguments: Any) -> None:
        """Ask for a verb on many nodes."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(lambda node: self.asked(url, node, target, **arguments), nodes))
        assert {answer.status for answer in answers} == {202}, next(a.body for a in answers if a.status != 202)

    def states(self) -> dict[str, str]:
        """Read the provision state of every node."""
        found = self.database.read(
            lambda tx: tx.rows("states", lambda: select(s.nodes.c.uuid, s.nodes.c.provision_state))
        )
        return {str(uuid): str(state) for uuid, state in found}

    def runs(self) -> list[tuple[Any, ...]]:
        """Read the whole timeline: operation, place, attempt, name, conductor, beginning, outcome."""
        r = s.step_runs.c
        columns = (r.operation_id, r.place, r.attempt, r.name, r.conductor, r.started_at, r.outcome)
        return self.database.read(
            lambda tx: tx.rows("runs", lambda: select(*columns).order_by(r.operation_id, r.place, r.attempt))
        )

    def settle(self, patience_s: float = 180.0) -> dict[str, str]:
        """Wait until no node is on its way any more."""
        found: dict[str, str] = wait_for(
            self.states, lambda states: not set(states.values()) & NEEDS_OPERATION, patience_s
        )
        return found


def wait_for(look: Callable[[], Any], is_right: Callable[[Any], bool], patience_s: float = 60.0) -> Any:
    """Look again and again until it is right."""
    ends = time.monotonic() + patience_s
    while True:
        found = look()
        if is_right(found):
            return found
        assert time.monotonic() < ends, f"after {patience_s:g} s still: {str(found)[:2000]}"
        time.sleep(0.1)


def seed_from_surroundings() -> int:
    """Choose a seed, or take the one of a run that is to be repeated."""
    seed = int(os.environ.get("CRASH_SEED") or time.time_ns() % 1_000_000)
    print(f"CRASH_SEED={seed}")  # noqa: T201 - whoever sees this fail needs it
    return seed
