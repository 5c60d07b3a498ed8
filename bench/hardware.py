"""Measures of the drivers: what one of them costs in CPU time and memory, and what loading them adds to a start.

Nothing of it waits for anything, so its CPU time is what it takes on a machine that has nothing else to do.
"""

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
import msgspec, sqlalchemy, bessemer.rules.placement, bessemer.store.database, bessemer.api.edge
begun = time.process_time()
from bessemer.drivers.catalogue import BUILT_IN, TYPES_GROUP, read_catalogue
from bessemer.drivers.loading import SwitchedOn, load_hardware
loaded = load_hardware(read_catalogue(), SwitchedOn(types=tuple(BUILT_IN[TYPES_GROUP])))
print(time.process_time() - begun)
assert not loaded.problems
"""
"""Loads everything that is built in, in a process that has imported what a server imports anyway."""


def hardware() -> Iterator[Line]:
    """Load the built-in hardware types in new processes, then build the drivers of many nodes in this one."""
    spent_ms = min(_loading_s() for _ in range(STARTS)) * 1e3
    yield Line(measure="CPU to load all hardware types at a start", ours=spent_ms, allowed=MOST_LOADING_MS, wide=True)
    loaded = load_hardware(read_catalogue(), SwitchedOn(types=tuple(BUILT_IN[TYPES_GROUP])))
    spent_us = min(_building_s(loaded) for _ in range(ROUNDS)) * 1e6
    yield Line(measure="CPU to build the driver of one node", ours=spent_us, allowed=MOST_US, unit="µs", wide=True)
    words = f"the drivers of {NODES:,} nodes".replace(",", " ")
    yield Line(measure=words, ours=_memory_mb(loaded), allowed=MOST_MB, unit="MB", wide=True)


def _loading_s() -> float:
    done = subprocess.run([sys.executable, "-c", LOAD], check=True, capture_output=True, text=True, env=environment())
    return float(done.stdout)


def _building_s(loaded: Loaded) -> float:
    usable, chosen = loaded.types["redfish"], loaded.defaults["redfish"]
    begun = time.process_time()
    for _ in range(NODES):
        compose(usable, chosen)
    return (time.process_time() - begun) / NODES


def _memory_mb(loaded: Loaded) -> float:
    usable, chosen = loaded.types["redfish"], loaded.defaults["redfish"]
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    drivers = [compose(usable, chosen) for _ in range(NODES)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / MB if len(drivers) == NODES else 0.0
