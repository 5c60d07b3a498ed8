"""An operation as people and programs see it."""

from typing import Annotated, Any

import msgspec

from bessemer.model.described import WORD, identity, moment
from bessemer.model.field import Choice, Count, Field, Flag, Items, Kind, Reference, Uuid
from bessemer.model.operation import OperationKind, OperationStatus
from bessemer.model.resource import Filter, Record, Resource


def fact(doc: str, kind: Kind = WORD, *, sortable: bool = True, nullable: bool = True) -> Field:
    """Describe a field that callers only read."""
    return Field(kind=kind, doc=doc, sortable=sortable, nullable=nullable)


KIND, STATUS = Choice(tuple(OperationKind)), Choice(tuple(OperationStatus))


class OperationFacts(Record, frozen=True, kw_only=True):
    """Work on one machine."""

    uuid: Annotated[str, identity("Its identity.")]
    kind: Annotated[str, fact("What is being done.", KIND, nullable=False)]
    target: Annotated[str | None, fact("The state that it leads to.")]
    node: Annotated[str, fact("The UUID of the node.", Uuid(), nullable=False, sortable=False)]
    node_name: Annotated[str | None, fact("The name of the node.", sortable=False)]
    status: Annotated[str, fact("Whether somebody is at work on it, or how it ended.", STATUS, nullable=False)]
    stage: Annotated[str, fact("The stage that it is in.", nullable=False)]
    step_index: Annotated[int | None, fact("Which of its steps it is at, counted from 0.", Count())]
    owner: Annotated[str, fact("The conductor that works on it.", nullable=False)]
    deadline: Annotated[str, moment("When it is ended by force, if it goes no further until then.")]
    wake_at: Annotated[str | None, moment("When it has its next turn, if not earlier because of the machine.")]
    abort: Annotated[bool, fact("Whether somebody has asked for its end.", Flag(), nullable=False, sortable=False)]
    error: Annotated[str | None, fact("Why it failed.", sortable=False)]
    remedy: Annotated[str | None, fact("What to do about that.", sortable=False)]
    requested_by: Annotated[str | None, fact("Who asked for it.")]
    started_at: Annotated[str, moment("When it was asked for.")]
    updated_at: Annotated[str | None, moment("When it last went on.")]
    ended_at: Annotated[str | None, moment("When it ended; null until then.")]
    steps: Annotated[list[Any], fact("The steps planned, as soon as they are.", Items(), sortable=False)]


OPERATION = Resource(
    noun="operation",
    plural="operations",
    path="operations",
    policy="operation",
    record=OperationFacts,
    short=tuple(name for name in OperationFacts.__struct_fields__ if name not in {"id", "steps"}),
    filters=(
        Filter(name="node", kind=Reference("node", by_name=True), doc="Work on this node, by its UUID or name."),
        Filter(name="kind", kind=KIND, doc="Work of this kind."),
        Filter(name="status", kind=STATUS, doc="Work in this status."),
        Filter(name="active", kind=Flag(), doc="Work that has not ended, or that has."),
    ),
    detail_since=1,
    fields_since=1,
    linked=False,
)
"""Operations, as the wire shows them."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One time that something was begun."""

    attempt: int
    conductor: str
    started_at: str
    ended_at: str | None
    outcome: str | None
    """How it ended; null while it goes on."""
    message: str | None
    progress: int | None
    """How far it is, in percent, where that is known."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """One stage or step that was begun."""

    name: str
    step_index: int | None
    """Which of the steps it is; null for a stage."""
    attempts: tuple[Attempt, ...]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why an operation failed."""

    step: str | None
    """What failed; null where nothing had been begun."""
    attempt: int | None
    cause: str | None
    evidence: str | None
    """Where to read more."""
    remedy: str | None
