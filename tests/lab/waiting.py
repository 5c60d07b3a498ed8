"""Waits until something is so, which other threads and processes bring about."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(find: Callable[[], T], what: str, seconds: float = 30.0) -> T:
    """Give what is found once it is true; fail with a sentence when it does not come to be."""
    end = time.monotonic() + seconds
    while True:
        found = find()
        if found:
            return found
        assert time.monotonic() < end, f"after {seconds:g} s it is not so that {what}"
        time.sleep(0.02)
