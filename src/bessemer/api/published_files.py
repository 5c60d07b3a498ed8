"""The place where machines fetch the files that were published for them, and see nothing else."""

import asyncio
import os
import re
import stat
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, BinaryIO

from bessemer.api.body import Receive

AT_ONCE = 256 * 1024
NOT_FOUND, WRONG_METHOD, OK = 404, 405, 200
LETTERS = "[A-Za-z0-9_-]"

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class PublishedFiles:
    """An ASGI application that gives whole files to those who know their paths; there are no lists."""

    def __init__(self, root: Path, folder: str, name: str) -> None:
        """Hand out what lies at folder/UUID/TOKEN/name below the root."""
        self._root = root
        self._path = re.compile(f"/({folder}/{LETTERS}{{1,64}}/{LETTERS}{{16,64}}/{name})")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Give one file."""
        del receive  # a request for a file brings nothing
        method = scope["method"]
        if method not in {"GET", "HEAD"}:
            await _answer(send, WRONG_METHOD, 0, (b"allow", b"GET, HEAD"))
            return
        found = self._path.fullmatch(scope["path"])
        file = await asyncio.to_thread(_opened, self._root / found[1]) if found else None
        if file is None:
            await _answer(send, NOT_FOUND, 0)
            return
        with file:
            await _answer(send, OK, os.fstat(file.fileno()).st_size, is_all=method == "HEAD")
            if method == "GET":
                await _send_all(file, send)


def _opened(path: Path) -> BinaryIO | None:
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    except OSError:
        return None
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    return None


async def _send_all(file: BinaryIO, send: Send) -> None:
    left = os.fstat(file.fileno()).st_size
    while left > 0:
        data = await asyncio.to_thread(file.read, min(AT_ONCE, left))
        if not data:
            raise OSError("a file that was published has become shorter")
        left -= len(data)
        await send({"type": "http.response.body", "body": data, "more_body": left > 0})


async def _answer(send: Send, status: int, size: int, *more: tuple[bytes, bytes], is_all: bool = True) -> None:
    headers = [(b"content-type", b"application/octet-stream"), (b"content-length", b"%d" % size), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if is_all or size == 0:
        await send({"type": "http.response.body", "body": b""})
