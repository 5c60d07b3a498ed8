"""Asks conductors in other processes, over connections that are kept for the next question."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import httptools
import msgspec

from bessemer.model.errors import HardwareFailed, NotReached, Unavailable
from bessemer.model.fleet import Host
from bessemer.model.question import Answer, Letter, Question
from bessemer.rules.answers import value_of
from bessemer.rules.letter_seals import ANSWER, CALL, SEAL, is_sealed, seal_of

PATH = "/rpc"
OK, CAME_TWICE = 200, 409
LONGEST_REST_S = 10.0
"""A connection that rested longer is not used again; the conductor keeps it for twice as long."""
MOST_RESTING = 16
"""Connections to one conductor that are kept."""
CONNECT_LIMIT_S = 10.0


class LineSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How conductors are asked."""

    key: bytes
    """What all processes of the installation share."""
    most_bytes: int = 64 * 1024 * 1024
    """The largest answer."""
    most_at_once: int = 256
    """Questions that are under way together; the next wait."""


class Lost(Exception):
    """The connection ended before the whole answer had come."""


class ConductorLine:
    """The way from this process to all conductors; it belongs to one event loop."""

    def __init__(self, settings: LineSettings, clock: Callable[[], float] = time.time) -> None:
        """Open nothing yet."""
        self._settings = settings
        self._clock = clock
        self._resting: dict[str, list[tuple[float, _Connection]]] = {}
        self._turn = asyncio.Semaphore(settings.most_at_once)

    async def ask(self, host: Host, question: Question) -> Any:
        """Ask one conductor; NotReached says that it has not so much as heard the question."""
        if host.url is None:
            raise NotReached(
                f"The conductor {host.name} cannot be asked from other processes: it was started without "
                "[json_rpc]shared_key_file."
            )
        letter = Letter(to=host.name, sent_at=self._clock(), number=token_hex(16), question=question)
        text = msgspec.json.encode(letter)
        async with self._turn:
            status, seal, body = await self._posted(host, text)
        return value_of(self._read(host, letter, status, seal, body))

    async def _posted(self, host: Host, text: bytes) -> "_Received":
        url = str(host.url)
        request = _request(url, text, seal_of(self._settings.key, CALL, text))
        resting = self._rested(url)
        if resting is not None:
            # The conductor may just have closed it. Sent again, the letter has the same number and is taken once only.
            with suppress(Lost):
                return await self._exchanged(url, resting, request)
        try:
            fresh = await _connected(host)
        except NotReached as error:
            if resting is None:
                raise
            raise _lost(host) from error
        try:
            return await self._exchanged(url, fresh, request)
        except Lost as error:
            raise _lost(host) from error

    async def _exchanged(self, url: str, connection: "_Connection", request: bytes) -> "_Received":
        """Send a request and take its answer in; the connection rests afterwards or is closed."""
        may_rest = False
        try:
            received, may_rest = await connection.exchange(request, self._settings.most_bytes)
        finally:
            if not may_rest:
                connection.close()
        line = self._resting.setdefault(url, [])
        if len(line) < MOST_RESTING:
            line.append((time.monotonic(), connection))
        else:
            connection.close()
        return received

    def _rested(self, url: str) -> "_Connection | None":
        line = self._resting.get(url, [])
        while line:
            since, connection = line.pop()
            if time.monotonic() - since < LONGEST_REST_S and connection.is_open():
                return connection
            connection.close()
        return None

    def _read(self, host: Host, letter: Letter, status: int, seal: str, body: bytes) -> Answer:
        if status == CAME_TWICE:
            raise _lost(host)
        if status != OK:
            raise Unavailable(
                f"The conductor {host.name} at {host.url} did not take the question: it answered {status}, "
                f"{_message(body)}"
            )
        if not is_sealed(self._settings.key, ANSWER, body, seal):
            raise HardwareFailed(
                f"What answered at {host.url} in the name of the conductor {host.name} does not have the key of this "
                "installation, so its answer counts for nothing. Find out what listens there."
            )
        try:
            answer = msgspec.json.decode(body, type=Answer)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise HardwareFailed(
                f"The answer of the conductor {host.name} cannot be read: {error}. "
                "Bring all processes to the same release."
            ) from error
        if answer.number != letter.number:
            raise HardwareFailed(f"The conductor {host.name} at {host.url} answered another question than was put.")
        return answer

    def close(self) -> None:
        """Close every connection that rests."""
        for line in self._resting.values():
            for _, connection in line:
                connection.close()
        self._resting.clear()


_Received = tuple[int, str, bytes]
"""The status, the seal and the body."""


def _request(url: str, text: bytes, seal: str) -> bytes:
    head = (
        f"POST {PATH} HTTP/1.1\r\nhost: {urlsplit(url).netloc}\r\ncontent-type: application/json\r\n"
        f"{SEAL}: {seal}\r\ncontent-length: {len(text)}\r\n\r\n"
    )
    return head.encode() + text


async def _connected(host: Host) -> "_Connection":
    place = urlsplit(str(host.url))
    try:
        async with asyncio.timeout(CONNECT_LIMIT_S):
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
    except TimeoutError as error:
        raise Unavailable(
            f"The conductor {host.name} at {host.url} could not be reached within {CONNECT_LIMIT_S:g} s. If it is "
            "gone, others take over its nodes when its lease has run out; ask again in a moment."
        ) from error
    except (OSError, ValueError) as error:
        raise NotReached(f"The conductor {host.name} at {host.url} cannot be reached: {error}.") from error
    return _Connection(reader, writer)


def _lost(host: Host) -> HardwareFailed:
    return HardwareFailed(
        f"The connection to the conductor {host.name} at {host.url} ended before its answer came. What it has begun "
        "may be half done, so look at the node before you ask again."
    )


def _message(body: bytes) -> str:
    try:
        found = msgspec.json.decode(body, type=dict[str, Any]).get("message")
    except (msgspec.MsgspecError, UnicodeDecodeError):
        found = None
    return str(found)[:400] if found else "and is none of Bessemer's conductors."


class _Connection:
    """One connection, with at most one question on it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def is_open(self) -> bool:
        return not (self._reader.at_eof() or self._writer.is_closing())

    def close(self) -> None:
        self._writer.close()

    async def exchange(self, request: bytes, most: int) -> tuple[_Received, bool]:
        """Send a request and take in its answer, and tell whether the connection may be used again."""
        taken = _Taken()
        parser = taken.parser
        try:
            self._writer.write(request)
            await self._writer.drain()
            while not taken.is_whole:
                data = await self._reader.read(65536)
                if not data:
                    raise Lost
                parser.feed_data(data)
                if taken.size > most:
                    raise Unavailable(f"The answer is larger than {most} bytes, so it was not read.")
        except OSError as error:
            raise Lost from error
        except httptools.HttpParserError as error:
            raise Unavailable(f"What answered does not speak HTTP: {error}.") from error
        received = (parser.get_status_code(), taken.seal, b"".join(taken.chunks))
        return received, taken.may_rest


class _Taken:
    """What has come of one answer."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.size = 0
        self.seal = ""
        self.is_whole = False
        self.may_rest = False
        self.parser = httptools.HttpResponseParser(self)

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == SEAL.encode():
            self.seal = value.decode("latin-1")

    def on_body(self, data: bytes) -> None:
        self.chunks.append(data)
        self.size += len(data)

    def on_message_complete(self) -> None:
        # Asked any later, the parser has forgotten how long the answer was said to be, and takes it for unfinished.
        self.may_rest = bool(self.parser.should_keep_alive())
        self.is_whole = True
