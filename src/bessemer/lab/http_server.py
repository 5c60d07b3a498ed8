"""Answers HTTP for all the ramdisks of this process on one port."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

import httptools

from bessemer.lab.http_words import Answer, Request

Handle = Callable[[Request], Awaitable[Answer | None]]
"""Answers a request; nothing means that the connection ends without an answer, as that of a dead machine does."""
MOST_BYTES = 64 * 1024 * 1024
MOST_WAITING = 4096


class HttpServer:
    """One open port."""

    def __init__(self, handle: Handle) -> None:
        """Open nothing yet."""
        self._handle = handle
        self._listener: asyncio.Server | None = None
        self._connections: dict[asyncio.StreamWriter, asyncio.Task[None] | None] = {}
        """With the tasks that serve them, which nobody else would keep."""

    async def open(self, host: str, port: int, tls: ssl.SSLContext | None) -> int:
        """Listen, and give the port."""
        self._listener = await asyncio.start_server(self._serve, host, port, ssl=tls, backlog=MOST_WAITING)
        return int(self._listener.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Listen no more, and end what is open."""
        if self._listener is not None:
            self._listener.close()
        for writer in tuple(self._connections):
            writer.close()
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections[writer] = asyncio.current_task()
        try:
            with suppress(OSError, httptools.HttpParserError, asyncio.CancelledError):
                while await self._exchanged(reader, writer):
                    pass
        finally:
            del self._connections[writer]
            writer.close()

    async def _exchanged(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request, and tell whether another may follow."""
        taken = _Taken()
        while not taken.is_whole:
            data = await reader.read(65536)
            if not data or taken.size > MOST_BYTES:
                return False
            taken.parser.feed_data(data)
        answer = await self._handle(taken.request())
        if answer is None:
            return False
        writer.write(_written(answer))
        await writer.drain()
        return taken.may_go_on


def _written(answer: Answer) -> bytes:
    head = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}", f"content-length: {len(answer.body)}"]
    head += [f"{name}: {value}" for name, value in answer.headers.items()]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + answer.body


class _Taken:
    """What has come of one request."""

    def __init__(self) -> None:
        self.url = b""
        self.method = ""
        self.chunks: list[bytes] = []
        self.size = 0
        self.is_whole = False
        self.may_go_on = False
        self.parser = httptools.HttpRequestParser(self)

    def on_url(self, url: bytes) -> None:
        self.url += url

    def on_body(self, data: bytes) -> None:
        self.chunks.append(data)
        self.size += len(data)

    def on_message_complete(self) -> None:
        self.method = self.parser.get_method().decode("latin-1")
        self.may_go_on = bool(self.parser.should_keep_alive())
        self.is_whole = True

    def request(self) -> Request:
        parts = urlsplit(self.url.decode("latin-1"))
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return Request(method=self.method, path=parts.path, query=query, body=b"".join(self.chunks))
