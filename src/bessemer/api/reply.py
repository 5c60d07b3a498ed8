"""What is sent back: a status, headers and a body, free of any framework."""

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()
JSON_TYPE = ("content-type", "application/json")


class Reply(msgspec.Struct, frozen=True):
    """One answer."""

    status: int
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


def json_reply(content: Any, status: int = 200, *headers: tuple[str, str]) -> Reply:
    """Answer with JSON."""
    return Reply(status, _encoder.encode(content), (JSON_TYPE, *headers))


def empty_reply(status: int = 204, *headers: tuple[str, str]) -> Reply:
    """Answer without a body."""
    return Reply(status, b"", headers)
