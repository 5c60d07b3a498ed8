"""A small HTTP client that shows exactly what the server said."""

import http.client
import json
import time
from collections.abc import Mapping
from email.message import Message
from typing import Any
from urllib.parse import urlsplit

import msgspec

LATEST = "1.115"
VERSION_HEADER = "X-OpenStack-Ironic-API-Version"
SECONDS_TO_ANSWER = 30
SECONDS_OF_REST = 2
"""After such a pause the server may just be closing the connection, so a new one is opened."""
SERVER_FAULTS = 500
"""Statuses from here on say that the server failed, which no request may bring about."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer of the server."""

    status: int
    headers: Message
    """Found by name in any case."""
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The sentence of an error, out of either kind of envelope or none."""
        outer = self.json
        inner = json.loads(outer["error_message"]) if "error_message" in outer else outer
        return str(inner.get("faultstring", inner.get("description")))


class ServerFault(AssertionError):
    """The server answered that it failed."""


class Wire:
    """A connection to one server; sends what it is told to, however wrong."""

    def __init__(self, url: str, *, log_in: Mapping[str, str] | None = None) -> None:
        """Prepare; `log_in` are headers for every request."""
        self.url = url
        self._log_in = log_in or {}
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=SECONDS_TO_ANSWER)
        self._last_used = time.monotonic()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        version: str | None = LATEST,
        json: Any = msgspec.UNSET,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Ask for a path, or for a link of an earlier answer.

        `json` is encoded, None to null; `body` is sent as it is. A version of None sends no version header.
        """
        sent = {**self._log_in}
        if version is not None:
            sent[VERSION_HEADER] = version
        if json is not msgspec.UNSET:
            body, sent["Content-Type"] = msgspec.json.encode(json), "application/json"
        sent.update(headers or {})
        if time.monotonic() - self._last_used > SECONDS_OF_REST:
            self._connection.close()
        self._connection.request(method, path.removeprefix(self.url), body, sent)
        response = self._connection.getresponse()
        answer = Answer(status=response.status, headers=response.headers, body=response.read())
        self._last_used = time.monotonic()
        if answer.status >= SERVER_FAULTS:
            shown = answer.body.decode(errors="replace")
            raise ServerFault(f"{method} {path} at {version} was answered {answer.status}: {shown}")
        return answer

    def get(self, path: str, **how: Any) -> Answer:
        """Read."""
        return self.request("GET", path, **how)

    def post(self, path: str, json: Any = msgspec.UNSET, **how: Any) -> Answer:
        """Create."""
        return self.request("POST", path, json=json, **how)

    def put(self, path: str, json: Any = msgspec.UNSET, **how: Any) -> Answer:
        """Set."""
        return self.request("PUT", path, json=json, **how)

    def patch(self, path: str, json: Any = msgspec.UNSET, **how: Any) -> Answer:
        """Change."""
        return self.request("PATCH", path, json=json, **how)

    def delete(self, path: str, **how: Any) -> Answer:
        """Remove."""
        return self.request("DELETE", path, **how)
