"""Keeps a second process away from a SQLite file."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from bessemer.model.errors import ConfigurationError

LONGEST_PID = 32


class FileLock:
    """A lock that lies beside a file and ends with its holder, however that dies.

    The kernel keeps it (flock), so nothing is left to clean up after a SIGKILL. The number written into the
    lock file only tells people whom to look for.
    """

    def __init__(self, file: Path) -> None:
        """Take the lock, or refuse and name who has it."""
        self.file = file
        self._descriptor = _locked(file)

    def release(self) -> None:
        """Let others have the file; the lock file stays, since removing it would let two in."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _locked(file: Path) -> int:
    path = file.with_name(f"{file.name}.lock")
    descriptor = -1
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except BlockingIOError as error:
        refusal = _in_use(file, os.pread(descriptor, LONGEST_PID, 0).decode(errors="replace").strip())
        os.close(descriptor)
        raise refusal from error
    except OSError as error:
        if descriptor >= 0:
            os.close(descriptor)
        raise ConfigurationError(
            f"The lock file {path} cannot be taken: {error.strerror}. It keeps a second process away from the "
            "database, so nothing is opened without it. The folder must be on a local disk with some room, and "
            "belong to the user who runs Bessemer."
        ) from error
    return descriptor


def _in_use(file: Path, holder: str) -> ConfigurationError:
    known = holder.isdigit()
    who = f"PID {holder}" if known else "its PID could not be read"
    how = f"Stop that process (kill {holder})" if known else f"Stop that process (lsof {file}.lock names it)"
    return ConfigurationError(
        f"The SQLite file {file} is in use by another Bessemer process ({who}). {how}, or give this one a data "
        "folder of its own with --data. For several processes on the same data use PostgreSQL or MariaDB."
    )
