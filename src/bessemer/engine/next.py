"""What comes next in an operation."""

from enum import Enum, auto

import msgspec


class Next(Enum):
    """What comes next, when nothing is wrong."""

    DEED = auto()
    """The driver is to be given a turn."""
    PARKED = auto()
    """Nothing, until something happens or a moment has come."""
    OVER = auto()
    """All stages are behind."""


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """It cannot go on as it was meant to."""

    reason: str
    remedy: str
    aborted: bool = False
    """Whether that is because somebody wanted it aborted."""
    leave: bool = False
    """Whether what is left to be cleared up is left as it is."""
