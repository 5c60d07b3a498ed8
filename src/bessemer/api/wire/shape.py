"""How the records of a resource look in one version: which fields, written how."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from bessemer.api.wire.links import link_names, link_templates
from bessemer.api.wire.old_words import OLD_WORDS
from bessemer.model.field import Flag
from bessemer.model.listing import Rows
from bessemer.model.resource import Resource, fields_of, is_json

FLAGS: Mapping[Any, bool | None] = {0: False, 1: True, None: None}
"""SQLite and MariaDB keep flags as numbers."""

AS_KEPT: Mapping[str | None, Any] = {"{}": Raw("{}"), None: None}
"""Documents that need not be wrapped anew for each row."""

WORKED_OUT = frozenset({("node", "conductor")})
"""Fields that no column holds and no table of members."""

Places = tuple[int, ...]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Which fields are shown, and what has to be done to each before it is encoded.

    Items are records made for the shape: they are built and encoded in a third of the time that dicts take.
    """

    resource: Resource
    names: tuple[str, ...]
    """The fields shown, in the order the columns are fetched."""
    columns: tuple[str, ...]
    """The columns to fetch: those fields, and what the links are made of."""
    links: tuple[tuple[str, str], ...]
    """The fields that hold links, with what each adds to the path of the item."""
    documents: Places
    flags: Places
    members: tuple[tuple[int, str], ...]
    old_words: tuple[tuple[int, Mapping[str, str | None]], ...]
    item: type[msgspec.Struct]

    def written(self, found: Rows, base: str, path: str | None = None) -> list[Any]:
        """Turn fetched rows into what is encoded, JSON text passing through unread."""
        documents, flags, old_words, item, end = (
            self.documents,
            self.flags,
            self.old_words,
            self.item,
            len(self.names) + 1,
        )
        members: list[tuple[int, Mapping[int, Any], list[str] | None]] = [
            (place, found.members.get(name, {}), [] if name != "conductor" else None) for place, name in self.members
        ]
        key = self.columns.index(self.resource.identifier) + 1
        links = link_templates(self.resource, self.links, base, path or self.resource.path)
        items = []
        for row in found.rows:
            values = list(row)
            for place in documents:
                text = values[place]
                values[place] = AS_KEPT[text] if text in AS_KEPT else Raw(text)
            for place in flags:
                values[place] = FLAGS[values[place]]
            for place, by_row, nothing in members:
                values[place] = by_row.get(row[0], nothing)
            for place, words in old_words:
                values[place] = words.get(values[place], values[place])
            items.append(item(*values[1:end], *[link.to(row[key]) for link in links]))
        return items


@lru_cache(maxsize=4096)
def shape_of(resource: Resource, minor: int, fields: tuple[str, ...] | None = None) -> Shape:
    """Work out the shape of a resource in a version; without fields, all that the version knows."""
    known = {name: field for name, field in fields_of(resource.record).items() if field.since <= minor}
    names = tuple(known) if fields is None else tuple(name for name in fields if name in known)
    links = link_names(resource, minor, fields)
    places = {name: place for place, name in enumerate(names, 1)}
    apart = {name for name in names if name in resource.member_lists or (resource.noun, name) in WORKED_OUT}
    return Shape(
        resource=resource,
        names=names,
        columns=names if resource.identifier in names else (*names, resource.identifier),
        links=links,
        documents=tuple(places[name] for name in names if is_json(known[name].kind) and name not in apart),
        flags=tuple(places[name] for name in names if isinstance(known[name].kind, Flag)),
        members=tuple((places[name], name) for name in names if name in apart),
        old_words=tuple(
            (places[name], words)
            for name in names
            for below, words in OLD_WORDS.get((resource.noun, name), ())
            if minor < below
        ),
        item=msgspec.defstruct(
            resource.noun, [(name, Any) for name in (*names, *(name for name, _ in links))], gc=False
        ),
    )
