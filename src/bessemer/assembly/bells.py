"""Wake conductors that have work: the one of this process, or others over their lines."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from typing_extensions import override

from bessemer.model.fleet import Host
from bessemer.model.question import WAKE, Question
from bessemer.services.waking import Waking

log = logging.getLogger(__name__)

Ask = Callable[[Host, Question], Awaitable[Any]]


class Bells(Waking):
    """Rings for conductors; what is not heard costs them the second until they look by themselves."""

    def __init__(self, own: str | None, here: Callable[[], None], there: Ask | None) -> None:
        """Take the name of the conductor in this process, if there is one, with the two ways to wake."""
        self._own = own
        self._here = here
        self._there = there
        self._ringing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    @override
    def wake(self, host: Host) -> None:
        """Ring once, and once more afterwards if there was a reason to while it rang."""
        if host.name == self._own:
            self._here()
        elif self._there is not None and host.url is not None:
            if host.name in self._ringing:
                self._again.add(host.name)
            else:
                self._ringing[host.name] = asyncio.create_task(self._ring(self._there, host))

    async def _ring(self, there: Ask, host: Host) -> None:
        try:
            while True:
                self._again.discard(host.name)
                await there(host, Question(name=WAKE))
                if host.name not in self._again:
                    return
        except Exception as error:  # noqa: BLE001 - nothing is lost: the conductor looks by itself
            log.debug("The conductor %s could not be woken: %s", host.name, error)
        finally:
            del self._ringing[host.name]
