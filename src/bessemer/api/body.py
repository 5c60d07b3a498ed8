"""Read the body of a request and its JSON, guarding against bodies made to hurt."""

import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import msgspec

from bessemer.model.errors import Invalid, TooLarge

_decode = msgspec.json.Decoder().decode
STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
OPENING, CLOSING = b"{[", b"}]"

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class TooDeep(Invalid):
    """The body is nested deeper than anything that makes sense."""


def json_from_body(body: bytes, deepest: int) -> Any:
    """Decode a body; an empty one counts as an empty object."""
    if not body:
        return {}
    if body.count(b"{") + body.count(b"[") > deepest:
        check_depth(body, deepest)
    try:
        return _decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid(f"The body is not valid JSON: {error}.") from error


def check_depth(body: bytes, deepest: int) -> None:
    """Refuse nesting before anything is parsed."""
    depth = 0
    for byte in STRINGS.sub(b"", body):
        if byte in OPENING:
            depth += 1
            if depth > deepest:
                raise TooDeep(f"The body is nested more than {deepest} levels deep.")
        elif byte in CLOSING:
            depth -= 1


async def body_from_receive(receive: Receive, headers: Mapping[str, str], most: int) -> bytes:
    """Take in a body of at most so many bytes."""
    length = headers.get("content-length")
    if length is not None and length.isdigit() and int(length[:20]) > most:
        raise TooLarge(f"The body has {length[:20]} bytes; this path takes at most {most}.")
    if length in {None, "0"} and "transfer-encoding" not in headers:
        return b""
    chunks, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Invalid("The connection ended before the whole body had come, so nothing was done.")
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > most:
            raise TooLarge(f"The body is larger than {most} bytes, which is what this path takes at most.")
        chunks.append(chunk)
        if not message.get("more_body"):
            return b"".join(chunks)
