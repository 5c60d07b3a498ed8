"""Runs the real agent as a process in a network namespace: it speaks the whole protocol, and has no disk."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.acceptance.real_agent.debian import Tree
from tests.acceptance.real_agent.network import Wire

SCRIPT = Path(__file__).parent / "enter_namespace.sh"
SECONDS_TO_STOP = 20


@contextmanager
def running_agent(tree: Tree, wire: Wire, folder: Path, words: str) -> Iterator[Path]:
    """Run the agent with these words on its kernel line; give the file that it logs to."""
    log = folder / "agent.log"
    namespaces = ("unshare", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child=KILL")
    inside = ("sh", str(SCRIPT), str(tree.folder), str(folder), words)
    with log.open("ab") as file:
        process = subprocess.Popen(
            ("ip", "netns", "exec", wire.name, *namespaces, *inside),
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        yield log
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
