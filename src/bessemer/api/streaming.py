"""Send a reply that goes on for as long as somebody reads it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import aclosing
from typing import Any

from bessemer.api.body import Receive

log = logging.getLogger(__name__)

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATIENCE_S = 60.0
"""How long a reader may take nothing before nothing more is prepared for him."""


async def send_stream(send: Send, receive: Receive, chunks: AsyncIterator[bytes]) -> None:
    """Send chunk after chunk until there are no more, or until the reader is gone."""
    sending = asyncio.create_task(_sent(send, chunks))
    leaving = asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if sending.done() and not sending.cancelled() and isinstance(sending.exception(), TimeoutError):
            await leaving
    finally:
        for task in (sending, leaving):
            task.cancel()
        ended = await asyncio.gather(sending, leaving, return_exceptions=True)
    if isinstance(ended[0], Exception) and not isinstance(ended[0], TimeoutError):
        log.error("A stream of changes ended early: the server failed inside.", exc_info=ended[0])


async def _sent(send: Send, chunks: AsyncIterator[bytes]) -> None:
    async with aclosing(chunks) as each:  # type: ignore[type-var]  # all that are handed in are generators
        async for chunk in each:
            async with asyncio.timeout(PATIENCE_S):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
