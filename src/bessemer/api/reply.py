"""What is sent back: a status, headers and a body, free of any framework."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()
JSON_TYPE = ("content-type", "application/json")


class Reply(msgspec.Struct, frozen=True):
    """One answer."""

    status: int
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    stream: AsyncIterator[bytes] | None = None
    """What is sent bit by bit instead of the body, for as long as somebody reads it."""


def json_reply(content: Any, status: int = 200, *headers: tuple[str, str]) -> Reply:
    """Answer with JSON."""
    return Reply(status, _encoder.encode(content), (JSON_TYPE, *headers))


def empty_reply(status: int = 204, *headers: tuple[str, str]) -> Reply:
    """Answer without a body."""
    return Reply(status, b"", headers)


def stream_reply(content_type: str, chunks: AsyncIterator[bytes]) -> Reply:
    """Answer with something that goes on; nobody on the way may keep or gather it."""
    kept_by_nobody = (("cache-control", "no-store"), ("x-accel-buffering", "no"))
    return Reply(200, b"", (("content-type", content_type), *kept_by_nobody), chunks)
