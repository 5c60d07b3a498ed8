"""Fetches a large file by HTTP, piece by piece, within a size and a time that whoever sends it cannot stretch."""

import http.client
import ssl
import time
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urljoin, urlsplit

import msgspec

from bessemer.model.errors import HardwareFailed

AT_ONCE = 1024 * 1024
MOST_REDIRECTS = 5
SILENT_S = 60.0
"""How long nothing may come."""
OK = 200
ELSEWHERE = frozenset({301, 302, 303, 307, 308})


class Arriving(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a file, with what is known of the whole."""

    data: bytes
    whole: int | None
    """The size of the file, where the sender told it."""


def download(url: str, most_bytes: int, limit_s: float) -> Iterator[Arriving]:
    """Give a file piece by piece; one that is too large, too slow or not whole ends in a refusal."""
    shown = _shown(url)
    ends = time.monotonic() + limit_s
    try:
        with closing(_Line(url)) as line:
            answer = line.answer()
            yield from _pieces(answer, shown, most_bytes, ends)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise HardwareFailed(f"{shown} cannot be fetched: {str(error) or type(error).__name__}.") from error


def _pieces(answer: http.client.HTTPResponse, shown: str, most_bytes: int, ends: float) -> Iterator[Arriving]:
    whole = answer.length
    if whole is not None and whole > most_bytes:
        raise HardwareFailed(f"{shown} has {whole} bytes, and {most_bytes} are the most that may be.")
    taken = 0
    # read1 gives what has come, so that a sender of single bytes meets the limit of time as well.
    while data := answer.read1(AT_ONCE):
        taken += len(data)
        if taken > most_bytes:
            raise HardwareFailed(f"{shown} has more than {most_bytes} bytes, which are the most that may be.")
        if time.monotonic() > ends:
            raise HardwareFailed(f"{shown} took too long; {taken} bytes had come. Is the way to it slow?")
        yield Arriving(data=data, whole=whole)
    if whole is not None and taken != whole:
        raise HardwareFailed(f"{shown} ended after {taken} of {whole} bytes.")


class _Line:
    """The way to a file, which may lead from one server to the next."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: http.client.HTTPConnection | None = None
        self._answer: http.client.HTTPResponse | None = None

    def answer(self) -> http.client.HTTPResponse:
        for _ in range(MOST_REDIRECTS + 1):
            answer = self._asked()
            if answer.status == OK:
                return answer
            target = answer.getheader("location")
            if answer.status not in ELSEWHERE or not target:
                raise ValueError(f"the server answered {answer.status} {answer.reason[:80]}")
            self._url = urljoin(self._url, target)
        raise ValueError(f"it was passed on more than {MOST_REDIRECTS} times")

    def close(self) -> None:
        # An answer that was not read to its end holds the connection open.
        for each in (self._answer, self._connection):
            if each is not None:
                each.close()

    def _asked(self) -> http.client.HTTPResponse:
        parts = urlsplit(self._url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("it leads to what is no URL of http:// or https://")
        self.close()
        if parts.scheme == "https":
            context = ssl.create_default_context()
            self._connection = http.client.HTTPSConnection(
                parts.hostname, parts.port, timeout=SILENT_S, context=context
            )
        else:
            self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=SILENT_S)
        target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        self._connection.request("GET", target, headers={"Accept-Encoding": "identity"})
        self._answer = self._connection.getresponse()
        return self._answer


def _shown(url: str) -> str:
    """Write a URL without what may be secret in it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
