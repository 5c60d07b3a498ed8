"""Values read from files, read again when the files change."""

import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Generic, TypeVar

from bessemer.model.errors import ConfigurationError

_log = logging.getLogger(__name__)
_SECONDS_BETWEEN_LOOKS = 1.0

Value = TypeVar("Value")


def fingerprint(paths: Iterable[str]) -> Hashable:
    """Tell the state of files, such that two states differ when a file was written, replaced or removed between."""
    return tuple((path, _state(path)) for path in paths)


def _state(path: str) -> Hashable:
    """Tell the state of one file; that it is absent or out of reach is a state too."""
    try:
        status = Path(path).stat()
    except OSError as error:
        return error.errno
    return (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


class Reloading(Generic[Value]):
    """A value that follows its files, looking at most once a second, and keeps its last good state."""

    def __init__(
        self,
        what: str,
        read: Callable[[], Value],
        look: Callable[[], Hashable],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the value for the first time; what is wrong with it is a ConfigurationError."""
        self._what = what
        self._read = read
        self._look = look
        self._clock = clock
        self._lock = threading.Lock()
        # Looked at before reading: a write in between is then seen as a change, never missed.
        self._seen = look()
        self._value = read()
        self._look_again_at = clock() + _SECONDS_BETWEEN_LOOKS

    def current(self) -> Value:
        """Give the value as of at most a second ago."""
        # Whoever comes while another thread reads gets the value before.
        if self._clock() >= self._look_again_at and self._lock.acquire(blocking=False):
            try:
                self._refresh()
            finally:
                self._lock.release()
        return self._value

    def _refresh(self) -> None:
        """Read the value again if its files changed."""
        self._look_again_at = self._clock() + _SECONDS_BETWEEN_LOOKS
        try:
            seen = self._look()
            if seen == self._seen:
                return
            self._seen = seen
            self._value = self._read()
        except ConfigurationError as error:
            _log.error("A change of %s is not used, what was read before stays in force. %s", self._what, error)
        else:
            _log.info("A change of %s is in force.", self._what)
