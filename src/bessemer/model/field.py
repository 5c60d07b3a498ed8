"""How one field of a resource is described: the single place its shape and its rules are spelled."""

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A string between two lengths, perhaps of a given form."""

    longest: int = 255
    shortest: int = 0
    pattern: str | None = None
    form: str = ""
    """The pattern in words, for refusals."""


class Uuid(msgspec.Struct, frozen=True):
    """A UUID in its canonical text."""


class Mac(msgspec.Struct, frozen=True):
    """A MAC address, kept in lower case."""


class Name(msgspec.Struct, frozen=True):
    """A logical name that can stand in a URL and is never mistaken for a UUID."""


class Trait(msgspec.Struct, frozen=True):
    """A trait of the os-traits library or a CUSTOM_ one."""


class Reference(msgspec.Struct, frozen=True):
    """Another resource, stored by its UUID."""

    noun: str
    by_name: bool = False
    """Whether its name is accepted where its UUID is."""


class Flag(msgspec.Struct, frozen=True):
    """True or false."""


class Count(msgspec.Struct, frozen=True):
    """A whole number from a lowest value up."""

    lowest: int = 0
    highest: int = 2**31 - 1
    as_text: bool = True
    """Whether digits in a string are taken as well."""


class Choice(msgspec.Struct, frozen=True):
    """One of a closed set of words."""

    words: tuple[str, ...]


class Document(msgspec.Struct, frozen=True):
    """A JSON object; empty is {} and never null."""

    known_as: str | None = None
    """The name of a stricter check in rules/, where one exists."""


class Items(msgspec.Struct, frozen=True):
    """A JSON list."""

    known_as: str | None = None


class Moment(msgspec.Struct, frozen=True):
    """A point in time, in UTC."""


Kind = Text | Uuid | Mac | Name | Trait | Reference | Flag | Count | Choice | Document | Items | Moment

Value = str | int | float | bool | dict[str, "Value"] | list["Value"] | None
"""Anything JSON can say."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a resource's table of fields."""

    kind: Kind
    doc: str
    since: int = 1
    """The first microversion that shows or accepts it."""
    create: bool = False
    """Whether a caller may give it on creation."""
    patch: bool = False
    """Whether a caller may change it later."""
    create_since: int | None = None
    """The first microversion that takes it on creation, where that is not `since`."""
    patch_since: int | None = None
    """The first microversion that takes it in a patch, where that is not `since`."""
    required: bool = False
    """Whether creation fails without it."""
    nullable: bool = True
    """Whether null is a value of it."""
    default: Value = None
    """What it is when nobody said."""
    sortable: bool = True
    """Whether a list can be sorted by it."""
