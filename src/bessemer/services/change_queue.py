"""What one listener has still to be sent, which may only be so much."""

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from bessemer.model.change import Owned


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """How much may wait for one listener before he is dropped."""

    changes: int = 2000
    content_bytes: int = 4 * 1024 * 1024


class Taken(msgspec.Struct, frozen=True):
    """What was waiting."""

    position: int
    content: bytes


class ChangeQueue:
    """Changes on their way to one listener; used in the event loop only."""

    def __init__(self, takes: Callable[[Owned], bool], sizes: Sizes) -> None:
        """Wait for changes; `takes` tells which the listener is to have."""
        self.takes = takes
        self.is_dropped = False
        """Whether he was too slow; what waits for him is still to be sent, and nothing after it."""
        self.offered = 0
        """The position up to which everything has been offered to him."""
        self._sizes = sizes
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._bytes = 0
        self._is_closed = False
        self._bell = asyncio.Event()

    def put(self, position: int, content: bytes) -> None:
        """Add a change, unless there is no room for it: then the listener is dropped."""
        if self.is_dropped:
            return
        if len(self._waiting) >= self._sizes.changes or self._bytes + len(content) > self._sizes.content_bytes:
            self.is_dropped = True
        else:
            self._waiting.append((position, content))
            self._bytes += len(content)
        self._bell.set()

    def close(self) -> None:
        """Keep the listener waiting no longer."""
        self._is_closed = True
        self._bell.set()

    async def take(self, patience_s: float) -> Taken:
        """Give what waits, as soon as there is anything, or nothing after a while."""
        if not self._waiting and not self.is_dropped and not self._is_closed:
            self._bell.clear()
            try:
                async with asyncio.timeout(patience_s):
                    await self._bell.wait()
            except TimeoutError:
                return Taken(0, b"")
        position = self._waiting[-1][0] if self._waiting else 0
        content = b"".join(content for _, content in self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return Taken(position, content)
