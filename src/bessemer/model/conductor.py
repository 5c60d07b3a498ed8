"""A process that serves nodes, field by field."""

from typing import Annotated

from bessemer.model.described import WORD, created, updated
from bessemer.model.field import Field, Flag, Items
from bessemer.model.resource import Record, Resource


class Conductor(Record, frozen=True, kw_only=True):
    """A process that serves nodes."""

    hostname: Annotated[str, Field(kind=WORD, nullable=False, doc="Its name; unique.")]
    conductor_group: Annotated[str, Field(kind=WORD, nullable=False, doc="The group of nodes it serves.")]
    alive: Annotated[bool, Field(kind=Flag(), sortable=False, doc="Whether it has been heard of lately.")]
    drivers: Annotated[list[str], Field(kind=Items(), sortable=False, doc="The hardware types it serves.")]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


CONDUCTOR = Resource(
    noun="conductor",
    plural="conductors",
    path="conductors",
    policy="conductor",
    record=Conductor,
    since=49,
    identifier="hostname",
    short=("hostname", "conductor_group", "alive"),
    member_lists=("drivers",),
)
"""Conductors, as the wire shows them."""
