"""Everything that was changed, as it happens or page by page."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import msgspec

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply, stream_reply
from bessemer.api.routes import Route
from bessemer.model.change import Change, Narrowing
from bessemer.model.errors import Invalid
from bessemer.rules.identifiers import uuid_from_text
from bessemer.services.change_stream import Notice, Told
from bessemer.services.seen_changes import scope_of_changes

PATH = "bessemer/v1/changes"
LAST_SEEN = "last-event-id"
RETRY_MS = 2000
"""After how long a reader is to come back whose connection ended."""
LONGEST_NUMBER = 18
FORMATS = {"json": True, "stream": False}
_encode = msgspec.json.Encoder().encode

NOTICES = {
    Notice.SILENCE: b"",
    Notice.GAP: b'event: gap\ndata: {"reason":"Some of the changes asked for are kept no longer, or are of another '
    b'log. What follows is complete; read anew what you keep of the rest."}\n',
    Notice.DROPPED: b'event: dropped\ndata: {"reason":"You read more slowly than things change. Connect again: '
    b'with the Last-Event-ID that you have nothing is lost."}\n',
}


def event_from_change(change: Change) -> bytes:
    """Write a change as a server-sent event."""
    return b"id: %d\ndata: %s\n\n" % (change.id, _encode(change))


async def show(call: Call) -> Reply:
    """Stream the changes as they happen, or give one page of those that have happened."""
    given = call.arguments("since", "limit", "node", "subject", "format")
    narrowing = Narrowing(node=_node(given.get("node")), subject=given.get("subject"))
    as_page = _wants_page(call, given.get("format"))
    since = _position("since", given["since"]) if "since" in given else None
    scope_of_changes(call.asking)
    if as_page:
        return await _page(call, given, narrowing, since or 0)
    if LAST_SEEN in call.head:
        since = _position("Last-Event-ID", call.head[LAST_SEEN])
    call.feed.check_room()
    return stream_reply("text/event-stream", _events(call, narrowing, since))


async def _events(call: Call, narrowing: Narrowing, since: int | None) -> AsyncIterator[bytes]:
    yield b"retry: %d\n\n" % RETRY_MS
    async with aclosing(call.feed.follow(call.asking, narrowing, since)) as told:  # type: ignore[type-var]
        async for each in told:
            yield _written(each)


def _written(told: Told) -> bytes:
    if isinstance(told.content, bytes):
        return told.content
    # An id without data moves the place on from which a reader resumes, though there was nothing for him.
    place = b"id: %d\n" % told.position if told.position else b""
    return b": %s\n%s%s\n" % (told.content.encode(), place, NOTICES[told.content])


async def _page(call: Call, given: dict[str, str], narrowing: Narrowing, since: int) -> Reply:
    limit = min(_position("limit", given["limit"]) if "limit" in given else call.limits.page, call.limits.page)
    if limit < 1:
        raise Invalid("limit must be a whole number above 0.")
    seen = await call.feed.page(call.asking, narrowing, since, limit)
    page: dict[str, Any] = {"changes": seen.found}
    if seen.has_more:
        others = {name: value for name, value in given.items() if name in {"node", "subject"}}
        arguments = {**others, "format": "json", "limit": str(limit), "since": str(seen.position)}
        page["next"] = call.link(arguments)
    return json_reply(page)


def _wants_page(call: Call, asked: str | None) -> bool:
    if asked is None:
        accepted = call.head.get("accept", "")
        return "application/json" in accepted and "text/event-stream" not in accepted
    if asked not in FORMATS:
        raise Invalid(f"format must be one of {', '.join(FORMATS)}; {asked[:40]!r} was given.")
    return FORMATS[asked]


def _position(name: str, text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        raise Invalid(f"{name} must be a whole number, as the id of a change is; {text[:40]!r} was given.")
    return int(digits)


def _node(text: str | None) -> str | None:
    if text is None:
        return None
    found = uuid_from_text(text)
    if found is None:
        raise Invalid(f"node must be the UUID of a node; {text[:80]!r} was given.")
    return found


ROUTES = (
    Route(
        method="GET",
        path=PATH,
        handler=show,
        doc="Follow the changes as they happen.",
        arguments=("since", "limit", "node", "subject", "format"),
    ),
)
"""Changes."""
