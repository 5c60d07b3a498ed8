"""Asks the server over HTTP, as a ramdisk or as somebody who watches."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Mapping
from urllib.parse import urlsplit

import httptools
import msgspec

from bessemer.lab.http_words import Answer

LIMIT_S = 30.0
"""The real agent waits as long for an answer."""


class NoAnswer(Exception):
    """The server was not reached, or went away before its answer was whole."""


class ServerLine:
    """The way to one server."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        """Open nothing yet; `headers` go with every request."""
        parts = urlsplit(url)
        self._host = parts.hostname or ""
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._port = parts.port or (443 if self._tls else 80)
        self._prefix = parts.path.rstrip("/")
        self._headers = dict(headers or {})

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: object = None
    ) -> Answer:
        """Send a request and give the answer to it."""
        content = b"" if body is None else msgspec.json.encode(body)
        try:
            async with asyncio.timeout(LIMIT_S):
                reader, writer = await self._connected()
                try:
                    writer.write(self._head(method, path, {"connection": "close", **(headers or {})}, content))
                    return await _answer(reader)
                finally:
                    writer.close()
        except (OSError, TimeoutError, httptools.HttpParserError) as error:
            raise NoAnswer(f"{method} {path} was not answered: {error!r}") from error

    async def lines(self, path: str, headers: Mapping[str, str]) -> AsyncGenerator[str, None]:
        """Give the lines of an answer that does not end, until it does."""
        try:
            reader, writer = await self._connected()
            try:
                writer.write(self._head("GET", path, {"accept": "text/event-stream", **headers}, b""))
                taken = _Taken()
                rest = b""
                while data := await reader.read(65536):
                    taken.parser.feed_data(data)
                    if taken.status not in {0, 200}:
                        raise NoAnswer(f"GET {path} was answered with {taken.status}")
                    *whole, rest = (rest + taken.take()).split(b"\n")
                    for line in whole:
                        yield line.decode()
            finally:
                writer.close()
        except (OSError, httptools.HttpParserError) as error:
            raise NoAnswer(f"GET {path} ended: {error!r}") from error

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self._host, self._port, ssl=self._tls)

    def _head(self, method: str, path: str, headers: Mapping[str, str], content: bytes) -> bytes:
        given = {
            "host": f"{self._host}:{self._port}",
            "accept": "application/json",
            "content-type": "application/json",
            "content-length": str(len(content)),
            **self._headers,
            **headers,
        }
        lines = [f"{method} {self._prefix}{path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + content


async def _answer(reader: asyncio.StreamReader) -> Answer:
    taken = _Taken()
    while not taken.is_whole:
        data = await reader.read(65536)
        if not data:
            raise ConnectionResetError("the answer ended before it was whole")
        taken.parser.feed_data(data)
    return Answer(status=taken.status, body=taken.take(), headers=taken.headers)


class _Taken:
    """What has come of one answer."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.status = 0
        self.is_whole = False
        self._chunks: list[bytes] = []
        self.parser = httptools.HttpResponseParser(self)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        self.status = self.parser.get_status_code()

    def on_body(self, data: bytes) -> None:
        self._chunks.append(data)

    def on_message_complete(self) -> None:
        self.is_whole = True

    def take(self) -> bytes:
        taken = b"".join(self._chunks)
        self._chunks.clear()
        return taken
