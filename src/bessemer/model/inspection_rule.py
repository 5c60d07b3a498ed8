"""What is to be done with machines that report this or that when they are inspected, field by field."""

from typing import Annotated, Any

import msgspec

from bessemer.model.described import created, identity, updated
from bessemer.model.field import Choice, Count, Field, Flag, Items, Text
from bessemer.model.resource import Filter, Record, Resource

MAIN = "main"
PHASES = Choice((MAIN,))


class InspectionRule(Record, frozen=True, kw_only=True):
    """Actions that are taken when conditions hold of what an inspection found."""

    uuid: Annotated[str, identity()]
    description: Annotated[
        str | None, Field(kind=Text(255), create=True, patch=True, doc="What it is for, for people.")
    ]
    priority: Annotated[
        int,
        Field(kind=Count(0, 9999), create=True, patch=True, default=0, doc="Higher ones are applied first."),
    ]
    phase: Annotated[
        str, Field(kind=PHASES, create=True, patch=True, default=MAIN, doc="When it is applied: after all hooks.")
    ]
    sensitive: Annotated[
        bool,
        Field(
            kind=Flag(),
            create=True,
            patch=True,
            default=False,
            doc="Whether nobody may read its conditions and actions; that cannot be undone.",
        ),
    ]
    conditions: Annotated[
        list[dict[str, Any]] | None,
        Field(
            kind=Items("conditions"),
            create=True,
            patch=True,
            default=[],
            sortable=False,
            doc="What must hold, all of it; null where the rule is sensitive.",
        ),
    ]
    actions: Annotated[
        list[dict[str, Any]] | None,
        Field(
            kind=Items("actions"),
            create=True,
            patch=True,
            required=True,
            nullable=False,
            sortable=False,
            doc="What is done then, in this order; null where the rule is sensitive.",
        ),
    ]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


INSPECTION_RULE = Resource(
    noun="inspection_rule",
    plural="inspection_rules",
    path="inspection_rules",
    policy="inspection_rule",
    record=InspectionRule,
    since=96,
    short=("uuid", "priority", "phase", "description"),
    filters=(Filter(name="phase", kind=PHASES, since=96, doc="Rules of this phase."),),
)
"""Inspection rules, as the wire shows them."""


class WholeRule(msgspec.Struct, frozen=True, kw_only=True):
    """An inspection rule with everything in it, sensitive or not."""

    uuid: str
    description: str | None = None
    priority: int = 0
    sensitive: bool = False
    conditions: list[dict[str, Any]] = []
    actions: list[dict[str, Any]] = []
