"""An answer reaches the kernel in as few pieces as it can, and in the right order."""

import asyncio
from collections.abc import Iterable

import pytest
from typing_extensions import override
from uvicorn.server import ServerState

from bessemer.assembly.bounded_http import BoundedHttp
from bessemer.assembly.listening import plain_config

Message = dict[str, object]
LENGTH = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]}
NO_LENGTH = {"type": "http.response.start", "status": 200, "headers": []}
NOTHING = {"type": "http.response.start", "status": 204, "headers": []}


class Written(asyncio.Transport):
    """A connection that remembers each piece that is written to it."""

    def __init__(self) -> None:
        """Start open."""
        super().__init__()
        self.pieces: list[bytes] = []
        self.is_closed = False

    @override
    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Remember a piece."""
        self.pieces.append(bytes(data))

    @override
    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Remember several parts as one piece, as the kernel is handed them."""
        self.pieces.append(b"".join(map(bytes, list_of_data)))

    @override
    def is_closing(self) -> bool:
        """Tell whether it was closed."""
        return self.is_closed

    @override
    def close(self) -> None:
        """Close."""
        self.is_closed = True

    @override
    def pause_reading(self) -> None:
        """Wait."""

    @override
    def resume_reading(self) -> None:
        """Go on."""


def body(text: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": text, "more_body": more}


def answered(request: bytes, *messages: Message) -> list[bytes]:
    """Answer a request by these messages, and tell what was written, piece by piece, without the date."""

    async def app(scope: object, receive: object, send: object) -> None:
        for message in messages:
            await send(message)  # type: ignore[operator]  # an ASGI callable

    async def run() -> Written:
        written = Written()
        config = plain_config(app)
        config.load()
        connection = BoundedHttp(config=config, server_state=ServerState(), app_state={})
        connection.connection_made(written)
        connection.data_received(request)
        for _ in range(10):
            await asyncio.sleep(0)
        return written

    return asyncio.run(run()).pieces


@pytest.mark.parametrize(
    ("request_line", "messages", "expected"),
    [
        pytest.param(b"GET /", (LENGTH, body(b"hello")), [b"HEAD hello"], id="head and body go together"),
        pytest.param(
            b"GET /",
            (LENGTH, body(b"he", more=True), body(b"llo")),
            [b"HEAD he", b"llo"],
            id="what comes later goes by itself",
        ),
        pytest.param(
            b"GET /", (NO_LENGTH, body(b"hello")), [b"HEAD ", b"5\r\nhello\r\n0\r\n\r\n"], id="a stream begins at once"
        ),
        pytest.param(b"GET /", (NOTHING, body(b"")), [b"HEAD ", b""], id="no content is not waited for"),
        pytest.param(b"HEAD /", (LENGTH, body(b"")), [b"HEAD "], id="HEAD has a length and no body"),
    ],
)
def test_an_answer_is_written_in_as_few_pieces_as_it_can(
    request_line: bytes, messages: tuple[Message, ...], expected: list[bytes]
) -> None:
    found = answered(request_line + b" HTTP/1.1\r\nhost: here\r\n\r\n", *messages)
    assert [_shortened(piece) for piece in found] == expected


def test_answers_to_requests_sent_together_keep_their_order() -> None:
    request = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"
    found = answered(request + request, LENGTH, body(b"hello"))
    assert [_shortened(piece) for piece in found] == [b"HEAD hello", b"HEAD hello"]


def _shortened(piece: bytes) -> bytes:
    """Write one word for a whole head."""
    head, is_head, rest = piece.partition(b"\r\n\r\n")
    return b"HEAD " + rest if is_head and head.startswith(b"HTTP/1.1 ") else piece
