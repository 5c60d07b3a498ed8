"""Reads files that this conductor keeps of operations, bit by bit, for whoever serves them."""

import asyncio
from base64 import b64encode
from typing import Any

from bessemer.engine.bench import Bench
from bessemer.model.errors import NotFound
from bessemer.model.question import Question

MOST_BYTES = 1024 * 1024
"""The largest part that is read at once."""


async def evidence(bench: Bench, question: Question) -> dict[str, Any]:
    """Read a part of a file, from an offset on."""
    files = bench.settings.evidence
    if files is None:
        raise NotFound(f"The conductor {bench.settings.host} keeps no files.")
    told = question.arguments
    data, size = await asyncio.to_thread(
        files.read, str(told["operation"]), str(told["name"]), max(0, int(told["offset"])), MOST_BYTES
    )
    return {"data": b64encode(data).decode(), "size": size}
