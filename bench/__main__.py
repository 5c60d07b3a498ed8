"""Runs the benchmark: `python -m bench [--quick] [--engine …] [--strict]` prints every measure with its verdict."""

import argparse
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa

from bench.hardware import hardware
from bench.machines import fill
from bench.processes import cold_start, idle_memory, memory
from bench.reads import reads
from bench.recording import Inside, Plain
from bench.scale import scale
from bench.servers import bessemer, echo
from bench.subjects import Stage
from bench.verdicts import Line, row, table
from bench.writes import writes
from bessemer.assembly.database import FILE
from tools.databases import RECIPES, running


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """How thoroughly to measure."""

    few: int
    many: int
    rounds: int
    starts: int


FULL = Size(few=10_000, many=100_000, rounds=9, starts=7)
QUICK = Size(few=1_000, many=5_000, rounds=2, starts=1)
GROUPS = ("start", "reads", "writes", "memory", "scale")


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    size: Size
    groups: frozenset[str]
    folder: Path
    url: str | None
    """The database server; None for SQLite."""

    @property
    def embedded(self) -> bool:
        """Tell whether the database is a file."""
        return self.url is None


def measured(run: Run) -> Iterator[Line]:
    """Measure everything, with few nodes and then with many."""
    if "start" in run.groups and run.embedded:
        yield from (*cold_start(run.folder, run.size.starts), *hardware())
    if run.groups & {"reads", "writes"}:
        with filled(run, run.size.few) as stage:
            if "reads" in run.groups:
                yield from reads(stage)
            if "writes" in run.groups:
                yield from writes(stage)
    if run.groups & {"memory", "scale"}:
        with filled(run, run.size.many) as stage:
            if "memory" in run.groups:
                yield from memory(stage.server, stage.idle_mib, stage.count)
            if "scale" in run.groups:
                yield from scale(stage)


@contextmanager
def filled(run: Run, count: int) -> Iterator[Stage]:
    """Fill a database with so many machines and start a server on it."""
    print(f"Filling a database with {count} machines …", file=sys.stderr)
    data, twin = run.folder / f"data-{count}", run.folder / f"twin-{count}"
    if run.url is not None:
        _empty(run.url)
    with bessemer(data, run.url):
        pass  # so that its tables exist
    url = run.url or f"sqlite:///{data / FILE}"
    fill(url, count)
    twin_url = run.url
    if run.embedded:
        shutil.copytree(data, twin)
        twin_url = f"sqlite:///{twin / FILE}"
    with bessemer(data, run.url) as server, echo(run.folder) as bare:
        idle = idle_memory(server)
        inside, plain = Inside(twin, run.url), Plain(twin_url or url)
        yield Stage(
            server=server,
            echo=bare,
            inside=inside,
            plain=plain,
            count=count,
            rounds=run.size.rounds,
            idle_mib=idle,
            embedded=run.embedded,
        )
        plain.close()
        inside.close()


def _empty(url: str) -> None:
    """Drop every table of the database, which is a throw-away one."""
    engine = sa.create_engine(url)
    metadata = sa.MetaData()
    metadata.reflect(engine)
    metadata.drop_all(engine)
    engine.dispose()


@contextmanager
def own_database(engine: str) -> Iterator[str | None]:
    """Run a throw-away database server, and give the URL of an empty database on it; None for SQLite."""
    if engine == "sqlite":
        yield None
        return
    with running(RECIPES[engine]) as url:
        parsed = sa.make_url(url)
        administration = sa.create_engine(parsed, isolation_level="AUTOCOMMIT")
        with administration.connect() as connection:
            connection.execute(sa.text("CREATE DATABASE bench"))
        administration.dispose()
        yield parsed.set(database="bench").render_as_string(hide_password=False)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="about half a minute: fewer nodes, fewer rounds")
    parser.add_argument("--engine", choices=("sqlite", *RECIPES), default="sqlite")
    parser.add_argument("--only", choices=GROUPS, action="append", help="measure this group only; may be repeated")
    parser.add_argument(
        "--strict", action="store_true", help="fail when a measure with a wide margin is over its limit"
    )
    parser.add_argument("--folder", type=Path, help="where the databases lie while it runs; the temporary folder else")
    return parser.parse_args()


def _told(line: Line) -> Line:
    """Tell a measure at once: a long run may be ended early."""
    print(row(line), file=sys.stderr, flush=True)
    return line


def main() -> int:
    """Measure, print, and fail only if told to."""
    given = arguments()
    now = datetime.now(UTC)
    print(
        f"{now:%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, Python {platform.python_version()}, {given.engine}, "
        f"{'quick' if given.quick else 'full'} run; load {os.getloadavg()[0]:.1f} at its start.\n",
        flush=True,
    )
    with (
        tempfile.TemporaryDirectory(prefix="bessemer-bench-", dir=given.folder) as folder,
        own_database(given.engine) as url,
    ):
        run = Run(
            size=QUICK if given.quick else FULL,
            groups=frozenset(given.only or GROUPS),
            folder=Path(folder),
            url=url,
        )
        lines = [_told(line) for line in measured(run)]
    print(table(lines))
    missed = [line.measure for line in lines if line.wide and line.holds is False]
    if given.strict and missed:
        print(f"\nOver the limit in spite of a wide margin: {'; '.join(missed)}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
