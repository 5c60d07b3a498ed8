"""How the records of a resource look in one version: which fields, written how."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from bessemer.api.wire.links import LinkWriter
from bessemer.api.wire.old_words import OLD_WORDS
from bessemer.model.field import Flag
from bessemer.model.listing import Rows
from bessemer.model.resource import Resource, fields_of, is_json

FLAGS: Mapping[Any, bool | None] = {0: False, 1: True, None: None}
"""SQLite and MariaDB keep flags as numbers."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Which fields are shown, and what has to be done to each before it is encoded."""

    names: tuple[str, ...]
    """The fields shown, in the order the columns are fetched."""
    columns: tuple[str, ...]
    """The columns to fetch: those fields, and what the links are made of."""
    documents: tuple[str, ...]
    flags: tuple[str, ...]
    members: tuple[str, ...]
    old_words: tuple[tuple[str, Mapping[str, str | None]], ...]
    links: LinkWriter

    def written(self, found: Rows, base: str, path: str | None = None) -> list[dict[str, Any]]:
        """Turn fetched rows into what is encoded, JSON text passing through unread."""
        names, documents, flags = self.names, self.documents, self.flags
        members = [(name, found.members.get(name, {})) for name in self.members]
        write_links = self.links.writer(base, path or self.links.resource.path, self.columns)
        items = []
        for row in found.rows:
            item: dict[str, Any] = dict(zip(names, row[1:], strict=False))
            for name in documents:
                text = item[name]
                if text is not None:
                    item[name] = Raw(text)
            for name in flags:
                item[name] = FLAGS[item[name]]
            for name, by_row in members:
                item[name] = by_row.get(row[0], None if name == "conductor" else [])
            for name, words in self.old_words:
                item[name] = words.get(item[name], item[name])
            write_links(item, row)
            items.append(item)
        return items


@lru_cache(maxsize=4096)
def shape_of(resource: Resource, minor: int, fields: tuple[str, ...] | None = None) -> Shape:
    """Work out the shape of a resource in a version; without fields, all that the version knows."""
    known = {name: field for name, field in fields_of(resource.record).items() if field.since <= minor}
    links = {link.name for link in resource.links}
    names = tuple(known) if fields is None else tuple(name for name in fields if name in known)
    shown_links = None if fields is None else tuple(name for name in fields if name in links)
    key = resource.identifier
    return Shape(
        names=names,
        columns=names if key in names else (*names, key),
        documents=tuple(name for name in names if is_json(known[name].kind) and name not in resource.member_lists),
        flags=tuple(name for name in names if isinstance(known[name].kind, Flag)),
        members=tuple(name for name in names if name in resource.member_lists or name == "conductor"),
        old_words=tuple(
            (name, words)
            for name in names
            for below, words in OLD_WORDS.get((resource.noun, name), ())
            if minor < below
        ),
        links=LinkWriter(resource, minor, shown_links),
    )
