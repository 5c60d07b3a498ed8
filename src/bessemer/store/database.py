"""An open database: hands out transactions to those who read and those who write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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
        self._writer: DBAPIConnection | None = None
        self.followers: set[Callable[[], None]] = set()
        """Those in this process who want to know at once that something was changed; called from any thread."""

    def close(self) -> None:
        """Close every connection."""
        for own in (self._glancer, self._writer):
            if own is not None:
                own.close()
        self._glancer = self._writer = None
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
        with self._written_to_file() if self.is_embedded else self._written_to_server() as transaction:
            yield transaction
        for deed in (*transaction.after, *(self.followers if transaction.news else ())):
            deed()

    @contextmanager
    def _written_to_server(self) -> Iterator[Transaction]:
        connection = self.engine.raw_connection()
        try:
            yield Transaction(connection.cursor(), self.shelf, self._now())
            connection.commit()
        except BaseException:
            _undo(connection)
            raise
        finally:
            connection.close()

    @contextmanager
    def _written_to_file(self) -> Iterator[Transaction]:
        """Write by a connection that is kept for it, as one file has one writer."""
        with self._one_writer:
            connection, self._writer = self._writer or self._own_connection(), None
            try:
                cursor = connection.cursor()
                cursor.execute("BEGIN IMMEDIATE")
                yield Transaction(cursor, self.shelf, self._now())
                connection.commit()
            except BaseException:
                self._writer = _undone(connection)
                raise
            self._writer = connection

    def read(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a deed that only reads."""
        with self.reading() as transaction:
            return deed(transaction, *args, **kwargs)

    def glance(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a deed that reads a few rows of an embedded database, always from one and the same thread.

        A connection of its own saves the pool's bookkeeping, which costs as much as the reading.
        """
        connection = self._glancer or self._own_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("BEGIN")
            return deed(Transaction(cursor, self.shelf, self._now()), *args, **kwargs)
        finally:
            self._glancer = _undone(connection)

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


def _undone(connection: DBAPIConnection) -> DBAPIConnection | None:
    """End a transaction without keeping it; a connection that cannot even do that is closed and not given back."""
    try:
        connection.rollback()
    except Exception:  # noqa: BLE001 - what went wrong before it is what the caller has to know
        with suppress(Exception):
            connection.close()
        return None
    return connection


def _undo(connection: PoolProxiedConnection) -> None:
    """End a transaction without keeping it; a connection that cannot even do that is not used again."""
    try:
        connection.rollback()
    except Exception as error:  # noqa: BLE001 - what went wrong before it is what the caller has to know
        connection.invalidate(error)
