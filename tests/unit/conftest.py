"""Refuses sockets, processes and databases while a unit test runs."""

import sys
from collections.abc import Iterator

import pytest

REFUSED = {
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.system",
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "sqlite3.connect",
    "subprocess.Popen",
}


class Guard:
    """Listens to Python's audit events; a hook cannot be taken back, so it can be told to let pass."""

    def __init__(self) -> None:
        """Begin by letting everything pass."""
        self.is_closed = False

    def __call__(self, event: str, _arguments: tuple[object, ...]) -> None:
        """Stop what a unit test may not do."""
        if self.is_closed and event in REFUSED:
            pytest.fail(f"A unit test may not do I/O ({event}). Move it to the folder of tests for the world it needs.")


GUARD = Guard()
sys.addaudithook(GUARD)


@pytest.fixture(autouse=True)
def no_input_or_output() -> Iterator[None]:
    """Keep the guard closed for the length of the test."""
    GUARD.is_closed = True
    yield
    GUARD.is_closed = False
