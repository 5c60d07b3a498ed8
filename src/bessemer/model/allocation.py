"""A wish for a node of some kind, field by field, with what can stand between a node and the wish."""

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from bessemer.model.described import WORD, created, identity, notes, updated
from bessemer.model.field import Choice, Field, Items, Name, Reference, Text
from bessemer.model.resource import Filter, Record, Resource

BACKFILL_SINCE = 58
"""From this microversion on an allocation can be made for a node that is in use already."""
EDITS_SINCE = 57
"""From this microversion on an allocation can be changed."""


class AllocationState(StrEnum):
    """How far a wish has come."""

    ALLOCATING = "allocating"
    """Nobody has decided yet; the row itself is what makes somebody decide."""
    ACTIVE = "active"
    """It has a node."""
    ERROR = "error"
    """There was no node for it; last_error says why."""


def wish(kind: Any, doc: str, since: int = 52, *, default: Any = None, sortable: bool = True) -> Field:
    """Describe a field that is said once, when the allocation is made."""
    return Field(kind=kind, since=since, create=True, default=default, sortable=sortable, doc=doc)


class Allocation(Record, frozen=True, kw_only=True):
    """A wish for a node, and the node that it got."""

    uuid: Annotated[str, identity("Its identity, and the instance_uuid of its node; made when not given.")]
    node_id: int | None
    name: Annotated[
        str | None,
        Field(
            kind=Name(),
            since=52,
            create=True,
            patch=True,
            patch_since=EDITS_SINCE,
            doc="A unique name that can stand in its URL; a node of the same name is preferred.",
        ),
    ]
    node_uuid: Annotated[str | None, Field(kind=Reference("node"), since=52, sortable=False, doc="The node it got.")]
    resource_class: Annotated[
        str | None, wish(Text(80, 1), "The class that the node must have; needed unless a node is named.")
    ]
    traits: Annotated[
        list[str], wish(Items("traits"), "The traits that the node must have.", default=[], sortable=False)
    ]
    candidate_nodes: Annotated[
        list[str],
        wish(Items("candidate_nodes"), "The only nodes that come into question.", default=[], sortable=False),
    ]
    extra: Annotated[dict[str, Any], notes(52)]
    state: Annotated[
        str, Field(kind=Choice(tuple(AllocationState)), since=52, nullable=False, doc="How far it has come.")
    ]
    owner: Annotated[
        str | None, wish(Text(), "The project that asks; only nodes that it owns or leases come into question.", 60)
    ]
    last_error: Annotated[
        str | None, Field(kind=Text(2**16), since=52, sortable=False, doc="Why it has no node, in a sentence.")
    ]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


ALLOCATION = Resource(
    noun="allocation",
    plural="allocations",
    path="allocations",
    policy="allocation",
    record=Allocation,
    since=52,
    names_since=52,
    detail_since=0,
    short=(
        "uuid",
        "name",
        "node_uuid",
        "resource_class",
        "traits",
        "candidate_nodes",
        "extra",
        "state",
        "owner",
        "last_error",
        "created_at",
        "updated_at",
    ),
    filters=(
        Filter(name="node", kind=Reference("node", by_name=True), since=52, doc="The allocation that holds this node."),
        Filter(name="resource_class", kind=WORD, since=52, doc="Allocations of this class."),
        Filter(name="state", kind=WORD, since=52, doc="Allocations in this state."),
        Filter(name="owner", kind=WORD, since=60, doc="Allocations of this project."),
    ),
)
"""Allocations, as the wire shows them."""


class Obstacle(StrEnum):
    """What can stand between a node and an allocation, in the order in which nodes are judged.

    What seldom changes comes first: a node that could never serve is told apart from one that cannot just now.
    """

    NOT_A_CANDIDATE = "not a candidate"
    OF_OTHERS = "of others"
    OTHER_CLASS = "other class"
    LACKS_TRAITS = "lacks traits"
    NOT_AVAILABLE = "not available"
    IN_MAINTENANCE = "in maintenance"
    HAS_INSTANCE = "has an instance"
    POWER_UNKNOWN = "power unknown"
    BUSY = "busy"


class SeenNode(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked at to judge whether a node can be given to an allocation."""

    uuid: str
    name: str | None
    owner: str | None
    lessee: str | None
    resource_class: str | None
    provision_state: str
    maintenance: bool
    instance_uuid: str | None
    power_state: str | None
    operation_id: int | None
    """The operation that has the node, whether it runs or waits."""
    traits: frozenset[str]
