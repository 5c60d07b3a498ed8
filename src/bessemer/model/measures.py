"""How the work of the whole installation stands, in numbers."""

import msgspec


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the work at one moment."""

    now: str
    active: list[tuple[str, str, int]]
    """How many operations of a kind are in a status."""
    due_since: dict[str, str]
    """Since when the longest waiting operation of each conductor has been due; only those that have one."""
    renewed_at: dict[str, str]
    """When each conductor last said that it is alive."""
