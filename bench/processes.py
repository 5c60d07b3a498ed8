"""Measures of the process itself: how soon it answers, how much memory it needs."""

import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from bench.clock import peak_rss_mib, rss_mib
from bench.reads import PAGE, TRAITS, walk_once
from bench.servers import Server, bessemer, environment
from bench.verdicts import Line

OURS = "bessemer"
MOST_IDLE_MIB = 110
MOST_AFTER_WORK_MIB = 160
IMPORT = """
import contextlib, importlib, sys
for name in sys.argv[1:]:
    with contextlib.suppress(ImportError):  # what is tried and missing here is tried and missing in the server, too
        importlib.import_module(name)
"""


def cold_start(folder: Path, rounds: int) -> Iterator[Line]:
    """Start on an empty folder and on one in use, against importing the same libraries and nothing more."""
    names = imported_libraries(folder / "starts")
    floors, new, again = [], [], []
    for each in range(rounds):
        floors.append(_import_s(names))
        data = folder / f"start-{each}"
        with bessemer(data) as server:
            new.append(server.started_s)
        with bessemer(data) as server:
            again.append(server.started_s)
    floor = min(floors)
    for name, found in (("start on an empty folder", min(new)), ("start again", min(again))):
        yield Line(measure=f"{name}, to the first answer", ours=found * 1e3, floor=floor * 1e3, allowed=2)
    yield Line(measure="start on an empty folder, in itself", ours=min(new) * 1e3, allowed=1000, wide=True)


def imported_libraries(data: Path) -> list[str]:
    """List every module of other people that a starting server imports, in the order in which it does."""
    with bessemer(data, interpreter=(sys.executable, "-X", "importtime")):
        pass
    log = (data.parent / f"{data.name}.log").read_text(errors="replace")
    others = packages_distributions().keys() - {OURS}
    return [name for name in _begun_in_order(log.splitlines()) if name.partition(".")[0] in others]


def _begun_in_order(lines: list[str]) -> list[str]:
    """Read Python's report, which names an import when it ends, below those it caused and less indented."""
    waiting: dict[int, list[str]] = {}
    for line in lines:
        if line.startswith("import time:"):
            name = line.rpartition("|")[2]
            depth = (len(name) - len(name.lstrip())) // 2
            waiting.setdefault(depth, []).extend([name.strip(), *waiting.pop(depth + 1, [])])
    return waiting.get(0, [])


def _import_s(names: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", IMPORT, *names], check=True, env=environment())
    return time.perf_counter() - begun


def idle_memory(server: Server) -> float:
    """Tell what a server that has answered little has in memory, in MiB."""
    with server.client() as client:
        client.get("/v1/nodes?limit=1")
    return rss_mib(server.pid)


def memory(server: Server, idle: float, count: int) -> Iterator[Line]:
    """Walk all nodes in detail and by traits, and look at the memory before and after."""
    with server.client() as client:
        for target in (PAGE, TRAITS, PAGE):
            walk_once(client, target, count)
    after, words = rss_mib(server.pid), f"{count:,} nodes listed".replace(",", " ")
    yield Line(measure="memory, idle", ours=idle, allowed=MOST_IDLE_MIB, unit="MiB", wide=True)
    yield Line(measure=f"memory, {words}, against idle", ours=after, floor=idle, allowed=1.5, unit="MiB", wide=True)
    yield Line(measure=f"memory, {words}", ours=after, allowed=MOST_AFTER_WORK_MIB, unit="MiB", wide=True)
    yield Line(measure="memory, most at any moment", ours=peak_rss_mib(server.pid), unit="MiB")
