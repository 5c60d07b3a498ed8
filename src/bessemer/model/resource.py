"""What a kind of thing offers on the wire besides its fields: lists, filters, links, names."""

from functools import cache
from typing import Annotated, get_args, get_origin, get_type_hints

import msgspec

from bessemer.model.field import Document, Field, Items, Kind


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One stored thing; attributes annotated with a Field are its wire fields."""

    id: int


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """One query argument that narrows a list."""

    name: str
    kind: Kind
    doc: str
    since: int = 1
    many: bool = False
    """Whether the argument is a comma-separated list."""
    refusal: int = 400
    """How a value that cannot be right is refused: 400, or 404 where it names a thing."""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of links to a list below the resource."""

    name: str
    doc: str
    since: int = 1


class Resource(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One kind of thing that the API lists, shows, takes and changes; each is the only one of its kind."""

    noun: str
    """In texts, and the key of its queries in the store."""
    plural: str
    """The key of its list in a reply."""
    path: str
    """Where it lives below /v1."""
    policy: str
    """The middle word of its policy rules."""
    record: type[Record]
    since: int = 1
    short: tuple[str, ...]
    """The fields of a list when nobody asked for others."""
    filters: tuple[Filter, ...] = ()
    links: tuple[Link, ...] = ()
    identifier: str = "uuid"
    """The field that stands in its URL and marks its place in a list."""
    names_since: int | None = None
    """The first microversion whose URLs accept the name, where it has one."""
    detail_since: int = 43
    """The first microversion whose lists take the argument detail; 0 where lists show all fields anyway."""
    fields_since: int = 8
    """The first microversion whose callers may choose the fields shown."""
    linked: bool = True
    """Whether its items have links."""
    member_lists: tuple[str, ...] = ()
    """Fields kept in a table of their own, such as traits and steps."""

    @property
    def one(self) -> str:
        """Name one of them in a sentence."""
        return f"{'an' if self.noun[0] in 'aeiou' else 'a'} {self.noun.replace('_', ' ')}"


@cache
def fields_of(record: type[Record]) -> dict[str, Field]:
    """Read the wire fields of a record from its annotations, in the order they are written."""
    found: dict[str, Field] = {}
    for name, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is Annotated:
            found.update((name, extra) for extra in get_args(hint) if isinstance(extra, Field))
    return found


def is_json(kind: Kind) -> bool:
    """Tell whether values of the kind are kept as JSON text."""
    return isinstance(kind, Document | Items)
