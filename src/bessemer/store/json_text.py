"""The JSON that columns hold: written here only, so that it can go to the wire unread."""

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def text_from_json(value: Any) -> str:
    """Write a value as a column keeps it."""
    return _encode(value).decode()


def json_from_text(text: str) -> Any:
    """Read a value that a column kept."""
    return _decode(text)
