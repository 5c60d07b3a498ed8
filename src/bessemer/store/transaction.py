"""One open transaction: the only thing through which statements reach a database."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.expression import ClauseElement

from bessemer.store.prepared import Shelf

Row = tuple[Any, ...]
NOTHING: Mapping[str, Any] = {}


class Transaction:
    """Statements that succeed or fail together."""

    __slots__ = ("_cursor", "_shelf", "after", "news", "now", "statements")

    def __init__(self, cursor: DBAPICursor, shelf: Shelf, now: str) -> None:
        """Wrap an open cursor; `now` is the moment that everything written in here carries.

        `after` is done once all of it is kept; `news` tells that there is something for those who follow the changes.
        """
        self._cursor = cursor
        self._shelf = shelf
        self.now = now
        self.statements = 0
        self.after: list[Callable[[], None]] = []
        self.news = False

    def rows(self, key: object, build: Callable[[], ClauseElement], values: Mapping[str, Any] = NOTHING) -> list[Row]:
        """Run a query and fetch all of its rows."""
        self._run(key, build, values)
        return list(self._cursor.fetchall())

    def row(self, key: object, build: Callable[[], ClauseElement], values: Mapping[str, Any] = NOTHING) -> Row | None:
        """Run a query and fetch its first row."""
        self._run(key, build, values)
        found: Row | None = self._cursor.fetchone()
        return found

    def change(self, key: object, build: Callable[[], ClauseElement], values: Mapping[str, Any] = NOTHING) -> int:
        """Run a statement that writes, telling how many rows it touched."""
        self._run(key, build, values)
        return self._cursor.rowcount

    def change_each(self, key: object, build: Callable[[], ClauseElement], values: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement that writes once for each set of values."""
        if not values:
            return
        prepared = self._shelf.fetch(key, build)
        self.statements += 1
        self._cursor.executemany(prepared.text, [prepared.bind(one) for one in values])

    @property
    def dialect(self) -> str:
        """Name the database: sqlite, postgresql or mysql."""
        return self._shelf.dialect.name

    def _run(self, key: object, build: Callable[[], ClauseElement], values: Mapping[str, Any]) -> None:
        prepared = self._shelf.fetch(key, build)
        self.statements += 1
        self._cursor.execute(prepared.text, prepared.bind(values))
