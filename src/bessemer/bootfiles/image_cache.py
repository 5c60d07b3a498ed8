"""Keeps images that are ready to be written: whole ones only, the ones used last, up to a size."""

import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import IO

import msgspec

from bessemer.model.errors import ConfigurationError, HardwareFailed

HALF_DONE = "half-done-"
IMAGE, FACTS, LOCK = "image", "facts.json", "lock"
BLOCK = 512
"""How the kernel counts what a file takes."""
LEFT_FREE = 256 * 1024**2
"""What is never filled of the disk."""


class WantedImage(msgspec.Struct, frozen=True, kw_only=True):
    """An image as somebody asked for it."""

    source: str
    disk_format: str
    algorithm: str
    checksum: str
    as_raw: bool
    """Whether it is to be unpacked."""

    @property
    def key(self) -> str:
        """Tell it from all others."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


class ReadyImage(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of an image that is ready."""

    disk_format: str
    algorithm: str
    checksum: str
    size: int


class ImageCache:
    """The images in one folder, each in a folder of its own that came into being at once."""

    def __init__(self, folder: Path, most_bytes: int, kept_s: float) -> None:
        """Prepare; nothing is touched yet."""
        self.most_bytes = most_bytes
        self._folder = folder
        self._kept_s = kept_s
        self._lock: IO[bytes] | None = None
        self._promised: dict[Path, int] = {}
        """The room that images may still take that are being made, by their folders."""
        self._counting = Lock()

    def open(self) -> None:
        """Take the folder for this process alone, and remove what one that died had not finished."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = (self._folder / LOCK).open("wb")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise ConfigurationError(
                f"Another process keeps its images in {self._folder}: give each conductor of this machine its own "
                "[pxe] instance_master_path."
            ) from error
        for left in self._folder.glob(f"{HALF_DONE}*"):
            shutil.rmtree(left, ignore_errors=True)

    def close(self) -> None:
        """Let others have the folder."""
        if self._lock is not None:
            self._lock.close()

    def find(self, wanted: WantedImage) -> ReadyImage | None:
        """Give what is known of an image, if it is there; it then counts as used."""
        entry = self._folder / wanted.key
        try:
            found = msgspec.json.decode((entry / FACTS).read_bytes(), type=ReadyImage)
            if (entry / IMAGE).stat().st_size != found.size:
                return None
            os.utime(entry / FACTS)
        except (OSError, msgspec.MsgspecError):
            return None
        return found

    def path_of(self, wanted: WantedImage) -> Path:
        """Tell where the bytes of an image are that is there."""
        return self._folder / wanted.key / IMAGE

    @contextmanager
    def being_made(self) -> Iterator[Path]:
        """Give a folder to make an image in, which is gone afterwards unless the image was kept."""
        folder = self._folder / f"{HALF_DONE}{token_hex(8)}"
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            with self._counting:
                self._promised.pop(folder, None)

    def keep(self, wanted: WantedImage, folder: Path, ready: ReadyImage) -> None:
        """Let an image that was made be found from now on, which happens at once or not at all."""
        (folder / FACTS).write_bytes(msgspec.json.encode(ready))
        for name in (IMAGE, FACTS, "."):
            _write_out(folder / name)
        # What lies there already was found to be no whole image.
        shutil.rmtree(self._folder / wanted.key, ignore_errors=True)
        folder.rename(self._folder / wanted.key)
        _write_out(self._folder)

    def make_room(self, folder: Path, needed: int) -> None:
        """Promise room to an image that is being made, removing first those that were used longest ago."""
        with self._counting:
            others = sum(size for each, size in self._promised.items() if each != folder)
            self._remove_for(needed + others)
            free = shutil.disk_usage(self._folder).free - LEFT_FREE - others
            if free < needed:
                raise HardwareFailed(
                    f"The image needs {needed} bytes, and {self._folder} has room for {max(free, 0)} only. Make room "
                    "there, or move [pxe] instance_master_path."
                )
            self._promised[folder] = needed

    def _remove_for(self, needed: int) -> None:
        entries = sorted(self._entries())
        taken = sum(size for _, size, _ in entries)
        for used_at, size, entry in entries:
            is_old = time.time() - used_at > self._kept_s > 0
            is_full = shutil.disk_usage(self._folder).free - LEFT_FREE < needed
            if is_old or is_full or taken + needed > self.most_bytes:
                shutil.rmtree(entry, ignore_errors=True)
                taken -= size

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        for entry in self._folder.iterdir():
            try:
                if entry.is_dir() and not entry.name.startswith(HALF_DONE):
                    yield (entry / FACTS).stat().st_mtime, _taken((entry / IMAGE, entry / FACTS)), entry
            except OSError:
                shutil.rmtree(entry, ignore_errors=True)


def _taken(files: Sequence[Path]) -> int:
    return sum(file.stat().st_blocks * BLOCK for file in files)


def _write_out(path: Path) -> None:
    """See to it that it is on the disk: an image without its bytes would be taken for a whole one."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
