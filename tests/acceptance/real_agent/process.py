"""Runs the real agent as a process in a network namespace: it speaks the whole protocol, and has no disk."""

import signal
import subprocess
from pathlib import Path

from tests.acceptance.real_agent.debian import Tree
from tests.acceptance.real_agent.network import Wire

SCRIPT = Path(__file__).parent / "enter_namespace.sh"
SECONDS_TO_END = 20
NO_DISKS = "ipa-disk-wait-attempts=1"
"""Half a minute would go by while the agent waits for a disk to come."""
NAMESPACES = ("unshare", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child=KILL")


class AgentProcess:
    """Something that is switched on and off like a machine, and is one process."""

    def __init__(self, tree: Tree, wire: Wire, folder: Path) -> None:
        """Prepare it, switched off; `folder` is for what it writes."""
        self.boots: list[str] = []
        self._tree = tree
        self._wire = wire
        self._folder = folder
        self._log = folder / "agent.log"
        self._process: subprocess.Popen[bytes] | None = None

    def boot_ramdisk(self, words: str) -> None:
        """Start the agent, which finds these words on its kernel line."""
        self.switch_off()
        self.boots.append("ramdisk")
        inside = ("sh", str(SCRIPT), str(self._tree.folder), str(self._folder), f"{NO_DISKS} {words}")
        with self._log.open("ab") as file:
            self._process = subprocess.Popen(
                ("ip", "netns", "exec", self._wire.name, *NAMESPACES, *inside),
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def boot_disk(self) -> None:
        """Run nothing: it has no disk."""
        self.switch_off()
        self.boots.append("disk")

    def switch_off(self) -> None:
        """End it with everything in its namespaces."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def discard(self) -> None:
        """Leave nothing of it."""
        self.switch_off()

    def said(self) -> str:
        """Give what it has logged."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""
