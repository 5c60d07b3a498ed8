"""A hardware type that live conductors serve, field by field."""

from typing import Annotated, cast

import msgspec

from bessemer.model.described import WORD
from bessemer.model.field import Choice, Field, Items
from bessemer.model.node import INTERFACE_KINDS
from bessemer.model.resource import Link, Record, Resource

DYNAMIC, CLASSIC = "dynamic", "classic"
TYPES = (DYNAMIC, CLASSIC)
"""Whether its interfaces can be chosen, or are wired into it."""
TYPE_SINCE = 30

KIND_SINCE = {"storage": 33, "rescue": 38, "bios": 40, "firmware": 86}
"""Kinds of interface that drivers did not show from the beginning."""


def default_of(kind: str) -> str:
    """Name the field that tells which implementation nodes get that ask for none."""
    return f"default_{kind}_interface"


def enabled_of(kind: str) -> str:
    """Name the field that lists the implementations nodes may have."""
    return f"enabled_{kind}_interfaces"


def _shown(doc: str, since: int, *, many: bool = False) -> Field:
    return Field(kind=Items() if many else WORD, since=since, sortable=False, doc=doc)


def _interface_fields(kind: str) -> list[tuple[str, object]]:
    since = KIND_SINCE.get(kind, TYPE_SINCE)
    default = _shown(f"The {kind} interface of nodes that ask for none; null for a classic driver.", since)
    enabled = _shown(f"The {kind} interfaces that nodes may have; null for a classic driver.", since, many=True)
    return [
        (default_of(kind), Annotated[str | None, default]),
        (enabled_of(kind), Annotated[list[str] | None, enabled]),
    ]


Driver = cast(
    "type[Record]",
    msgspec.defstruct(
        "Driver",
        [
            ("name", Annotated[str, _shown("Its name, as the `driver` of nodes says it.", 1)]),
            ("hosts", Annotated[list[str], _shown("The live conductors that serve it.", 1, many=True)]),
            (
                "type",
                Annotated[
                    str,
                    Field(
                        kind=Choice(TYPES),
                        since=TYPE_SINCE,
                        sortable=False,
                        doc="dynamic when the interfaces of nodes can be chosen, classic when they are wired into it.",
                    ),
                ],
            ),
            *(field for kind in INTERFACE_KINDS for field in _interface_fields(kind)),
        ],
        bases=(Record,),
        module=__name__,
        namespace={"__doc__": "What live conductors offer for one hardware type."},
        frozen=True,
        kw_only=True,
    ),
)

DRIVER = Resource(
    noun="driver",
    plural="drivers",
    path="drivers",
    policy="driver",
    record=Driver,
    identifier="name",
    short=("name", "hosts", "properties", "type"),
    links=(Link(name="properties", since=14, doc="What its interfaces want to know of a node."),),
    detail_since=TYPE_SINCE,
    fields_since=77,
    member_lists=("hosts", *(enabled_of(kind) for kind in INTERFACE_KINDS)),
)
"""Drivers, as the wire shows them."""
