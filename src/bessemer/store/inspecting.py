"""What there is to say about a database to the person who looks after it."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, Table, func, select, text

from bessemer.store import engine_demands, schema_version
from bessemer.store.connecting import make_engine, parse_url
from bessemer.store.embedded import require_file
from bessemer.store.schema import metadata
from bessemer.store.schema_check import problems
from bessemer.store.unusable import explained, place

PRODUCT: Mapping[str, str] = {
    "sqlite": "SELECT 'SQLite ' || sqlite_version()",
    "postgresql": "SELECT 'PostgreSQL ' || current_setting('server_version')",
    "mysql": "SELECT CONCAT('MariaDB ', VERSION())",
}

MOST_FINDINGS = 10


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a database."""

    place: str
    engine: str
    """Product and version."""
    charset: str
    revision: str | None
    """The version of the tables; None when there are none."""
    rows: Mapping[str, int]
    """The number of rows in each table that is there."""
    problems: tuple[str, ...]
    """Why this release cannot work with it, and what to do."""


def inspect_database(url: str) -> Inspection:
    """Look at everything and change nothing."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        require_file(parsed)
    engine = make_engine(parsed, pool_size=1)
    try:
        with explained(parsed), engine.connect() as connection:
            found = schema_version.find(connection)
            known = [table for table in metadata.sorted_tables if table.name in found.tables]
            return Inspection(
                place=place(parsed),
                engine=str(connection.scalar(text(PRODUCT[engine.dialect.name]))),
                charset=engine_demands.charset(connection),
                revision=found.revision,
                rows={table.name: _count(connection, table) for table in known},
                problems=(*problems(connection), *_damage(connection)),
            )
    finally:
        engine.dispose()


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _damage(connection: Connection) -> list[str]:
    """Have SQLite read the whole file; servers look after themselves."""
    if connection.dialect.name != "sqlite":
        return []
    lines = connection.exec_driver_sql(f"PRAGMA quick_check({MOST_FINDINGS})").scalars()
    damage = [f"is damaged ({line}). Restore it from a backup." for line in lines if line != "ok"]
    orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(MOST_FINDINGS)
    return damage + [
        f"has a row {row} in {table} that refers to a missing row of {of}. Remove it, or restore a backup."
        for table, row, of, _ in orphans
    ]
