"""Brings the tables of a database to the revision of this release."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

import msgspec
from sqlalchemy import Connection, text

from bessemer.model.errors import ConfigurationError
from bessemer.store import engine_demands, schema_version
from bessemer.store.connecting import make_engine, parse_url
from bessemer.store.schema_version import NEWEST, Standing
from bessemer.store.unusable import explained, place

LONGEST_WAIT_S = 600
"""How long to wait for another process that is upgrading the same database."""

ADVISORY_KEY = 0x62657373656D6572
"""Any number will do that no other program on the same database takes: these are the letters of the name."""


class Upgraded(msgspec.Struct, frozen=True, kw_only=True):
    """What an upgrade did."""

    before: str | None
    """The revision found; None for an empty database."""
    after: str


def upgrade(url: str) -> Upgraded:
    """Make or change the tables, unless they are right already; only one process at a time does so."""
    parsed = parse_url(url)
    engine = make_engine(parsed, pool_size=1)
    try:
        with explained(parsed), engine.connect() as connection, ALONE[engine.dialect.name](connection):
            before = _upgrade(connection, place(parsed))
            connection.commit()
    finally:
        engine.dispose()
    return Upgraded(before=before, after=NEWEST)


def _upgrade(connection: Connection, where: str) -> str | None:
    found = schema_version.find(connection)
    if found.standing in {Standing.FOREIGN, Standing.NEWER}:
        raise ConfigurationError(f"{where} {schema_version.problem(found)}")
    wrong = engine_demands.problems(connection)
    if wrong:
        raise ConfigurationError("\n".join(f"{where} {problem}" for problem in wrong))
    if found.standing is not Standing.CURRENT:
        # Alembic costs 12 MB and 0.2 s, which a start with the right tables should not pay: it is loaded here.
        importlib.import_module("bessemer.store.migrations.running").upgrade(connection)
    return found.revision


@contextmanager
def _alone_on_sqlite(connection: Connection) -> Iterator[None]:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    yield


@contextmanager
def _alone_on_postgresql(connection: Connection) -> Iterator[None]:
    connection.execute(text(f"SET LOCAL lock_timeout = '{LONGEST_WAIT_S}s'"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_KEY})
    yield


@contextmanager
def _alone_on_mariadb(connection: Connection) -> Iterator[None]:
    # Its locks are for the whole server, and the names of databases may be longer than those of locks.
    name = {"name": connection.scalar(text("SELECT CONCAT('bessemer ', MD5(DATABASE()))"))}
    if connection.scalar(text("SELECT GET_LOCK(:name, :most)"), {**name, "most": LONGEST_WAIT_S}) != 1:
        raise ConfigurationError(
            f"Another process has been upgrading this MariaDB database for {LONGEST_WAIT_S} s. "
            "SHOW PROCESSLIST names it: wait for it or end it, then start again."
        )
    try:
        yield
    finally:
        connection.execute(text("SELECT RELEASE_LOCK(:name)"), name)


ALONE: Mapping[str, Callable[[Connection], AbstractContextManager[None]]] = {
    "sqlite": _alone_on_sqlite,
    "postgresql": _alone_on_postgresql,
    "mysql": _alone_on_mariadb,
}
"""How each engine lets only one process upgrade."""
