"""Asks the agent in a ramdisk, over a connection for each question, within a time and a size that it cannot stretch."""

import socket
import ssl
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

import httptools
import msgspec

from bessemer.model.errors import BessemerError, HardwareFailed
from bessemer.model.secret import Secret
from bessemer.rules.callback_addresses import address_fault, address_from_text

DEFAULT_PORTS = {"http": 80, "https": 443}
MOST_BYTES = 64 * 1024 * 1024
AT_ONCE = 65536
OK, BUSY = 200, 409
LONGEST_SHOWN = 400


class AgentSilent(BessemerError):
    """The agent could not be reached, or did not answer in time: whether it heard the question is not known."""


class AgentBusy(BessemerError):
    """The agent is at something else, so the question counted for nothing."""


class AgentPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where an agent is asked, and by what the two know each other."""

    url: str
    token: Secret[str | None]
    certificate: str | None = None
    """What its own certificate is verified by, in PEM form."""
    verify: bool | str = True
    """Where it sent no certificate: whether one is verified, or the path of those that are trusted."""
    networks: Sequence[str] = ()
    """The networks that agents are in; empty for all but those that lead back to servers."""
    limit_s: float = 60.0
    """How long a question may take, from the first to the last byte."""
    most_bytes: int = MOST_BYTES
    """The largest answer."""


class AgentLine:
    """The way to one agent."""

    def __init__(self, place: AgentPlace) -> None:
        """Open nothing yet."""
        self._place = place

    def get(self, path: str) -> Any:
        """Read something."""
        return self._asked("GET", path, None, "")

    def post(self, path: str, body: Any, query: str = "") -> Any:
        """Have something done."""
        return self._asked("POST", path, msgspec.json.encode(body), query)

    def _asked(self, method: str, path: str, body: bytes | None, query: str) -> Any:
        ends = time.monotonic() + self._place.limit_s
        try:
            with self._connected(ends) as connection:
                _send(connection, self._request(method, path, body, query), ends)
                status, answer = _received(connection, ends, self._place.most_bytes)
        except ssl.SSLCertVerificationError as error:
            raise HardwareFailed(
                f"The agent at {self._place.url} does not show the certificate that it sent with its heartbeat, so it "
                f"was told nothing: {error.verify_message or error}."
            ) from error
        except (OSError, ValueError) as error:
            why = str(error) or type(error).__name__
            raise AgentSilent(f"The agent at {self._place.url} cannot be reached: {why}.") from error
        return self._read(status, answer)

    def _connected(self, ends: float) -> socket.socket:
        parts = urlsplit(self._place.url)
        host, port = str(parts.hostname), parts.port or DEFAULT_PORTS[parts.scheme]
        connection = socket.create_connection((host, port), _left(ends))
        try:
            self._check_address(connection)
            if parts.scheme == "https":
                return self._tls().wrap_socket(connection, server_hostname=host)
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_address(self, connection: socket.socket) -> None:
        """Refuse what a name led to, as only now it is known; nothing has been sent yet."""
        address = address_from_text(connection.getpeername()[0])
        fault = None if address is None else address_fault(address, self._place.networks)
        if fault:
            raise HardwareFailed(f"The agent at {self._place.url} was told nothing: {fault}.")

    def _tls(self) -> ssl.SSLContext:
        place = self._place
        if place.certificate is not None:
            context = ssl.create_default_context(cadata=place.certificate)
            # Agents sign their certificates themselves and leave out what strict chains need.
            context.verify_flags &= ~ssl.VERIFY_X509_STRICT
            return context
        if isinstance(place.verify, str):
            return ssl.create_default_context(cafile=place.verify)
        context = ssl.create_default_context()
        if not place.verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    def _request(self, method: str, path: str, body: bytes | None, query: str) -> bytes:
        parts = urlsplit(self._place.url)
        token = self._place.token.value
        words = [query] if query else []
        words += [f"agent_token={quote(token, safe='')}"] if token is not None else []
        target = f"{parts.path.rstrip('/')}{path}{'?' if words else ''}{'&'.join(words)}"
        head = f"{method} {target} HTTP/1.1\r\nhost: {parts.netloc}\r\naccept: application/json\r\n"
        length = "" if body is None else f"content-length: {len(body)}\r\n"
        head += f"content-type: application/json\r\n{length}connection: close\r\n\r\n"
        return head.encode("ascii") + (body or b"")

    def _read(self, status: int, answer: bytes) -> Any:
        try:
            found = msgspec.json.decode(answer)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            found = None
        if status == OK and found is not None:
            return found
        said = found.get("faultstring") if isinstance(found, dict) else None
        words = str(said)[:LONGEST_SHOWN] if said else f"{len(answer)} bytes that are not what an agent says"
        text = f"The agent at {self._place.url} answered {status}: {words}"
        raise (AgentBusy if status == BUSY else HardwareFailed)(text)


def _left(ends: float) -> float:
    """Tell how much time there is left."""
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time for the answer is over")
    return left


def _send(connection: socket.socket, request: bytes, ends: float) -> None:
    connection.settimeout(_left(ends))
    connection.sendall(request)


def _received(connection: socket.socket, ends: float, most_bytes: int) -> tuple[int, bytes]:
    taken = _Taken()
    while not taken.is_whole:
        connection.settimeout(_left(ends))
        data = connection.recv(AT_ONCE)
        if not data:
            raise ConnectionError("the connection ended before the whole answer had come")
        try:
            taken.parser.feed_data(data)
        except httptools.HttpParserError as error:
            raise ValueError(f"what answered does not speak HTTP: {error}") from error
        taken.size += len(data)
        if taken.size > most_bytes:
            raise ValueError(f"the answer is larger than {most_bytes} bytes")
    return taken.parser.get_status_code(), b"".join(taken.chunks)


class _Taken:
    """What has come of one answer."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.size = 0
        self.is_whole = False
        self.parser = httptools.HttpResponseParser(self)

    def on_body(self, data: bytes) -> None:
        self.chunks.append(data)

    def on_message_complete(self) -> None:
        self.is_whole = True
