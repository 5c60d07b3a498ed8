"""Read the JSON of a request, guarding against bodies made to hurt."""

import re
from typing import Any

import msgspec

from bessemer.model.errors import Invalid

_decode = msgspec.json.Decoder().decode
STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
OPENING, CLOSING = b"{[", b"}]"


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
