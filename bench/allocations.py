"""Measures what it costs to find a node for an allocation: `python -m bench.allocations [--engine …] [--nodes …]`."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from bench.__main__ import own_database
from bench.machines import fill
from bench.recording import Plain, RecordingEngine, Sent
from bench.rounds import Subject, spent_in_turns
from bench.verdicts import Line, table
from bessemer.services.allocating import decide
from bessemer.store import schema as s
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.schema import metadata
from bessemer.testing.builders import add_allocation
from tools.databases import RECIPES

COUNT, ROUNDS = 10_000, 25
MOST_TIMES_THE_QUERY = 3
KIND = "baremetal.small"
NOTHING = "none fits, by three traits"
WISHES: dict[str, tuple[str, ...]] = {
    "every node fits": (),
    "every node fits, by three traits": ("CUSTOM_X86", "CUSTOM_VMX", "CUSTOM_RAID"),
    "a quarter fits, by three traits": ("CUSTOM_X86", "CUSTOM_VMX", "CUSTOM_GPU"),
    NOTHING: ("CUSTOM_X86", "CUSTOM_GPU", "CUSTOM_FPGA"),
}
"""What is asked for, with its traits; machines.traits_of says who has what."""
MOST_SEARCHES = {**dict.fromkeys(WISHES, 1), NOTHING: 2}
"""What rejects the nodes is counted only when none fits."""
SEARCH = "nodes.power_state IS NOT NULL"
"""Only statements that judge the whole fleet say this."""


def make_tables(url: str) -> None:
    """Make the tables in an empty database."""
    database = Database(DatabaseSettings(connection=url))
    metadata.create_all(database.engine)
    database.close()


def make_available(url: str) -> None:
    """Let every machine be one of a class that can be had."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        free = {"provision_state": "available", "instance_uuid": None, "resource_class": KIND}
        connection.execute(sa.update(s.nodes).values(**free))
    engine.dispose()


def _decide_one(database: Database, asked: list[str]) -> None:
    decide(database, asked.pop())


def measured(url: str) -> Iterator[Line]:
    """Decide about wishes, and let the driver alone run the query that finds the nodes."""
    database, plain = Database(DatabaseSettings(connection=url)), Plain(url)
    for name, traits in WISHES.items():
        asked = [_add(database, traits) for _ in range(ROUNDS + 1)]
        searches, statements = _searches(url, asked[0])
        spent = spent_in_turns(
            {
                "decided": _subject(partial(_decide_one, database, asked)),
                "alone": _subject(partial(plain.read, searches)),
            },
            ROUNDS,
        )
        ours, floor = spent["decided"].wall * 1e3, spent["alone"].wall * 1e3
        yield Line(measure=name, ours=ours, floor=floor, allowed=MOST_TIMES_THE_QUERY)
        yield Line(measure=f"{name}: searches of the fleet", ours=len(searches), unit="", allowed=MOST_SEARCHES[name])
        yield Line(measure=f"{name}: statements", ours=statements, unit="")
    plain.close()
    database.close()


def _subject(work: Callable[[], object]) -> Subject:
    return Subject(pid=os.getpid(), work=lambda: len([work()]))


def _add(database: Database, traits: Sequence[str]) -> str:
    text = msgspec.json.encode(traits).decode()
    return add_allocation(database, state="allocating", resource_class=KIND, traits=text)


def _searches(url: str, uuid: str) -> tuple[list[Sent], int]:
    """Decide without keeping it, and tell which statements look at all nodes, and how many statements there are."""
    log: list[Sent] = []
    database = Database(DatabaseSettings(connection=url))
    database.engine = cast("Engine", RecordingEngine(database.engine, log))
    decide(database, uuid)
    database.close()
    return [sent for sent in log if SEARCH in sent.text], len(log)


def main() -> int:
    """Measure, print, and tell by the exit code whether all holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=("sqlite", *RECIPES), default="sqlite")
    parser.add_argument("--nodes", type=int, default=COUNT)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, own_database(chosen.engine) as server:
        url = server or f"sqlite:///{folder}/bessemer.db"
        make_tables(url)
        fill(url, chosen.nodes)
        make_available(url)
        lines = list(measured(url))
    print(table(lines))
    return int(any(line.holds is False for line in lines))


if __name__ == "__main__":
    sys.exit(main())
