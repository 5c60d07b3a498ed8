"""Why a database cannot be used, in words of ours."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bessemer.model.errors import ConfigurationError

PRODUCTS = {"postgresql": "PostgreSQL", "mysql": "MariaDB"}
PORTS = {"postgresql": 5432, "mysql": 3306}
OWNER = "Give the file and its folder to the user who runs Bessemer, and see that the disk is not mounted read-only."

SQLITE = {
    "SQLITE_NOTADB": ("is not a SQLite database", "Name another file, or restore this one from a backup."),
    "SQLITE_CORRUPT": ("is damaged", "Restore it from a backup; `sqlite3 FILE .recover` saves what can still be read."),
    "SQLITE_CANTOPEN": ("cannot be opened", "Its folder must exist and belong to the user who runs Bessemer."),
    "SQLITE_READONLY": ("cannot be written", OWNER),
    "SQLITE_PERM": ("cannot be written", OWNER),
    "SQLITE_FULL": ("cannot grow: the disk is full", "Make room in its folder and start again; nothing is lost."),
    "SQLITE_BUSY": ("is locked by another program", "End that program, such as a backup or a shell: lsof names it."),
    "SQLITE_IOERR": (
        "cannot be read or written",
        "Look for disk errors in the kernel's log; on most network file systems SQLite does not work.",
    ),
}
"""What each of SQLite's errors means, and what to do; the longer codes begin with these."""

SERVER = (
    (
        r"translate host name|not known|name resolution|getaddrinfo|nodename",
        "Correct the host name in [database]connection.",
    ),
    (
        r"refused|timed? ?out|no route|unreachable|no such file",
        "See that the server runs and listens there, and that no firewall is in between.",
    ),
    (
        r"authentication|access denied for user '[^']*'@'[^']*' \(|no password|role .* does not exist|pg_hba",
        "Correct user and password in [database]connection, or let this user in from this machine on the server.",
    ),
    (r"database .* does not exist|unknown database", "Create it: {create}"),
    (
        r"permission denied|access denied|command denied|must be owner",
        "Grant the user all rights on this database.",
    ),
    (
        r"too many (clients|connections)|remaining connection slots",
        "Raise the server's limit or lower [database]max_pool_size.",
    ),
    (r"no space|disk full|is full", "Make room on the server's disk and start again."),
    (r"certificate|ssl|tls", "Correct the TLS arguments in [database]connection."),
)
"""What to do about what a server, or the way to it, says."""

CREATE = {
    "postgresql": "CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0;",
    "mysql": "CREATE DATABASE {name} CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;",
}


def place(url: URL) -> str:
    """Name a database for people; never its password."""
    if url.get_backend_name() == "sqlite":
        return f"The SQLite file {url.database}"
    socket = url.query.get("unix_socket") or url.query.get("host")
    port = url.port or PORTS[url.get_backend_name()]
    where = f"{url.host}:{port}" if url.host else f"{socket or 'its local socket'}"
    return f"The {PRODUCTS[url.get_backend_name()]} database {url.database} on {where}"


@contextmanager
def explained(url: URL) -> Iterator[None]:
    """Turn what the driver raises into a refusal for people."""
    try:
        yield
    except DBAPIError as error:
        raise refusal(url, error.orig or error) from error


def refusal(url: URL, error: BaseException) -> ConfigurationError:
    """Say which database, why not, and what to do."""
    if isinstance(error, sqlite3.Error):
        return _sqlite(url, error)
    reason = reason_given(url, error)
    found = (remedy for pattern, remedy in SERVER if re.search(pattern, reason, re.IGNORECASE))
    remedy = next(found, "See the server's log.")
    if "{create}" in remedy:
        remedy = remedy.format(create=CREATE[url.get_backend_name()].format(name=url.database))
    return ConfigurationError(f"{place(url)} cannot be used: {reason}. {remedy}")


def reason_given(url: URL, error: BaseException) -> str:
    """Put the words of a driver in one line, without the password."""
    # PostgreSQL adds the whole row, and with it the secrets of a node, to what it says first.
    first = getattr(getattr(error, "diag", None), "message_primary", None)
    said = first or (str(error.args[-1]) if error.args else type(error).__name__)
    line = " ".join(said.split()).rstrip(".")
    return line.replace(url.password, "***") if url.password else line


def _sqlite(url: URL, error: sqlite3.Error) -> ConfigurationError:
    name = getattr(error, "sqlite_errorname", "")
    known = (words for code, words in SQLITE.items() if name.startswith(code))
    what, remedy = next(known, ("cannot be used", f"Look into its folder, {Path(url.database or '').parent}."))
    return ConfigurationError(f"{place(url)} {what} (SQLite says: {error}). {remedy}")
