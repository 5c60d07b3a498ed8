"""An event loop in a thread of its own, for programs that have none."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, Self, TypeVar

LIMIT_S = 30.0
"""How long anything may take that is waited for."""
T = TypeVar("T")


class LoopInThread:
    """The loop; entered, it runs, and left, nothing of what it was given runs on."""

    def __init__(self, name: str) -> None:
        """Prepare the thread."""
        self._loop = asyncio.new_event_loop()
        self._kept: set[asyncio.Task[Any] | None] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End everything."""
        self.run(_end_others())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LIMIT_S)
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done, and wait for it."""
        return self.begin(work).result(LIMIT_S)

    def begin(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Have something done, and do not wait for it."""

        async def kept() -> T:
            # A loop refers to its tasks weakly: one that waits for a connection would be collected with it.
            task = asyncio.current_task()
            self._kept.add(task)
            try:
                return await work
            finally:
                self._kept.discard(task)

        return asyncio.run_coroutine_threadsafe(kept(), self._loop)


async def _end_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
    await asyncio.sleep(0)  # closed transports say goodbye in the next turn
