"""Reads one document from the API of a running server."""

import http.client
import json
import ssl
from base64 import b64encode
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from bessemer.model.errors import HardwareFailed, Invalid, NotReached

LIMIT_S = 60.0
MOST_BYTES = 64 * 1024 * 1024
OK = 200


def read_document(url: str, path: str) -> Any:
    """Read a document below a URL, which may have a user name and a password in it."""
    try:
        place = urlsplit(url)
        port = place.port
    except ValueError as error:
        raise Invalid(f"{url!r} is not a URL: {error}.") from error
    if place.scheme not in {"http", "https"} or not place.hostname:
        raise Invalid(f"{url!r} is not the URL of a server; it looks like http://127.0.0.1:6385.")
    if place.scheme == "https":
        context = ssl.create_default_context()
        line: http.client.HTTPConnection = http.client.HTTPSConnection(
            place.hostname, port, timeout=LIMIT_S, context=context
        )
    else:
        line = http.client.HTTPConnection(place.hostname, port, timeout=LIMIT_S)
    shown = f"{place.scheme}://{place.netloc.rpartition('@')[2]}{path}"
    try:
        line.request("GET", f"{place.path.rstrip('/')}{path}", headers=_headers(place.username, place.password))
        answer = line.getresponse()
        return _document(shown, answer.status, answer.read(MOST_BYTES))
    except (OSError, http.client.HTTPException) as error:
        raise NotReached(f"{shown} cannot be read: {error}. Is the server running, and is this its URL?") from error
    finally:
        line.close()


def _headers(user: str | None, password: str | None) -> Mapping[str, str]:
    if user is None:
        return {}
    login = f"{unquote(user)}:{unquote(password or '')}".encode()
    return {"Authorization": f"Basic {b64encode(login).decode()}"}


def _document(shown: str, status: int, body: bytes) -> Any:
    try:
        found = json.loads(body)
    except ValueError as error:
        raise HardwareFailed(f"{shown} answered {status} and not with JSON: is it a Bessemer server?") from error
    if status != OK:
        raise HardwareFailed(f"{shown} answered {status}: {_reason(found)}")
    return found


def _reason(found: Any) -> str:
    """Take the sentence out of the envelope of a refusal."""
    try:
        inner = json.loads(found["error_message"])
        return str(inner.get("faultstring") or inner.get("description"))
    except (KeyError, TypeError, ValueError, AttributeError):
        return str(found)[:500]
