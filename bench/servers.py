"""Start the processes that are measured, and end them."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.client import Client

REPOSITORY = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 60


class StartError(Exception):
    """A process did not come up; the text holds the end of its log."""


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A process that answers."""

    pid: int
    port: int
    started_s: float
    """From the start of the process to its first answer."""

    def client(self) -> Client:
        """Connect to it."""
        return Client(self.port)


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def environment(others: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give the environment of a child: ours, and this checkout before anything installed."""
    source = os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "src")])
    return {**os.environ, "PYTHONPATH": source, **(others or {})}


@contextmanager
def bessemer(data: Path, url: str | None = None, *, interpreter: Sequence[str] = (sys.executable,)) -> Iterator[Server]:
    """Run our server on a data folder, or on the database of a URL."""
    port = free_port()
    command = [*interpreter, "-m", "bessemer", "serve", "--port", str(port), "--data", str(data)]
    settings = {} if url is None else {"OS_DATABASE__CONNECTION": url}
    if url is not None:  # a file is brought up to date by the server itself
        upgrade = [*interpreter, "-m", "bessemer", "db", "upgrade"]
        subprocess.run(upgrade, env=environment(settings), cwd=REPOSITORY, check=True, capture_output=True)
    with running(command, port, data.parent / f"{data.name}.log", environment(settings)) as server:
        yield server


@contextmanager
def echo(folder: Path) -> Iterator[Server]:
    """Run the least that can answer HTTP on the same web server."""
    port = free_port()
    with running([sys.executable, "-m", "bench.echo", str(port)], port, folder / "echo.log", environment()) as server:
        yield server


@contextmanager
def running(command: Sequence[str], port: int, log: Path, env: Mapping[str, str]) -> Iterator[Server]:
    """Run a process that listens on a port, for as long as the block lasts."""
    with log.open("wb") as output:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=output, env=env, cwd=REPOSITORY)
    try:
        wait_for_answer(process, port, log)
        yield Server(pid=process.pid, port=port, started_s=time.perf_counter() - begun)
    finally:
        process.terminate()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for_answer(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Ask until something answers; the pauses are short against what is measured."""
    give_up_at = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            with Client(port) as client:
                client.exchange(client.request("GET", "/v1"))
        except OSError:
            if process.poll() is not None or time.monotonic() > give_up_at:
                words = "\n".join(log.read_text(errors="replace").splitlines()[-20:])
                raise StartError(f"This did not start: {process.args!r}\n{words}") from None
            time.sleep(0.005)
        else:
            return
