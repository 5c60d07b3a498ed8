"""How often one address may ask for what nobody logs in for."""

import ipaddress
import time
from collections.abc import Callable

from bessemer.model.errors import TooOften

MOST_SOURCES = 65_536
"""Addresses that are remembered at the same time; the one that asked first is forgotten first."""


class RateLimit:
    """Lets each address have so many requests a minute, all at once if it likes; 0 is for no limit.

    Requests from this very machine are not counted: they come through a proxy here, for any number of others.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nobody."""
        self._per_minute = per_minute
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """By address, how many requests it had left, and when that was."""

    def check(self, source: str | None) -> None:
        """Count a request, or refuse it."""
        if not self._per_minute or source is None or _is_here(source):
            return
        now = self._clock()
        left, since = self._left.pop(source, (float(self._per_minute), now))
        left = min(self._per_minute, left + (now - since) * self._per_minute / 60)
        is_allowed = left >= 1
        self._left[source] = (left - is_allowed, now)
        if len(self._left) > MOST_SOURCES:
            del self._left[next(iter(self._left))]
        if not is_allowed:
            raise TooOften(
                f"More than {self._per_minute} requests came from {source} within a minute; come back in a moment. If "
                "many ramdisks share that address, raise [api]ramdisk_requests_per_minute."
            )


def _is_here(source: str) -> bool:
    try:
        return ipaddress.ip_address(source).is_loopback
    except ValueError:
        return False
