"""Fields that many resources have in the same form."""

from bessemer.model.field import Document, Field, Moment, Text, Uuid

WORD = Text()


def identity(doc: str = "Its identity; made when not given.", since: int = 1) -> Field:
    """Describe the UUID of a resource."""
    return Field(kind=Uuid(), create=True, nullable=False, since=since, doc=doc)


def document(doc: str, since: int = 1, *, settable: bool = False, known_as: str | None = None) -> Field:
    """Describe a field that holds a JSON object."""
    return Field(
        kind=Document(known_as),
        since=since,
        create=settable,
        patch=settable,
        default={},
        sortable=False,
        doc=doc,
    )


def notes(since: int = 1) -> Field:
    """Describe the free notes that a resource carries."""
    return document("Anything its owner wants to note.", since, settable=True)


def moment(doc: str, since: int = 1) -> Field:
    """Describe a point in time that the server writes."""
    return Field(kind=Moment(), since=since, doc=doc)


def created() -> Field:
    """Describe when a resource came to be."""
    return moment("When it was created.")


def updated() -> Field:
    """Describe when a resource was changed last."""
    return moment("When it was changed last; null until then.")
