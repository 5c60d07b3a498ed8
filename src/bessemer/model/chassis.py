"""A frame that machines sit in, field by field."""

from typing import Annotated, Any

from bessemer.model.described import created, identity, notes, updated
from bessemer.model.field import Field, Text
from bessemer.model.resource import Link, Record, Resource


class Chassis(Record, frozen=True, kw_only=True):
    """A frame that machines sit in."""

    uuid: Annotated[str, identity()]
    description: Annotated[str | None, Field(kind=Text(255), create=True, patch=True, doc="What it is, for people.")]
    extra: Annotated[dict[str, Any], notes()]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


CHASSIS = Resource(
    noun="chassis",
    plural="chassis",
    path="chassis",
    policy="chassis",
    record=Chassis,
    short=("uuid", "description"),
    links=(Link(name="nodes", doc="The nodes in it."),),
)
"""Chassis, as the wire shows them."""
