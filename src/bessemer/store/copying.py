"""Copies everything from one database to another, whatever their engines."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bessemer.model.errors import ConfigurationError
from bessemer.store import row_numbers, schema_version
from bessemer.store import schema as s
from bessemer.store.connecting import make_engine, parse_url
from bessemer.store.embedded import claim_file, file_of, lock_existing_file
from bessemer.store.moments import now_as_text
from bessemer.store.row_tally import Tally, tally
from bessemer.store.schema_check import problems
from bessemer.store.schema_version import Standing
from bessemer.store.unusable import explained, place, reason_given
from bessemer.store.upgrading import upgrade

Row = tuple[Any, ...]

MOST_ROWS = 500
MOST_CHARACTERS = 4_000_000
"""A batch ends at either: rows may hold much JSON, and MariaDB accepts 16 MB at once."""

SNAPSHOT: Mapping[str, tuple[str, ...]] = {
    "sqlite": ("BEGIN",),
    "postgresql": ("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",),
    "mysql": ("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ", "START TRANSACTION READ ONLY"),
}
"""How to read everything as it was at one moment."""

WHOLE: Mapping[str, tuple[str, ...]] = {
    "sqlite": ("BEGIN IMMEDIATE",),
    "postgresql": (),
    # It would cut texts that are too long and count 0 as "no number".
    "mysql": ("SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO'",),
}
"""How to write everything or nothing, and every value as it is."""


class CopiedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is on both sides alike."""

    name: str
    rows: int
    checksum: str


def copy_database(source: str, target: str, tell: Callable[[CopiedTable], None]) -> None:
    """Copy all rows into a database that has none; on any doubt nothing is written."""
    origin, goal = parse_url(source), parse_url(target)
    _refuse_the_same(origin, goal)
    with ExitStack() as stack:
        if origin.get_backend_name() == "sqlite":
            stack.enter_context(lock_existing_file(origin))
        reader = stack.enter_context(_connected(origin, SNAPSHOT))
        _refuse_unfit_source(origin, reader)
        if goal.get_backend_name() == "sqlite":
            stack.enter_context(claim_file(goal))
        _make_tables_where_none_are(goal)
        writer = stack.enter_context(_connected(goal, WHOLE))
        _refuse_unfit_target(goal, writer)
        for table in s.metadata.sorted_tables:
            tell(_copy_table(table, reader, writer, goal))
        _copy_counters(reader, writer)
        writer.commit()


def _copy_table(table: Table, reader: Connection, writer: Connection, goal: URL) -> CopiedTable:
    read = Tally()
    for batch in _batches(read.of(_rows(reader, table))):
        _insert(table, batch, writer, goal)
    written = tally(_rows(writer, table))
    if (read.rows, read.checksum) != (written.rows, written.checksum):
        raise ConfigurationError(
            f"The copy of the table {table.name} differs: {read.rows} rows with checksum {read.checksum[:16]} were "
            f"read, {written.rows} with {written.checksum[:16]} arrived. Nothing was kept. Stop every process that "
            "uses either database, and copy again."
        )
    return CopiedTable(name=table.name, rows=read.rows, checksum=read.checksum)


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    for row in connection.execute(select(table).execution_options(stream_results=True, max_row_buffer=100)):
        yield tuple(row)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += sum(len(value) for value in row if isinstance(value, str))
        if len(batch) >= MOST_ROWS or characters >= MOST_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _insert(table: Table, batch: list[Row], writer: Connection, goal: URL) -> None:
    names = table.columns.keys()
    try:
        writer.execute(insert(table), [dict(zip(names, row, strict=True)) for row in batch])
    except DBAPIError as error:
        raise ConfigurationError(
            f"{place(goal)} refused rows of the table {table.name}, between {_key(table, batch[0])} and "
            f"{_key(table, batch[-1])}: {reason_given(goal, error.orig or error)}. Nothing was kept. Correct these "
            "rows in the source and copy again."
        ) from error


def _key(table: Table, row: Row) -> str:
    return ", ".join(
        f"{column.name} {value}" for column, value in zip(table.columns, row, strict=True) if column.primary_key
    )


def _copy_counters(reader: Connection, writer: Connection) -> None:
    for table in s.metadata.sorted_tables:
        row_numbers.never_give_again(writer, table, row_numbers.highest_given(reader, table))


@contextmanager
def _connected(url: URL, first: Mapping[str, tuple[str, ...]]) -> Iterator[Connection]:
    engine = make_engine(url, pool_size=1)
    try:
        with explained(url), engine.connect() as connection:
            for statement in first[engine.dialect.name]:
                connection.exec_driver_sql(statement)
            yield connection
    finally:
        engine.dispose()


def _refuse_the_same(origin: URL, goal: URL) -> None:
    if _identity(origin) == _identity(goal):
        raise ConfigurationError(f"{place(origin)} is both source and target. Name two different databases.")


def _identity(url: URL) -> tuple[object, ...]:
    if url.get_backend_name() == "sqlite":
        return (file_of(url),)
    return url.drivername, url.host, url.port, url.database


def _refuse_unfit_source(origin: URL, reader: Connection) -> None:
    wrong = problems(reader)
    if wrong:
        raise ConfigurationError("\n".join(f"{place(origin)} {problem}" for problem in wrong))
    if origin.get_backend_name() == "sqlite":
        return  # its lock is ours, so whoever held a lease is gone
    alive = reader.scalars(select(s.conductors.c.hostname).where(s.conductors.c.lease_until > now_as_text())).all()
    if alive:
        raise ConfigurationError(
            f"{place(origin)} is in use by the conductor {', '.join(alive)}: what it writes while the copy is made "
            "would be lost. Stop every Bessemer process on it, wait until the leases are over (20 s), and copy again."
        )


def _make_tables_where_none_are(goal: URL) -> None:
    with _connected(goal, {"sqlite": (), "postgresql": (), "mysql": ()}) as connection:
        standing = schema_version.find(connection).standing
    if standing is Standing.EMPTY:
        upgrade(goal.render_as_string(hide_password=False))


def _refuse_unfit_target(goal: URL, writer: Connection) -> None:
    wrong = problems(writer)
    if wrong:
        raise ConfigurationError("\n".join(f"{place(goal)} {problem}" for problem in wrong))
    counts = {table.name: writer.scalar(select(func.count()).select_from(table)) for table in s.metadata.sorted_tables}
    full = [f"{name} ({rows})" for name, rows in counts.items() if rows]
    if full:
        raise ConfigurationError(
            f"{place(goal)} holds rows already: {', '.join(full)}. A copy goes into an empty database only: "
            "name another one."
        )
