"""Measures a real Ironic beside ours: `python -m bench.peer --cache FOLDER` prints both columns for the same work."""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.__main__ import own_database
from bench.client import Client
from bench.clock import cpu_s, family, rss_mib
from bench.ironic import installed, ironic
from bench.rounds import Spent
from bench.servers import Server, bessemer
from bench.verdicts import columns_table
from bench.writes import enrol_with_parts

VERSION = "1.104"
"""Both know it, and it shows every field but the newest."""
NODES = 200
REQUESTS = 100
LISTS = 3


def operations(client: Client, uuids: list[str]) -> Mapping[str, Callable[[], int]]:
    """Lay out the work, which is the same for both; the first enrols the nodes for the rest."""

    def enrolled() -> int:
        uuids.extend(enrol_with_parts(client, number) for number in range(NODES))
        return NODES

    def shown() -> int:
        return len([client.get(f"/v1/nodes/{uuid}") for uuid in uuids[:REQUESTS]])

    def patched() -> int:
        patch = [{"op": "replace", "path": "/extra/asset", "value": "B-1"}]
        for uuid in uuids[:REQUESTS]:
            client.demand(client.request("PATCH", f"/v1/nodes/{uuid}", patch))
        return REQUESTS

    def listed(target: str) -> Callable[[], int]:
        return lambda: len([client.get(target) for _ in range(LISTS)])

    return {
        "enrol a node, a port, 5 traits": enrolled,
        "show one node": shown,
        "patch one field": patched,
        f"list detail, {NODES} rows": listed("/v1/nodes/detail?limit=1000"),
        f"list uuid,traits, {NODES} rows": listed("/v1/nodes?fields=uuid,traits&limit=1000"),
    }


def spent_on(server: Server) -> Iterator[tuple[str, Spent]]:
    """Do all of it once, one request at a time."""
    with Client(server.port, VERSION) as client:
        for name, work in operations(client, []).items():
            cpu, wall = _cpu_s(server), time.perf_counter()
            count = work()
            yield name, Spent((_cpu_s(server) - cpu) / count * 1e3, (time.perf_counter() - wall) / count * 1e3)


def _cpu_s(server: Server) -> float:
    return sum(map(cpu_s, family(server.pid)))


def _rss_mib(server: Server) -> float:
    return sum(map(rss_mib, family(server.pid)))


def column(server: Server) -> dict[str, tuple[float, str]]:
    """Measure one of the two."""
    idle = _rss_mib(server)
    found: dict[str, tuple[float, str]] = {"start to the first answer": (server.started_s * 1e3, "ms")}
    for name, spent in spent_on(server):
        found[f"{name}, CPU"] = (spent.cpu, "ms")
        found[f"{name}, wall"] = (spent.wall, "ms")
    return {**found, "memory, idle": (idle, "MiB"), "memory, after this": (_rss_mib(server), "MiB")}


@contextmanager
def scratch(kept: Path | None) -> Iterator[Path]:
    """Give a folder for what is thrown away."""
    folder = Path(tempfile.mkdtemp(prefix="bessemer-peer-", dir=kept))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the command line says."""

    environment: Path
    engine: str


def arguments() -> Asked:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.peer", description=__doc__)
    default = Path(tempfile.gettempdir()) / "bessemer-peer-ironic"
    parser.add_argument(
        "--cache", type=Path, default=default, help=f"the virtual environment with Ironic, made if absent; {default}"
    )
    parser.add_argument("--engine", choices=("sqlite", "mariadb"), default="sqlite")
    given = parser.parse_args()
    return Asked(environment=given.cache, engine=given.engine)


def main() -> int:
    """Measure the peer, then ours, and print both."""
    asked = arguments()
    programs = installed(asked.environment)
    print(f"{os.cpu_count()} cores, {asked.engine}; measuring {NODES} nodes, one request at a time.", file=sys.stderr)
    with scratch(None) as folder:
        with own_database(asked.engine) as url, ironic(programs, folder / "ironic", url) as server:
            theirs = column(server)
        with own_database(asked.engine) as url, bessemer(folder / "ours", url) as server:
            ours = column(server)
    print(columns_table(ours, theirs))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
