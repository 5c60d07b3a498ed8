"""The status and body that clients expect for each refusal."""

from collections.abc import Mapping

import msgspec

from bessemer.api.reply import JSON_TYPE, Reply, json_reply
from bessemer.model import errors

STATUS: dict[type[errors.BessemerError], int] = {
    errors.Invalid: 400,
    errors.Unauthenticated: 401,
    errors.Forbidden: 403,
    errors.NotFound: 404,
    errors.WrongMethod: 405,
    errors.NotAcceptable: 406,
    errors.Conflict: 409,
    errors.TooLarge: 413,
    errors.TooOften: 429,
    errors.Unavailable: 503,
}
"""The status of each refusal; those above it in the tree have none of their own."""

ASK_AGAIN_AFTER_S: Mapping[type[errors.BessemerError], int] = {
    errors.Busy: 1,
    errors.TooOften: 5,
    errors.Unavailable: 5,
}
"""When it may be otherwise: work is often short, and a conductor that died is known to be dead after 20 seconds."""

TITLES = {400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable"}


def _twice_encoded(inner: dict[str, object]) -> bytes:
    """Write an error as Ironic does: JSON in a string in JSON, which is what clients decode."""
    return msgspec.json.encode({"error_message": msgspec.json.encode(inner).decode()})


def fault(status: int, text: str, *headers: tuple[str, str]) -> Reply:
    """Answer with a refusal that comes from the application."""
    side = "Client" if status < 500 else "Server"  # noqa: PLR2004 - where HTTP draws the line
    body = _twice_encoded({"faultcode": side, "faultstring": text, "debuginfo": None})
    return Reply(status, body, (JSON_TYPE, *headers))


def routing_error(status: int, text: str, *headers: tuple[str, str]) -> Reply:
    """Answer with a refusal that comes before any resource is reached."""
    body = _twice_encoded({"code": status, "title": TITLES[status], "description": text})
    return Reply(status, body, (JSON_TYPE, *headers))


def plain_fault(status: int, text: str, *headers: tuple[str, str]) -> Reply:
    """Answer with a refusal of a body that was not even looked into; this one is encoded once."""
    return json_reply({"faultcode": "Client", "faultstring": text}, status, *headers)


def reply_from_error(error: errors.BessemerError) -> Reply:
    """Translate a refusal; one that has no status of its own is a fault of the server."""
    kinds = type(error).__mro__
    again = [("retry-after", str(ASK_AGAIN_AFTER_S[kind])) for kind in kinds if kind in ASK_AGAIN_AFTER_S]
    for kind in kinds:
        if kind in STATUS:
            return fault(STATUS[kind], error.message, *again)
    return fault(500, error.message)
