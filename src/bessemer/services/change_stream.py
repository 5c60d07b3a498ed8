"""Tell those who listen of every change, at once and in order, with one query for all of them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum

import msgspec

from bessemer.model.change import Change, Narrowing, Owned
from bessemer.model.errors import Unavailable
from bessemer.model.listing import EVERYTHING
from bessemer.services.asking import Asking
from bessemer.services.change_queue import ChangeQueue, Sizes
from bessemer.services.desk import Desk
from bessemer.services.seen_changes import SeenChanges, may_see, page_of_changes, seen_after
from bessemer.store import change_reading
from bessemer.store.database import Database
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500


class FeedSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How the changes are handed out."""

    look_every_s: float = 1.0
    """How often the database is asked what other processes have changed, while somebody listens."""
    rest_s: float = 0.05
    """How long changes are gathered when they come thick and fast."""
    silence_s: float = 15.0
    """After how long without a change a listener is told that there is none."""
    lasts_s: float = 900.0
    """How long somebody listens before he has to say anew who he is."""
    most_listeners: int = 500
    sizes: Sizes = Sizes()


class Notice(StrEnum):
    """What a listener is told besides the changes."""

    SILENCE = "silence"
    """There is nothing new."""
    GAP = "gap"
    """What he asked for is not all there: some of it has been pruned, or is not of this log."""
    DROPPED = "dropped"
    """He reads too slowly."""


class Told(msgspec.Struct, frozen=True):
    """What a listener is to be sent."""

    position: int
    """How far he has come with it."""
    content: bytes | Notice


class ChangeFeed:
    """One reader of the log for all who listen in this process; it reads only while somebody does."""

    def __init__(
        self, database: Database, desk: Desk, write: Callable[[Change], bytes], settings: FeedSettings | None = None
    ) -> None:
        """Prepare; `write` turns a change into what listeners are sent, once for all of them."""
        self._database = database
        self._desk = desk
        self._write = write
        self._settings = settings or FeedSettings()
        self._queues: set[ChangeQueue] = set()
        self._listeners = 0
        self._position = 0
        self._reader: asyncio.Task[None] | None = None
        self._ready: asyncio.Event = asyncio.Event()
        self._news: asyncio.Event = asyncio.Event()
        self._is_closed = False

    def close(self) -> None:
        """Send everybody home; he can resume elsewhere. To be called in the event loop."""
        self._is_closed = True
        for queue in self._queues:
            queue.close()

    async def follow(self, asking: Asking, narrowing: Narrowing, since: int | None) -> AsyncIterator[Told]:
        """Give all that may be seen after a position, or from now on, until the time is over."""
        ends = asyncio.get_running_loop().time() + self._settings.lasts_s
        with self._listening():
            while not await _happened(self._ready, self._settings.silence_s):
                yield Told(since or 0, Notice.SILENCE)
            position = self._position if since is None else since
            if await self._has_gap(position):
                position = min(position, self._position)
                yield Told(position, Notice.GAP)
            while position < (upper := self._position):
                seen = await self._desk.read(seen_after, asking, position, upper, narrowing)
                position = seen.position
                if seen.found:
                    yield Told(position, b"".join(self._write(change) for change in seen.found))
            queue = ChangeQueue(lambda one: narrowing.takes(one.change) and may_see(asking, one), self._settings.sizes)
            self._queues.add(queue)
            try:
                async for told in self._live(queue, position, ends):
                    yield told
            finally:
                self._queues.discard(queue)

    async def page(self, asking: Asking, narrowing: Narrowing, since: int, most: int) -> SeenChanges:
        """Give the changes after a position that may be seen, as many as asked for."""
        await self._put_in_order()
        return await self._desk.read(page_of_changes, asking, since, most, narrowing)

    def check_room(self) -> None:
        """Refuse when no more can listen."""
        if self._is_closed or self._listeners >= self._settings.most_listeners:
            raise Unavailable(f"{self._listeners} listen already, as many as one process serves. Try again later.")

    async def _live(self, queue: ChangeQueue, position: int, ends: float) -> AsyncIterator[Told]:
        while not self._is_closed and asyncio.get_running_loop().time() < ends:
            taken = await queue.take(self._settings.silence_s)
            if taken.content:
                position = taken.position
                yield Told(position, taken.content)
            if queue.is_dropped:
                yield Told(position, Notice.DROPPED)
                return
            if not taken.content:
                position = max(position, queue.offered)
                yield Told(position, Notice.SILENCE)

    async def _has_gap(self, position: int) -> bool:
        return position > self._position or position < await self._desk.read(change_reading.pruned)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        self.check_room()
        self._listeners += 1
        if self._reader is None:
            self._ready.clear()
            self._reader = asyncio.create_task(self._read_on())
        try:
            yield
        finally:
            self._listeners -= 1
            if self._listeners == 0 and self._reader is not None:
                self._reader.cancel()
                self._reader = None

    async def _read_on(self) -> None:
        """Read what is new as soon as it is told of, and every now and then."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._news.set)

        self._database.followers.add(wake)
        try:
            while True:
                self._news.clear()
                try:
                    await self._read_news()
                except Exception as error:  # noqa: BLE001 - whatever the database says, the next look may succeed
                    log.warning("The log of changes could not be read, and will be again: %s", error)
                await asyncio.sleep(self._settings.rest_s)
                await _happened(self._news, self._settings.look_every_s)
        finally:
            self._database.followers.discard(wake)

    async def _read_news(self) -> None:
        if not self._ready.is_set():
            await self._put_in_order()
            self._position = await self._desk.read(change_reading.newest)
            self._ready.set()
        more = True
        while more:
            found, unnumbered = await self._desk.read(_news, self._position)
            for one in found:
                self._hand_out(one)
            if unnumbered:
                await self._desk.write(change_reading.number)
            more = unnumbered or len(found) == MOST_AT_ONCE

    async def _put_in_order(self) -> None:
        while await self._desk.read(change_reading.is_any_unnumbered):
            await self._desk.write(change_reading.number)

    def _hand_out(self, one: Owned) -> None:
        content: bytes | None = None
        for queue in self._queues:
            if queue.takes(one):
                content = content or self._write(one.change)
                queue.put(one.change.id, content)
            queue.offered = one.change.id
        self._position = one.change.id


async def _happened(event: asyncio.Event, patience_s: float) -> bool:
    """Wait for something, telling whether it happened in time."""
    try:
        async with asyncio.timeout(patience_s):
            await event.wait()
    except TimeoutError:
        return False
    return True


def _news(tx: Transaction, position: int) -> tuple[list[Owned], bool]:
    """Fetch what is new for anybody, and whether there is more that has yet to be put in order."""
    found = change_reading.after(tx, position, None, MOST_AT_ONCE, Narrowing(), EVERYTHING)
    return found, change_reading.is_any_unnumbered(tx)
