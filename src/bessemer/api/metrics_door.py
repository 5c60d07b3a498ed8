"""The door at which a conductor that is no API shows its measurements: these, and nothing else."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from bessemer.api.metering import CONTENT_TYPE, ApiMeters
from bessemer.model.measures import Measures

PATH = "/metrics"
ELSEWHERE = b"Only GET /metrics is answered here; the API is at another address.\n"

Message = MutableMapping[str, Any]


class MetricsDoor:
    """An ASGI application that asks nobody who he is, as it stands open on this machine only unless that is wanted."""

    def __init__(self, meters: ApiMeters, read: Callable[[], Awaitable[Measures]]) -> None:
        """Open; `read` reads the state of the work."""
        self._meters = meters
        self._read = read

    async def __call__(
        self, scope: Message, _receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Show the measurements."""
        status, content_type, body = 404, "text/plain; charset=utf-8", ELSEWHERE
        if scope["path"] == PATH and scope["method"] == "GET":
            status, content_type, body = 200, CONTENT_TYPE, self._meters.written(await self._read())
        headers = [(b"content-type", content_type.encode()), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
