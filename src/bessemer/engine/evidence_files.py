"""Keeps the files of operations in a folder of this conductor, reads them, and deletes the oldest."""

import logging
import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from uuid import UUID

import msgspec

from bessemer.drivers.contract.outcome import Evidence
from bessemer.model.errors import NotFound
from bessemer.model.operation import Kept, Operation

log = logging.getLogger(__name__)

MOST_FILES = 100
"""How many are kept of one operation."""
NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,99}")
UNFINISHED = ".part"
DAY_S = 86_400
RECEIPT = "-receipt-"


class EvidenceLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How much is kept; 0 is without a limit."""

    file_bytes: int = 16 * 1024 * 1024
    all_bytes: int = 1024 * 1024 * 1024
    days: int = 30


class _Found(msgspec.Struct, frozen=True):
    path: Path
    size: int
    at_s: float


class EvidenceFiles:
    """One folder; below it each operation has one of its own, by its UUID."""

    def __init__(self, folder: Path, host: str, limits: EvidenceLimits) -> None:
        """Make no folder yet."""
        self._folder = folder
        self._host = host
        self._limits = limits

    def keep(self, operation: Operation, evidence: Sequence[Evidence], now: str) -> Sequence[Kept]:
        """Keep files, telling those that are; nothing is raised, as the work itself goes on without them."""
        kept: list[Kept] = []
        for each in evidence:
            name = f"{operation.place:03d}-{each.name}"
            fault = self._fault(operation, each, len(kept)) or self._written(operation.uuid, name, each.data)
            if fault is not None:
                log.warning("%s of the operation %s is not kept: %s", each.name, operation.uuid, fault)
                continue
            kept.append(
                Kept(name=name, size=len(each.data), content_type=each.content_type, created_at=now, host=self._host)
            )
        return kept

    def _fault(self, operation: Operation, evidence: Evidence, more: int) -> str | None:
        """Say why a file cannot be kept."""
        if not NAME.fullmatch(evidence.name):
            return "its name is not one of small letters, digits, dots and hyphens"
        if self._limits.file_bytes and len(evidence.data) > self._limits.file_bytes:
            return f"it has {len(evidence.data)} bytes, and {self._limits.file_bytes} are allowed"
        if len(operation.progress.evidence) + more >= MOST_FILES:
            return f"there are {MOST_FILES} files already"
        return None

    def _written(self, uuid: str, name: str, data: bytes) -> str | None:
        """Write a file whole or not at all; tells what kept it from that."""
        folder = self._folder / str(UUID(uuid))
        unfinished = folder / f"{name}{UNFINISHED}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                unfinished.unlink()
            with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
            unfinished.replace(folder / name)
        except OSError as error:
            return f"{folder}: {error.strerror or error}"
        return None

    def read(self, operation: str, name: str, offset: int, most: int) -> tuple[bytes, int]:
        """Read a part of a file, telling how long the whole is."""
        path = self._path(operation, name)
        try:
            with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
                size = os.fstat(file.fileno()).st_size
                file.seek(offset)
                return file.read(most), size
        except OSError as error:
            raise NotFound(
                f"The conductor {self._host} does not have {name} of the operation {operation} any more: it was "
                "deleted, as [agent]deploy_logs_keep_days or [agent]deploy_logs_keep_mib says, or cannot be read."
            ) from error

    def _path(self, operation: str, name: str) -> Path:
        """Tell where a file is; nothing that was asked for leads out of the folder."""
        try:
            folder = self._folder / str(UUID(operation))
        except ValueError:
            folder = None
        if folder is None or not NAME.fullmatch(name):
            raise NotFound("There is no such file.")
        return folder / name

    def prune(self, now_s: float) -> int:
        """Delete what is too old, then the oldest until the rest is small enough, receipts last; tells how many."""
        found = sorted(self._all(), key=lambda each: (RECEIPT in each.path.name, each.at_s))
        oldest_s = now_s - self._limits.days * DAY_S if self._limits.days else float("-inf")
        excess = sum(each.size for each in found if each.at_s >= oldest_s) - self._limits.all_bytes
        deleted = 0
        for each in found:
            is_old = each.at_s < oldest_s
            if is_old or (self._limits.all_bytes and excess > 0):
                excess -= 0 if is_old else each.size
                with suppress(FileNotFoundError):
                    each.path.unlink()
                deleted += 1
        self._remove_empty()
        return deleted

    def _all(self) -> Iterator[_Found]:
        """List the files, and nothing that only looks like one of them."""
        for folder in self._folders():
            for path in folder.iterdir():
                with suppress(FileNotFoundError):
                    facts = path.lstat()
                    if NAME.fullmatch(path.name) and stat.S_ISREG(facts.st_mode):
                        yield _Found(path, facts.st_size, facts.st_mtime)

    def _folders(self) -> Iterator[Path]:
        if self._folder.is_dir():
            yield from (each for each in self._folder.iterdir() if _is_uuid(each.name) and not each.is_symlink())

    def _remove_empty(self) -> None:
        for folder in list(self._folders()):
            with suppress(OSError):  # it has files, or has just got one
                folder.rmdir()


def _is_uuid(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
