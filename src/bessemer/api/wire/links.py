"""The links of a resource to itself and to the lists below it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Raw

from bessemer.model.resource import Resource

HOLE = "\x00"
"""Stands in a template where the identifier goes; no URL contains it."""

Write = Callable[[dict[str, Any], tuple[Any, ...]], None]


def pair(base: str, path: str) -> list[dict[str, str]]:
    """Write the two links to one path."""
    return [
        {"href": f"{base}/v1/{path}", "rel": "self"},
        {"href": f"{base}/{path}", "rel": "bookmark"},
    ]


class LinkWriter(msgspec.Struct, frozen=True):
    """Adds links to items."""

    resource: Resource
    minor: int
    only: tuple[str, ...] | None
    """The links to lists that were asked for by name; None for all of the version."""

    def writer(self, base: str, path: str, columns: tuple[str, ...]) -> Write:
        """Prepare the links under one base URL and one path."""
        if not self.resource.linked:
            return _nothing
        place = columns.index(self.resource.identifier) + 1
        templates = _templates(self.resource, self.minor, self.only, base, path)
        plain = self.resource.identifier == "uuid"

        def write(item: dict[str, Any], row: tuple[Any, ...]) -> None:
            identifier = row[place] if plain else quote(row[place], safe="")
            for name, before, middle, after in templates:
                item[name] = Raw(f"{before}{identifier}{middle}{identifier}{after}")

        return write


def _nothing(item: dict[str, Any], row: tuple[Any, ...]) -> None:
    """Leave an item without links."""


@lru_cache(maxsize=512)
def _templates(
    resource: Resource, minor: int, only: tuple[str, ...] | None, base: str, path: str
) -> list[tuple[str, str, str, str]]:
    """Encode each pair of links once, cut where the identifier goes in."""
    lists = [link.name for link in resource.links if link.since <= minor]
    wanted = [("links", "")] + [(name, f"/{name}") for name in lists if only is None or name in only]
    found = []
    for name, below in wanted:
        encoded = msgspec.json.encode(pair(base, f"{path}/{HOLE}{below}")).decode()
        before, middle, after = encoded.split("\\u0000")
        found.append((name, before, middle, after))
    return found
