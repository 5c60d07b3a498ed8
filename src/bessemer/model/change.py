"""Something that was changed, or that happened: one entry of the log of changes."""

import msgspec


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One entry, as it goes to the wire."""

    id: int
    """Its place in the order that all readers see; who has seen one has seen all with lower numbers."""
    uuid: str
    at: str
    subject: str
    """The noun of what was changed."""
    subject_uuid: str
    node: str | None
    """The UUID of the node that was changed, or that what was changed belongs to."""
    kind: str
    """What happened to it: created, changed, deleted, told and the like."""
    before: msgspec.Raw | None
    """What changed, as it was; secrets are masked before they are written down."""
    after: msgspec.Raw | None
    by: str | None
    project: str | None
    """The project of whoever did it."""
    severity: str | None
    event: str | None
    """What is told in the history of a node, in a sentence."""
    event_type: str | None
    conductor: str | None
    state: str | None
    target_state: str | None
    duration_seconds: int | None


class Owned(msgspec.Struct, frozen=True, kw_only=True):
    """An entry with those whom it concerns."""

    change: Change
    owner: str | None
    """The project that owned the subject at that moment."""
    lessee: str | None


class Narrowing(msgspec.Struct, frozen=True, kw_only=True):
    """Which entries a reader wants."""

    node: str | None = None
    subject: str | None = None

    def takes(self, change: Change) -> bool:
        """Tell whether an entry is wanted."""
        return self.node in {None, change.node} and self.subject in {None, change.subject}
