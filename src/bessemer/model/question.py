"""A question that only a conductor can answer, as it travels to one, with what comes back."""

from collections.abc import Mapping
from typing import Any

import msgspec

WAKE = "wake"
"""The question that says no more than that there is work."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One question; all of it is plain JSON, and so is the answer."""

    name: str
    """What is asked, such as validate."""
    node: str | None = None
    """The UUID of the node it is about; None for questions about a driver as a whole."""
    driver: str | None = None
    """The driver it is about, where it is not about a node."""
    arguments: Mapping[str, Any] = {}


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A question on its way to a conductor in another process."""

    to: str
    """The name of the conductor; no other takes it."""
    sent_at: float
    """Seconds since 1970, by the clock of the sender."""
    number: str
    """Drawn at random; a conductor takes each number once."""
    question: Question


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a conductor sends back: either a value or a refusal."""

    number: str
    """That of the letter."""
    value: Any = None
    refusal: str | None = None
    """The name of the kind of error; None where there is a value."""
    message: str = ""
    """The text of the refusal."""
