"""Measures of work on machines: `python -m bench.work [--quick]` prints each with its verdict."""

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from typing_extensions import override

from bench.client import Client
from bench.clock import cpu_s, rss_mib
from bench.recording import Plain, RecordingConnection, RecordingEngine, Sent
from bench.servers import REPOSITORY, environment, free_port, running
from bench.verdicts import Line, table
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.upgrading import upgrade
from bessemer.testing.builders import add_node, reserve
from bessemer.testing.engine_bench import EngineBench
from tools.databases import RECIPES
from tools.databases import running as database_server

HOST = "bench"
KEY = "the key that the processes of one benchmark share"
PATIENCE_S = 300.0
PROBES = 100
HUNG = 20


class Committing(RecordingConnection):
    """A connection that keeps what it is told, transaction by transaction."""

    def __init__(self, connection: Any, kept: list[list[Sent]]) -> None:
        """Wrap a connection from the pool."""
        super().__init__(connection, [])
        self._kept = kept

    @override
    def commit(self) -> None:
        """Keep it in earnest."""
        self._connection.commit()
        if self._log:
            self._kept.append(list(self._log))
        self._log.clear()


class CommittingEngine(RecordingEngine):
    """An engine whose connections record, transaction by transaction."""

    def __init__(self, engine: Engine, kept: list[list[Sent]]) -> None:
        """Wrap an engine."""
        super().__init__(engine, [])
        self.kept = kept

    @override
    def raw_connection(self) -> Committing:
        """Take a connection from the pool."""
        return Committing(self._engine.raw_connection(), self.kept)


def deployments_against_commits(folder: Path, count: int) -> Iterator[Line]:
    """Deploy one machine after the other, then send the very same transactions by the driver alone."""
    url, twin = f"sqlite:///{folder}/ours.sqlite", f"sqlite:///{folder}/twin.sqlite"
    upgrade(url)
    bench = EngineBench(url)
    nodes = [bench.node() for _ in range(count)]
    for node in nodes:
        bench.start("deploy", node)
    _copy(folder / "ours.sqlite", folder / "twin.sqlite")
    kept: list[list[Sent]] = []
    bench.database.engine = cast("Engine", CommittingEngine(bench.database.engine, kept))
    begun = time.perf_counter()
    bench.run()
    ours_s = time.perf_counter() - begun
    plain = Plain(twin)
    begun = time.perf_counter()
    for statements in kept:
        plain.write(statements)
    floor_s = time.perf_counter() - begun
    plain.close()
    bench.close()
    yield Line(measure="commits of one deployment", ours=len(kept) / count, unit="")
    yield Line(
        measure="a deployment against its own transactions, wall",
        ours=ours_s / count * 1e3,
        floor=floor_s / count * 1e3,
        allowed=3,
    )
    FLOOR["commits/s"] = len(kept) / floor_s
    FLOOR["commits each"] = len(kept) / count


FLOOR: dict[str, float] = {}
"""What was measured of the store by itself."""


def _copy(source: Path, target: Path) -> None:
    with sqlite3.connect(source) as ours, sqlite3.connect(target) as theirs:
        ours.backup(theirs)


def many_at_once(folder: Path, count: int) -> Iterator[Line]:
    """Deploy many machines through the API of one process, and see how soon each is begun."""
    with _everything(folder / "many", {}) as place:
        nodes = [add_node(place.database) for _ in range(count)]
        begun = time.perf_counter()
        place.ask_all(nodes, "active")
        place.settle()
        spent_s = time.perf_counter() - begun
        rate = count * (FLOOR["commits each"] + 1) / spent_s
        yield Line(
            measure=f"{count} deployments at once: commits a second",
            ours=rate,
            floor=FLOOR["commits/s"],
            allowed=0.6,
            more_is_better=True,
            unit="/s",
        )
    with _everything(folder / "soon", {}) as place:
        yield Line(measure="from request to first step, p99, one process", ours=_soon(place, count), allowed=50)
    with _everything(folder / "hung", {}) as place:
        before = _soon(place, 0)
        hung = [add_node(place.database, driver_info={"fake_hang_at": "deploy.deploy"}) for _ in range(HUNG)]
        place.ask_all(hung, "active")
        yield Line(
            measure=f"the same beside {HUNG} drivers that hang, against none",
            ours=_soon(place, 0, settle=False),
            floor=before,
            allowed=1.2,
        )


def parked(folder: Path, count: int, seconds: float) -> Iterator[Line]:
    """Let many operations wait, and see what that costs."""
    with _everything(folder / "parked", {}) as place:
        time.sleep(2)
        before = rss_mib(place.pid)
        for _ in range(count):
            node = add_node(place.database)
            reserve(place.database, node, HOST, status="waiting")
        time.sleep(3)
        spent_s = cpu_s(place.pid)
        time.sleep(seconds)
        share = (cpu_s(place.pid) - spent_s) / seconds * 100
        yield Line(measure=f"{count} operations parked: CPU of a core", ours=share, allowed=1, unit="%")
        yield Line(
            measure=f"{count} operations parked: more RSS", ours=rss_mib(place.pid) - before, allowed=50, unit="MiB"
        )


