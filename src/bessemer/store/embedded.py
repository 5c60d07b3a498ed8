"""Makes ready the SQLite file of a server that is one process."""

import os
from pathlib import Path

from sqlalchemy.engine import URL

from bessemer.model.errors import ConfigurationError
from bessemer.store.connecting import parse_url
from bessemer.store.file_lock import FileLock
from bessemer.store.upgrading import Upgraded, upgrade


def prepare_embedded(url: str) -> FileLock:
    """Make the folder and the file where they are missing, lock the file and bring its tables up to date."""
    lock = claim_file(parse_url(url))
    try:
        upgrade(url)
    except BaseException:
        lock.release()
        raise
    return lock


def upgrade_embedded(url: str) -> Upgraded:
    """Make the file where it is missing and bring its tables up to date, unless a server is using it."""
    with claim_file(parse_url(url)):
        return upgrade(url)


def claim_file(url: URL) -> FileLock:
    """Make the folder and the file where they are missing, for nobody else to read, and lock the file."""
    file = file_of(url)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(file)
        try:
            # SQLite gives the files that it lays beside this one the same mode.
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError:
            lock.release()
            raise
    except OSError as error:
        raise ConfigurationError(
            f"The SQLite file {file} cannot be made or written: {error.strerror} ({error.filename}). Give the folder "
            "to the user who runs Bessemer, or name another one with --data."
        ) from error
    return lock


def lock_existing_file(url: URL) -> FileLock:
    """Lock a file that must be there already."""
    require_file(url)
    return FileLock(file_of(url))


def require_file(url: URL) -> None:
    """Refuse when there is no such file, since opening it would make it."""
    if not file_of(url).exists():
        raise ConfigurationError(
            f"There is no SQLite file {file_of(url)}. See that the name is right; `bessemer serve` or "
            "`bessemer db upgrade` makes a new one."
        )


def is_embedded(url: str) -> bool:
    """Tell whether a URL names a SQLite file."""
    return parse_url(url).get_backend_name() == "sqlite"


def file_of(url: URL) -> Path:
    """Give the file that a URL names, all links followed, so that everybody locks the same one."""
    return Path(url.database or "").resolve()


def url_of(file: Path) -> str:
    """Give the URL of a file."""
    return URL.create("sqlite", database=str(file)).render_as_string(hide_password=False)
