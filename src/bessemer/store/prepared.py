"""A statement compiled once for its database, then run without being built again."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.expression import ClauseElement


class Prepared(msgspec.Struct, frozen=True):
    """The text of a statement with the order its parameters are bound in."""

    text: str
    order: tuple[str, ...] | None
    """The names behind the placeholders, where the driver counts instead of naming them."""
    constants: dict[str, Any]

    def bind(self, values: Mapping[str, Any]) -> Any:
        """Lay out parameters as the driver wants them."""
        given = {**self.constants, **values} if self.constants else values
        return given if self.order is None else tuple([given[name] for name in self.order])


def prepare(statement: ClauseElement, dialect: Dialect) -> Prepared:
    """Compile a statement for one dialect."""
    compiled: Any = statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True})
    constants = {
        key: value for key, value in compiled.params.items() if not _is_missing(compiled.binds.get(key), value)
    }
    return Prepared(str(compiled), tuple(compiled.positiontup) if compiled.positional else None, constants)


def _is_missing(bind: Any, value: Any) -> bool:
    return value is None and (bind is None or bind.required)


class Shelf:
    """The prepared statements of one database, by the key their maker gives them."""

    MOST = 2048
    """Lists can be asked for in endless combinations; beyond this many the shelf starts anew."""
    MOST_BYTES = 2**25
    """About what they may take together, as a filter with thousands of values makes a long statement."""
    BYTES_OF_A_NAME = 64

    def __init__(self, dialect: Dialect) -> None:
        """Start empty."""
        self.dialect = dialect
        self._kept: dict[object, Prepared] = {}
        self._bytes = 0

    def fetch(self, key: object, build: Callable[[], ClauseElement]) -> Prepared:
        """Return the statement kept under the key, building it the first time."""
        found = self._kept.get(key)
        if found is None:
            found = prepare(build(), self.dialect)
            size = len(found.text) + self.BYTES_OF_A_NAME * len(found.order or ())
            if len(self._kept) >= self.MOST or self._bytes + size > self.MOST_BYTES:
                self._kept.clear()
                self._bytes = 0
            self._kept[key] = found
            self._bytes += size
        return found
