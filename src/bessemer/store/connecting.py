"""How each of the three engines is reached, tuned and checked."""

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
        return create_engine(
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


def _sqlite(url: URL, pool_size: int) -> Engine:
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=pool_size,
        max_overflow=0,
        connect_args={"check_same_thread": False, "isolation_level": None, "cached_statements": 512},
    )

    def tune(connection: Any, _: ConnectionPoolEntry) -> None:
        for pragma in PRAGMAS:
            connection.execute(pragma)

    event.listen(engine, "connect", tune)
    return engine
