"""Measures of ramdisks: lookup and heartbeat, each against sending the path back and their own statements.

`python -m bench.ramdisks [--quick]` prints them.
"""

import argparse
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from bench.machines import fill, uuid_of
from bench.recording import Inside, Plain, Sent
from bench.rounds import Spent, Subject, spent_in_turns
from bench.servers import Server, bessemer, echo
from bench.verdicts import Line, table
from bessemer.assembly.database import FILE
from bessemer.model.masking import masked
from bessemer.store.database import Database, DatabaseSettings
from bessemer.testing.builders import add_conductor, change_node

TOKEN = "t" * 43
EACH_ROUND = 300
AWAITED = 300
"""Machines whose ramdisks call."""
STEPS = [{"interface": "deploy", "step": f"step_{number}", "priority": number, "args": {}} for number in range(20)]
MEMORY = {
    "agent_secret_token": TOKEN,
    "agent_url": "https://192.0.2.77:9999",
    "deploy_steps": STEPS,
    "deploy_step_index": 1,
    "agent_cached_deploy_steps": {"deploy": STEPS},
}
"""What is remembered of a machine in the middle of a deployment."""


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """A server with awaited machines in it, and the same database once more."""

    server: Server
    echo: Server
    inside: Inside
    plain: Plain
    rounds: int


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of call."""

    measure: str
    method: str
    targets: Sequence[str]
    body: Any
    status: int
    reads: bool


def kinds() -> tuple[Kind, ...]:
    """Lay out what ramdisks ask."""
    uuids = [uuid_of(number) for number in range(AWAITED)]
    told = {"callback_url": "https://192.0.2.77:9999", "agent_token": TOKEN, "agent_version": "13.0.0"}
    return (
        Kind(
            measure="lookup by UUID",
            method="GET",
            targets=[f"/v1/lookup?node_uuid={uuid}" for uuid in uuids],
            body=None,
            status=200,
            reads=True,
        ),
        Kind(
            measure="heartbeat",
            method="POST",
            targets=[f"/v1/heartbeat/{uuid}" for uuid in uuids],
            body=told,
            status=202,
            reads=False,
        ),
    )


def measured(stand: Stand) -> Iterator[Line]:
    """Measure all of them."""
    for kind in kinds():
        yield from _one_kind(stand, kind)


def _one_kind(stand: Stand, kind: Kind) -> Iterator[Line]:
    recorded = [stand.inside.record(kind.method, target, kind.body) for target in kind.targets]
    with stand.server.client() as client, stand.echo.client() as bare:
        ours = cycle([client.request(kind.method, target, kind.body) for target in kind.targets])
        floors = cycle([bare.request("GET", target) for target in kind.targets])
    spent = spent_in_turns(
        {
            "echo": Subject(pid=stand.echo.pid, work=lambda: _asked(stand.echo, floors, 200)),
            "sql": Subject(pid=os.getpid(), work=lambda: _replayed(stand, kind, recorded)),
            "ours": Subject(pid=stand.server.pid, work=lambda: _asked(stand.server, ours, kind.status)),
        },
        stand.rounds,
    )
    yield from _lines(kind, recorded[0], spent["ours"], spent["echo"].cpu + spent["sql"].cpu)


def _lines(kind: Kind, statements: Sequence[Sent], ours: Spent, floor: float) -> Iterator[Line]:
    yield Line(measure=f"{kind.measure}, CPU", ours=ours.cpu * 1e3, floor=floor * 1e3, allowed=3)
    yield Line(measure=f"{kind.measure}, wall", ours=ours.wall * 1e3)
    yield Line(measure=f"{kind.measure}, SQL statements", ours=len(statements), allowed=3, unit="", wide=True)
    if not kind.reads:
        share = ours.cpu * 10_000 / 60 * 100
        yield Line(measure="10 000 agents, each every 60 s, CPU", ours=share, allowed=25, unit="% of a core")


def _asked(server: Server, requests: Iterator[bytes], status: int) -> int:
    """Ask on a connection of this turn, as one that rested for the turns of the others would have been closed."""
    share = list(islice(requests, EACH_ROUND))
    with server.client() as client:
        for request in share:
            client.demand(request, status)
    return len(share)


def _replayed(stand: Stand, kind: Kind, recorded: Sequence[list[Sent]]) -> int:
    for statements in recorded:
        (stand.plain.read if kind.reads else stand.plain.write)(statements)
    return len(recorded)


@contextmanager
def prepared(folder: Path, count: int, rounds: int) -> Iterator[Stand]:
    """Fill a database, let ramdisks be awaited on some machines, and start a server on it."""
    data, twin = folder / "data", folder / "twin"
    with bessemer(data):
        pass  # so that its tables exist
    url = f"sqlite:///{data / FILE}"
    fill(url, count)
    _await_ramdisks(url)
    shutil.copytree(data, twin)
    with bessemer(data) as server, echo(folder) as bare:
        inside, plain = Inside(twin), Plain(f"sqlite:///{twin / FILE}")
        yield Stand(server=server, echo=bare, inside=inside, plain=plain, rounds=rounds)
        plain.close()
        inside.close()


def _await_ramdisks(url: str) -> None:
    database = Database(DatabaseSettings(connection=url))
    add_conductor(database)  # it holds the work, which the server would else take over
    for number in range(AWAITED):
        change_node(
            database,
            uuid_of(number),
            provision_state="wait call-back",
            driver_internal_info=msgspec.json.encode(MEMORY).decode(),
            driver_internal_info_masked=msgspec.json.encode(masked(MEMORY)).decode(),
        )
    database.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.ramdisks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer nodes, fewer rounds")
    quick = parser.parse_args().quick
    with (
        tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder,
        prepared(Path(folder), 1_000 if quick else 10_000, 3 if quick else 9) as stand,
    ):
        print(table(list(measured(stand))))


if __name__ == "__main__":
    main()
