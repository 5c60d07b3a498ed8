"""An open database: hands out transactions to those who read and those who write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import PoolProxiedConnection

from bessemer.model.errors import BessemerError
from bessemer.store.connecting import make_engine, parse_url
from bessemer.store.moments import now_as_text
from bessemer.store.prepared import Shelf
from bessemer.store.refusals import is_worth_retrying, refusal_from_driver_error
from bessemer.store.transaction import Transaction

P = ParamSpec("P")
T = TypeVar("T")
Deed = Callable[Concatenate[Transaction, P], T]

TRIES = 8
"""How often a deed runs before a collision counts as a failure; collisions are over single rows and short."""


class DatabaseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the facts are kept."""

    connection: str
    """An SQLAlchemy URL of SQLite, PostgreSQL or MariaDB."""
    pool_size: int = 8
    """Connections kept open at the most."""


class Stale(BessemerError):
    """Somebody else changed the row between reading and writing it; the whole deed runs again."""


class Database:
    """Transactions on one database, whatever its engine."""

    def __init__(self, settings: DatabaseSettings, now: Callable[[], str] = now_as_text) -> None:
        """Prepare the connections; nothing is opened yet."""
        self.url = parse_url(settings.connection)
        self.engine = make_engine(self.url, settings.pool_size)
        self.shelf = Shelf(self.engine.dialect)
        self.is_embedded = self.engine.dialect.name == "sqlite"
        self._now = now
        self._one_writer = Lock()
        driver = self.engine.dialect.loaded_dbapi
        self._driver_error: type[BaseException] = driver.Error
        self._glancer: DBAPIConnection | None = None
        self.followers: set[Callable[[], None]] = set()
        """Those in this process who want to know at once that something was changed; called from any thread."""

    def close(self) -> None:
        """Close every connection."""
        if self._glancer is not None:
            self._glancer.close()
            self._glancer = None
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Open a transaction that only reads, in one state of the facts where the engine can offer that."""
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            if self.is_embedded:
                cursor.execute("BEGIN")
            yield Transaction(cursor, self.shelf, self._now())
        finally:
            _undo(connection)
            connection.close()

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Open a transaction that is committed at the end, or not at all."""
        if self.is_embedded:
            with self._one_writer, self._written(begin="BEGIN IMMEDIATE") as transaction:
                yield transaction
        else:
            with self._written() as transaction:
                yield transaction
        for deed in (*transaction.after, *(self.followers if transaction.news else ())):
            deed()

    @contextmanager
    def _written(self, begin: str = "") -> Iterator[Transaction]:
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            if begin:
                cursor.execute(begin)
            yield Transaction(cursor, self.shelf, self._now())
            connection.commit()
        except BaseException:
            _undo(connection)
            raise
        finally:
            connection.close()

    def read(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a deed that only reads."""
        with self.reading() as transaction:
            return deed(transaction, *args, **kwargs)

    def glance(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a deed that reads a few rows of an embedded database, always from one and the same thread.

        A connection of its own saves the pool's bookkeeping, which costs as much as the reading.
        """
        if self._glancer is None:
            self._glancer = self._own_connection()
        cursor = self._glancer.cursor()
        cursor.execute("BEGIN")
        try:
            return deed(Transaction(cursor, self.shelf, self._now()), *args, **kwargs)
        finally:
            self._glancer.rollback()

    def _own_connection(self) -> DBAPIConnection:
        pooled = self.engine.raw_connection()
        pooled.detach()
        own = pooled.dbapi_connection
        assert own is not None  # a connection that has just been taken from the pool
        return own

    def write(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a deed that writes, again from the start when it collided with another."""
        for left in reversed(range(TRIES)):
            try:
                with self.writing() as transaction:
                    return deed(transaction, *args, **kwargs)
            except Stale:
                if not left:
                    raise
            except self._driver_error as error:
                refusal = refusal_from_driver_error(error)
                if refusal:
                    raise refusal from error
                if not left or not is_worth_retrying(error):
                    raise
        raise AssertionError


def _undo(connection: PoolProxiedConnection) -> None:
    """End a transaction without keeping it; a connection that cannot even do that is not used again."""
    try:
        connection.rollback()
    except Exception as error:  # noqa: BLE001 - what went wrong before it is what the caller has to know
        connection.invalidate(error)
