"""How each of the three engines is reached, tuned and checked."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from bessemer.model.errors import ConfigurationError

DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "mysql": "mysql+pymysql",
    "mariadb": "mysql+pymysql",
}
"""The one driver used for each engine, whichever spelling the URL has."""

EXTRAS = {"postgresql": "postgresql", "mysql": "mariadb"}

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 10000",
    "PRAGMA cache_size = -16000",
)

SESSION = {
    "postgresql": ("SET idle_in_transaction_session_timeout = '10s'", "SET lock_timeout = '10s'"),
    "mysql": ("SET SESSION idle_transaction_timeout = 10", "SET SESSION innodb_lock_wait_timeout = 10"),
}
"""A process that stands still in a transaction must not keep its rows from those who take over from it."""


def parse_url(text: str) -> URL:
    """Read a database URL, choosing the driver."""
    try:
        url = make_url(text)
    except ArgumentError as error:
        shown = "[database]connection is not a database URL; use for example sqlite:///bessemer.db"
        raise ConfigurationError(shown) from error
    engine = url.drivername.split("+", 1)[0]
    if engine not in DRIVERS:
        raise ConfigurationError(
            f"[database]connection names the engine {engine!r}; use one of sqlite, postgresql, mariadb."
        )
    if engine == "sqlite" and url.database in {None, "", ":memory:"}:
        raise ConfigurationError("[database]connection must name a file: a database in memory would lose everything.")
    return url.set(drivername=DRIVERS[engine])


def make_engine(url: URL, pool_size: int) -> Engine:
    """Prepare connections of the engine that the URL names."""
    kind = url.get_backend_name()
    try:
        if kind == "sqlite":
            return _sqlite(url, pool_size)
        if kind == "mysql":
            url = url.update_query_dict({"charset": "utf8mb4"})
        engine = create_engine(
            url,
            poolclass=QueuePool,
            pool_size=pool_size,
            max_overflow=0,
            pool_pre_ping=True,
            isolation_level="READ COMMITTED",
        )
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The driver for {kind} is not installed ({error.name}); install bessemer[{EXTRAS[kind]}]."
        ) from error
    event.listen(engine, "connect", partial(_tune, SESSION[kind]))
    return engine


def _tune(statements: Sequence[str], connection: Any, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()
    connection.commit()


def _sqlite(url: URL, pool_size: int) -> Engine:
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=pool_size,
        max_overflow=0,
        connect_args={"check_same_thread": False, "isolation_level": None, "cached_statements": 512},
    )

    event.listen(engine, "connect", partial(_tune, PRAGMAS))
    return engine
