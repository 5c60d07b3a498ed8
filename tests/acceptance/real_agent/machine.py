"""A machine of QEMU that a test switches on and off: it boots the ramdisk, or from its disk."""

import fcntl
import os
import shutil
import signal
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.acceptance.real_agent.network import Wire
from tests.acceptance.real_agent.parts import MachineParts

MAC = "52:54:00:77:00:10"
DISK_BYTES = 5 * 1024**3
"""The agent chooses no disk of less than 4 GiB by itself."""
MEMORY_MB = 1536
SECONDS_TO_END = 20
SET_INTERFACE, TAP, WITHOUT_HEADER = 0x400454CA, 0x0002, 0x1000
"""Numbers of Linux: what is asked of /dev/net/tun, for which kind of interface."""


class Machine:
    """One machine with one disk and one network card."""

    def __init__(self, parts: MachineParts, wire: Wire) -> None:
        """Put it together, switched off."""
        self._parts = parts
        self._wire = wire
        self._inside = f"/srv/machine{os.getpid()}"
        self.folder = Path(f"{parts.workshop.folder}{self._inside}")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for path in (parts.kernel, parts.initramfs):
            os.link(path, self.folder / path.name)
        self.disk = self.folder / "disk"
        with self.disk.open("wb") as file:
            file.truncate(DISK_BYTES)
        self.boots: list[str] = []
        """What it booted, in this order: ramdisk or disk."""
        self._process: subprocess.Popen[bytes] | None = None

    def boot_ramdisk(self, words: str) -> None:
        """Switch it on with the ramdisk, which finds these words on its kernel line."""
        line = f"console=ttyS0 lab-address={self._wire.address_there} {words}"
        kernel = ("-kernel", f"{self._inside}/{self._parts.kernel.name}")
        initramfs = ("-initrd", f"{self._inside}/{self._parts.initramfs.name}")
        self._start("ramdisk", *kernel, *initramfs, "-append", line)

    def boot_disk(self) -> None:
        """Switch it on with what its disk has."""
        self._start("disk")

    def switch_off(self) -> None:
        """Switch it off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def discard(self) -> None:
        """Take it apart."""
        self.switch_off()
        shutil.rmtree(self.folder, ignore_errors=True)

    def said(self) -> str:
        """Give what it wrote to its serial line, in all its boots."""
        paths = sorted(self.folder.glob("serial.*"), key=lambda path: int(path.suffix[1:]))
        return "".join(path.read_text(errors="replace") for path in paths)

    def _start(self, what: str, *more: str) -> None:
        self.switch_off()
        self.boots.append(what)
        with _opened(self._wire) as tap:
            command = (
                "chroot", str(self._parts.workshop.folder), "qemu-system-x86_64", "-nodefaults", "-no-reboot",
                # /dev/kvm may be there and still not run Debian's kernel, so the processor is emulated.
                "-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "Nehalem", "-m", str(MEMORY_MB),
                "-display", "none", "-vga", "none", "-monitor", "none",
                "-serial", f"file:{self._inside}/serial.{len(self.boots)}",
                "-drive", f"file={self._inside}/disk,format=raw,if=none,id=disk,cache=unsafe",
                "-device", "virtio-blk-pci,drive=disk,serial=LABDISK0",
                "-netdev", f"tap,id=wire,fd={tap}", "-device", f"virtio-net-pci,netdev=wire,mac={MAC}", *more,
            )  # fmt: skip
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(tap,))


@contextmanager
def _opened(wire: Wire) -> Iterator[int]:
    """Open the wire for the one program that is to have it."""
    tap = os.open("/dev/net/tun", os.O_RDWR)
    try:
        fcntl.ioctl(tap, SET_INTERFACE, struct.pack("16sH22x", wire.name.encode(), TAP | WITHOUT_HEADER))
        yield tap
    finally:
        os.close(tap)
