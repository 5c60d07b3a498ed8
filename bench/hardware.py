"""Measures of the drivers: what one of them costs in time and memory, and how long loading them holds up a start."""

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator

from bench.servers import environment
from bench.verdicts import Line
from bessemer.drivers.catalogue import BUILT_IN, TYPES_GROUP, read_catalogue
from bessemer.drivers.composing import compose
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware

NODES = 10_000
MOST_MB = 5
MOST_US = 10
MOST_LOADING_MS = 100
STARTS = 5
ROUNDS = 7
MB = 1_000_000
LOAD = """
import time
import {before}
begun = time.perf_counter()
from bessemer.drivers.catalogue import BUILT_IN, TYPES_GROUP, read_catalogue
from bessemer.drivers.loading import SwitchedOn, load_hardware
loaded = load_hardware(read_catalogue(), SwitchedOn(types=tuple(BUILT_IN[TYPES_GROUP])))
print(time.perf_counter() - begun)
assert not loaded.problems
"""
"""Loads everything that is built in, in a process that has imported nothing of it before."""
IN_A_SERVER = "msgspec, sqlalchemy, bessemer.rules.placement, bessemer.store.database, bessemer.api.edge"
"""What a server has imported anyway."""


def hardware() -> Iterator[Line]:
    """Load the built-in hardware types in new processes, then build the drivers of many nodes in this one."""
    for name, before in (("in a bare process", "sys"), ("beside the rest of the server", IN_A_SERVER)):
        spent_s = min(_loading_s(before) for _ in range(STARTS))
        yield Line(
            measure=f"loading all hardware types, {name}", ours=spent_s * 1e3, allowed=MOST_LOADING_MS, wide=True
        )
    loaded = load_hardware(read_catalogue(), SwitchedOn(types=tuple(BUILT_IN[TYPES_GROUP])))
    spent_us = min(_building_s(loaded) for _ in range(ROUNDS)) * 1e6
    yield Line(measure="the driver of one node, built", ours=spent_us, allowed=MOST_US, unit="µs", wide=True)
    words = f"the drivers of {NODES:,} nodes".replace(",", " ")
    yield Line(measure=words, ours=_memory_mb(loaded), allowed=MOST_MB, unit="MB", wide=True)


def _loading_s(before: str) -> float:
    program = [sys.executable, "-c", LOAD.format(before=before)]
    done = subprocess.run(program, check=True, capture_output=True, text=True, env=environment())
    return float(done.stdout)


def _building_s(loaded: Loaded) -> float:
    usable, chosen = loaded.types["redfish"], loaded.defaults["redfish"]
    begun = time.perf_counter()
    for _ in range(NODES):
        compose(usable, chosen)
    return (time.perf_counter() - begun) / NODES


def _memory_mb(loaded: Loaded) -> float:
    usable, chosen = loaded.types["redfish"], loaded.defaults["redfish"]
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    drivers = [compose(usable, chosen) for _ in range(NODES)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / MB if len(drivers) == NODES else 0.0
