"""What a caller wants of a list, and the page that answers it."""

from typing import Any

import msgspec


class Scope(msgspec.Struct, frozen=True):
    """Which rows a caller may see: all of them, or those of one project."""

    project: str | None = None
    everything: bool = False


EVERYTHING = Scope(everything=True)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """One page of one list."""

    columns: tuple[str, ...]
    """The fields to fetch, in the order the rows will have them."""
    filters: tuple[tuple[str, Any], ...] = ()
    limit: int = 1000
    marker: str | None = None
    sort_key: str = "id"
    descending: bool = False
    in_clear: tuple[str, ...] = ()
    """Fields to fetch with their secrets."""


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """Fetched rows: tuples whose first item is the row's id, then the columns that were wanted."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    members: dict[str, dict[int, Any]]
    """What is not in the columns, by row id: member lists (traits, steps), the conductor of a node."""
