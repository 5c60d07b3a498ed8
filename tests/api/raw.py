"""Bytes sent to a server just as they are, however wrong, and what it says to them."""

import http.client
import socket
import ssl
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from tests.api.wire import SECONDS_TO_ANSWER, Answer


def connected(url: str) -> socket.socket:
    """Open a connection to a server."""
    place = urlsplit(url)
    assert place.port
    connection = socket.create_connection((str(place.hostname), place.port), SECONDS_TO_ANSWER)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def sent(url: str, *pieces: bytes, ended: bool = False) -> Answer | None:
    """Send pieces over a connection of their own; `ended` hangs up after them. None: the server said nothing."""
    with connected(url) as connection:
        # A server that has read enough may have hung up by now; what it said is still to be read.
        with suppress(BrokenPipeError, ConnectionResetError):
            for piece in pieces:
                connection.sendall(piece)
        if ended:
            connection.shutdown(socket.SHUT_WR)
        return answered(connection)


def answered(connection: socket.socket | ssl.SSLSocket, method: str = "GET") -> Answer | None:
    """Read one answer."""
    response = http.client.HTTPResponse(connection, method=method)
    try:
        response.begin()
        return Answer(status=response.status, headers=response.headers, body=response.read())
    except (http.client.RemoteDisconnected, ConnectionResetError):
        return None
    finally:
        response.close()


def request(method: str, path: str, headers: Iterable[tuple[str, str]] = (), body: bytes | None = None) -> bytes:
    """Write a request in the newest API version; the length of a body is told truly."""
    lines = [f"{method} {path} HTTP/1.1", "X-OpenStack-Ironic-API-Version: latest"]
    given = [f"{name}: {value}" for name, value in headers]
    length = [] if body is None else [f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, *given, *length, "", ""]).encode("latin-1") + (body or b"")
