"""Hand an answer's head and body to the kernel together."""

from asyncio import Transport

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle


class WholeAnswer:
    """A connection as one answer sees it.

    uvicorn writes the head by itself, which is half of what a short answer costs the kernel; a head that announces how
    much follows waits for it here. Streams announce no length, so their head goes out at once.
    """

    __slots__ = ("_cycle", "_head", "_is_begun", "_transport")

    def __init__(self, cycle: RequestResponseCycle, transport: Transport) -> None:
        """Expect the head."""
        self._cycle = cycle
        self._transport = transport
        self._is_begun = False
        self._head: bytes | None = None

    def write(self, data: bytes) -> None:
        """Write, or keep a head back until its body comes."""
        if self._head is not None:
            head, self._head = self._head, None
            self._transport.writelines((head, data))
        elif self._is_head() and self._cycle.expected_content_length and self._cycle.scope["method"] != "HEAD":
            self._head = data
        else:
            self._transport.write(data)

    def _is_head(self) -> bool:
        """Tell whether this is the first thing written of the answer itself."""
        if self._is_begun or not self._cycle.response_started:  # `100 Continue` comes before the answer
            return False
        self._is_begun = True
        return True

    def is_closing(self) -> bool:
        """Tell whether the connection is on its way down."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Close the connection once all that was written has gone out; a head without its body is no answer."""
        self._transport.close()
