"""A client on one keep-alive connection that does nearly nothing, so that what is measured is the server."""

import socket
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec

END_OF_HEAD = b"\r\n\r\n"


class UnexpectedAnswerError(Exception):
    """A request of the benchmark was not answered as it has to be."""


class Client:
    """One connection to a server on this machine."""

    def __init__(self, port: int, version: str = "1.115") -> None:
        """Connect."""
        self._head = (
            f"Host: 127.0.0.1:{port}\r\nAccept: application/json\r\nX-OpenStack-Ironic-API-Version: {version}\r\n"
        )
        self._port = port
        self._socket = self._connected()

    def __enter__(self) -> Self:
        """Serve as a block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hang up."""
        self._socket.close()

    def request(self, method: str, target: str, body: Any = None) -> bytes:
        """Lay out the bytes of a request."""
        encoded = b"" if body is None else msgspec.json.encode(body)
        length = f"Content-Type: application/json\r\nContent-Length: {len(encoded)}\r\n" if encoded else ""
        return f"{method} {target} HTTP/1.1\r\n{self._head}{length}\r\n".encode() + encoded

    def exchange(self, request: bytes) -> tuple[int, bytes]:
        """Send a request and read the whole answer, as its status and its body."""
        received = bytearray(self._begun(request))
        while (end := received.find(END_OF_HEAD)) < 0:
            received += self._received()
        head = bytes(received[:end]).lower()
        body = received[end + len(END_OF_HEAD) :]
        length = _length(head)
        while len(body) < length:
            body += self._received()
        return int(head[9:12]), bytes(body)

    def demand(self, request: bytes, *statuses: int) -> bytes:
        """Exchange, insisting on a status: 200 when none is named."""
        status, body = self.exchange(request)
        if status not in (statuses or (200,)):
            line = request.split(b"\r\n", 1)[0].decode()
            raise UnexpectedAnswerError(f"{line} was answered {status}: {body[:300].decode(errors='replace')}")
        return body

    def get(self, target: str) -> bytes:
        """Get what must be there."""
        return self.demand(self.request("GET", target))

    def _connected(self) -> socket.socket:
        connected = socket.create_connection(("127.0.0.1", self._port))
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connected

    def _begun(self, request: bytes) -> bytes:
        """Send a request and wait for the first of its answer; a server hangs up on who was silent for some seconds."""
        with suppress(ConnectionError):
            self._socket.sendall(request)
            if chunk := self._socket.recv(1 << 20):
                return chunk
        self._socket.close()
        self._socket = self._connected()
        self._socket.sendall(request)
        return self._received()

    def _received(self) -> bytes:
        chunk = self._socket.recv(1 << 20)
        if not chunk:
            raise UnexpectedAnswerError("The server closed the connection in the middle of an answer.")
        return chunk


def _length(head: bytes) -> int:
    _, found, rest = head.partition(b"content-length:")
    return int(rest.split(b"\r\n", 1)[0]) if found else 0
