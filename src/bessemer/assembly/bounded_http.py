"""HTTP as uvicorn reads it, but for requests whose headers never end."""

from http import HTTPStatus
from typing import Any, cast

import msgspec
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bessemer.assembly.whole_answers import WholeAnswer

MOST_HEADER_BYTES = 64 * 1024
"""Read before a request is handed on, so nobody who is not logged in may fill the memory with them."""

_STATUS = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
_BODY = msgspec.json.encode(
    {
        "faultcode": "Client",
        "faultstring": f"The first line and the headers of a request may have {MOST_HEADER_BYTES} bytes together.",
    }
)
_REFUSAL = (
    f"HTTP/1.1 {_STATUS.value} {_STATUS.phrase}\r\n"
    "content-type: application/json\r\n"
    f"content-length: {len(_BODY)}\r\n"
    "connection: close\r\n\r\n"
).encode() + _BODY


class BoundedHttp(HttpToolsProtocol):
    """One connection, which is closed when a request's headers outgrow their limit."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Expect headers."""
        super().__init__(*args, **kwargs)
        self._is_reading_headers = True
        self._header_bytes = 0

    @override
    def on_message_begin(self) -> None:
        """Count anew for each request of the connection."""
        super().on_message_begin()
        self._is_reading_headers = True
        self._header_bytes = 0

    @override
    def on_headers_complete(self) -> None:
        """Stop counting: the rest is the body, which has a limit of its own."""
        self._is_reading_headers = False
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # its task has not run yet, so nothing is written so far
            self.cycle.transport = cast("Any", WholeAnswer(self.cycle, self.transport))

    @override
    def data_received(self, data: bytes) -> None:
        """Read on, unless the headers have become too long without an end."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if not self._is_reading_headers or self.transport.is_closing():
            return
        self._header_bytes += len(data)
        if self._header_bytes > MOST_HEADER_BYTES:
            self.transport.write(_REFUSAL)
            self.transport.close()
