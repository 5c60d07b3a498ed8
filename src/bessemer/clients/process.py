"""Runs other programs: without a shell, and within a time, a memory and an output that they cannot stretch."""

import os
import resource
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from bessemer.model.errors import HardwareFailed

AT_ONCE = 65_536
LOOK_EVERY_S = 0.5
"""How soon a program is ended that nobody wants to wait for any more."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a program may use."""

    seconds: float
    memory_bytes: int = 1024**3
    file_bytes: int | None = None
    """The largest file that it may write."""
    output_bytes: int = 1024 * 1024


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a program ended."""

    code: int
    output: str
    """What it wrote, its complaints included."""


class GivenUp(Exception):
    """Nobody wants to wait for it any more."""


def run_program(argv: Sequence[str], limits: Limits, is_wanted: Callable[[], bool] = lambda: True) -> Ended:
    """Run a program to its end; one that goes beyond its limits is killed, with all that it has started."""
    try:
        # A session of its own: the keys that stop the server do not reach it, and it can be killed with its children.
        process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
    except OSError as error:
        raise HardwareFailed(f"The program {argv[0]} cannot be started: {error.strerror}. Is it installed?") from error
    try:
        _limit(process.pid, limits)
        output = _output(process, argv[0], limits, is_wanted)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        if process.stdout is not None:
            process.stdout.close()
    return Ended(code=code, output=output.decode(errors="replace"))


def _limit(number: int, limits: Limits) -> None:
    """Hold it to its limits from outside: nothing may be done between fork and exec in a program with threads."""
    seconds = int(limits.seconds) + 1
    wanted = {
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_CORE: 0,
        **({} if limits.file_bytes is None else {resource.RLIMIT_FSIZE: limits.file_bytes}),
    }
    with suppress(ProcessLookupError):
        for kind, most in wanted.items():
            resource.prlimit(number, kind, (most, most))


def _output(process: subprocess.Popen[bytes], name: str, limits: Limits, is_wanted: Callable[[], bool]) -> bytes:
    assert process.stdout is not None
    ends = time.monotonic() + limits.seconds
    written = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not is_wanted():
                raise GivenUp
            if time.monotonic() > ends:
                raise HardwareFailed(f"The program {name} was killed: it took more than {limits.seconds:g} seconds.")
            if not selector.select(LOOK_EVERY_S):
                continue
            data = os.read(process.stdout.fileno(), AT_ONCE)
            if not data:
                break
            written += data
            if len(written) > limits.output_bytes:
                raise HardwareFailed(f"The program {name} was killed: it wrote more than {limits.output_bytes} bytes.")
    _wait(process, name, ends, limits.seconds)
    return bytes(written)


def _wait(process: subprocess.Popen[bytes], name: str, ends: float, seconds: float) -> None:
    """Wait for the end of one that has closed its output, and may go on without."""
    try:
        process.wait(max(ends - time.monotonic(), 0.0))
    except subprocess.TimeoutExpired as error:
        raise HardwareFailed(f"The program {name} was killed: it took more than {seconds:g} seconds.") from error