def two_conductors(folder: Path, count: int) -> Iterator[Line]:
    """Let hardware that answers after a second be the limit, for one conductor and then for two."""
    spent: dict[int, float] = {}
    with database_server(RECIPES["postgresql"]) as server:
        for conductors in (1, 2):
            with _several(folder / f"several{conductors}", _own(server, conductors), conductors) as place:
                nodes = [
                    add_node(place.database, provision_state="enroll", driver_info={"fake_answer_after": 1})
                    for _ in range(count)
                ]
                begun = time.perf_counter()
                place.ask_all(nodes, "manage")
                place.settle()
                spent[conductors] = time.perf_counter() - begun
        yield Line(
            measure=f"{count} machines that answer after 1 s: two conductors against one",
            ours=count / spent[2],
            floor=count / spent[1],
            allowed=1.6,
            more_is_better=True,
            unit="/s",
        )
        with _several(folder / "several3", _own(server, 3), 2) as place:
            yield Line(measure="from request to first step, p99, two processes", ours=_soon(place, count), allowed=200)


def _own(server: str, number: int) -> str:
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE bench{number}"))
    return engine.url.set(database=f"bench{number}").render_as_string(hide_password=False)


class Place:
    """An installation that is measured."""

    def __init__(self, port: int, pid: int, connection: str) -> None:
        """Remember where it is."""
        self.port, self.pid = port, pid
        self.database = Database(DatabaseSettings(connection=connection, pool_size=2))

    def ask_all(self, nodes: Sequence[str], target: str) -> None:
        """Ask for a verb on each of them."""
        with Client(self.port) as client:
            for node in nodes:
                client.demand(client.request("PUT", f"/v1/nodes/{node}/states/provision", {"target": target}), 202)

    def settle(self) -> None:
        """Wait until no node is being worked on."""
        ends = time.monotonic() + PATIENCE_S
        while self._rows("SELECT count(*) FROM operations WHERE active = 1")[0][0]:
            if time.monotonic() > ends:
                raise TimeoutError
            time.sleep(0.02)

    def waits_ms(self, nodes: Sequence[str]) -> list[float]:
        """Tell how long it took for each node from the request to the first thing begun, the shortest first."""
        rows = self._rows(
            "SELECT n.uuid, o.created_at, min(r.started_at) FROM operations o JOIN nodes n ON n.id = o.node_id "
            "JOIN step_runs r ON r.operation_id = o.id GROUP BY n.uuid, o.id, o.created_at"
        )
        return sorted(
            (datetime.fromisoformat(first) - datetime.fromisoformat(asked)).total_seconds() * 1e3
            for node, asked, first in rows
            if node in set(nodes)
        )

    def _rows(self, text: str) -> list[Any]:
        return self.database.read(lambda tx: tx.rows(text, lambda: sa.text(text)))


def _soon(place: Place, count: int, *, settle: bool = True) -> float:
    """Let many deployments run that wait now and then, and see how soon others are begun beside them."""
    slow = [add_node(place.database, driver_info={"fake_slow": 2}) for _ in range(count)]
    probes = [add_node(place.database) for _ in range(PROBES)]
    place.ask_all(slow, "active")
    for probe in probes:
        place.ask_all([probe], "active")
        time.sleep(0.05)
    waits = place.waits_ms(probes)
    if settle:
        place.settle()
    return waits[int(len(waits) * 0.99) - 1]


@contextmanager
def _everything(folder: Path, settings: dict[str, str]) -> Iterator[Place]:
    folder.mkdir()
    port = free_port()
    command = [sys.executable, "-m", "bessemer", "serve", "--port", str(port), "--data", str(folder)]
    given = {"OS_DEFAULT__HOST": HOST, "OS_CONDUCTOR__MAX_CONCURRENT_DEPLOY": "100000", **settings}
    with running(command, port, folder / "log", environment(given)) as server:
        place = Place(port, server.pid, f"sqlite:///{folder}/bessemer.db")
        yield place
        place.database.close()


@contextmanager
def _several(folder: Path, connection: str, conductors: int) -> Iterator[Place]:
    """Run an API and some conductors, each with few workers."""
    folder.mkdir()
    key = folder / "key"
    key.write_text(KEY)
    key.chmod(0o600)
    given = {
        "OS_DATABASE__CONNECTION": connection,
        "OS_JSON_RPC__SHARED_KEY_FILE": str(key),
        "OS_CONDUCTOR__WORKERS_POOL_SIZE": "20",
        "OS_CONDUCTOR__MAX_CONCURRENT_DEPLOY": "100000",
    }
    subprocess.run(
        [sys.executable, "-m", "bessemer", "db", "upgrade"], env=environment(given), check=True, cwd=REPOSITORY
    )
    with ExitStack() as stack:
        for number in range(conductors):
            door = free_port()
            own = {**given, "OS_DEFAULT__HOST": f"{HOST}{number}"}
            command = [sys.executable, "-m", "bessemer", "conductor", "--port", str(door)]
            stack.enter_context(running(command, door, folder / f"conductor{number}.log", environment(own)))
        port = free_port()
        command = [sys.executable, "-m", "bessemer", "api", "--port", str(port)]
        server = stack.enter_context(running(command, port, folder / "api.log", environment(given)))
        place = Place(port, server.pid, connection)
        yield place
        place.database.close()


def measured(folder: Path, *, quick: bool) -> Iterator[Line]:
    """Measure all of it."""
    yield from deployments_against_commits(folder, 50 if quick else 300)
    yield from many_at_once(folder, 50 if quick else 200)
    yield from two_conductors(folder, 60 if quick else 200)
    yield from parked(folder, 500 if quick else 10_000, 5 if quick else 30)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.work", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer machines")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder:
        print(table(list(measured(Path(folder), quick=given.quick))))


if __name__ == "__main__":
    main()
