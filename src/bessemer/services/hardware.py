"""The way from a request to a conductor that can ask its hardware; assembly says what it is made of."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import msgspec
from typing_extensions import override

from bessemer.model.errors import HardwareFailed, NotReached, Unavailable
from bessemer.model.fleet import Host
from bessemer.model.question import Question

LIMIT_S = 60.0
"""How long a question may take in all."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question that the caller may put, with the conductors that can answer it."""

    hosts: tuple[Host, ...]
    """At least one; the best first."""
    question: Question


class Hardware(Protocol):
    """Takes questions to conductors."""

    async def ask(self, hosts: Sequence[Host], question: Question) -> Any:
        """Put a question to the first host, giving its answer as plain JSON.

        The next host is asked only when the one before refused the connection, and never after a time-out: nobody
        knows then what the first one has begun. A question ends after 60 seconds.
        """


class Switchboard(Hardware):
    """Puts each question through to the first of its conductors that is there."""

    def __init__(
        self,
        own: str | None,
        here: Callable[[Question], Awaitable[Any]],
        there: Callable[[Host, Question], Awaitable[Any]],
        limit_s: float = LIMIT_S,
    ) -> None:
        """Take the name of the conductor in this process, if there is one, with the two ways to ask."""
        self._own = own
        self._here = here
        self._there = there
        self._limit_s = limit_s

    @override
    async def ask(self, hosts: Sequence[Host], question: Question) -> Any:
        missed: list[str] = []
        for host in hosts:
            try:
                async with asyncio.timeout(self._limit_s):
                    return await (self._here(question) if host.name == self._own else self._there(host, question))
            except NotReached as error:
                missed.append(error.message)
            except TimeoutError as error:
                raise HardwareFailed(
                    f"The conductor {host.name} did not answer within {self._limit_s:g} s. What it has begun may still "
                    "be going on, so look at the node before you ask again."
                ) from error
        raise Unavailable(f"No conductor could be asked. {' '.join(missed)}")
