"""Requests and answers of HTTP as the lab handles them."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked."""

    method: str
    path: str
    query: Mapping[str, str]
    body: bytes


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What was answered."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = {}

    def json(self) -> Any:
        """Read the body; nothing where it is not JSON."""
        try:
            return msgspec.json.decode(self.body)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None


def json_answer(status: int, value: object) -> Answer:
    """Answer with JSON."""
    return Answer(status=status, body=msgspec.json.encode(value), headers={"content-type": "application/json"})
