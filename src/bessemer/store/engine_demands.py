"""What a database must be like before tables are made in it or used."""

import re
from collections.abc import Callable, Iterator, Mapping

from sqlalchemy import Connection, text

from bessemer.store.schema import metadata

OLDEST_MARIADB = (10, 6)
CHARSET = "utf8mb4"
COLLATION = "utf8mb4_nopad_bin"


def problems(connection: Connection) -> list[str]:
    """Say what is wrong with the database itself, and what to run."""
    return list(DEMANDS[connection.dialect.name](connection))


def charset(connection: Connection) -> str:
    """Name the character set of the database."""
    return str(connection.scalar(text(CHARSETS[connection.dialect.name])))


def mariadb_version_problem(version: str) -> str | None:
    """Judge what the server says of itself."""
    found = re.search(r"(\d+)\.(\d+)\.\d+-mariadb", version, re.IGNORECASE)
    oldest = ".".join(map(str, OLDEST_MARIADB))
    if found is None:
        return f"is on a server that is not MariaDB ({version}). Use MariaDB {oldest} or newer, or PostgreSQL."
    if (int(found[1]), int(found[2])) < OLDEST_MARIADB:
        return f"is on MariaDB {found[1]}.{found[2]}, which is too old. Upgrade the server to {oldest} or newer."
    return None


def _no_demands(_: Connection) -> Iterator[str]:
    yield from ()


def _postgresql(connection: Connection) -> Iterator[str]:
    found = charset(connection)
    if found != "UTF8":
        yield (
            f"has the encoding {found}; it must be UTF8, and PostgreSQL cannot change it. Make another database "
            "(CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0) and name that one."
        )


def _mariadb(connection: Connection) -> Iterator[str]:
    too_old = mariadb_version_problem(str(connection.scalar(text("SELECT VERSION()"))))
    if too_old:
        yield too_old
        return
    database = connection.scalar(text("SELECT DATABASE()"))
    found = charset(connection)
    if found != CHARSET:
        yield (
            f"has the character set {found}; it must be {CHARSET}, or names and texts would be lost. Run: "
            f"ALTER DATABASE `{database}` CHARACTER SET {CHARSET} COLLATE {COLLATION};"
        )
    for table, collation in connection.execute(text(COLLATIONS)):
        if table in metadata.tables and collation != COLLATION:
            yield (
                f"has {collation} in the table {table}; it must be {COLLATION}, so that texts are kept whole and "
                "upper and lower case stay different. Make a backup, then run: "
                f"ALTER TABLE `{database}`.`{table}` CONVERT TO CHARACTER SET {CHARSET} COLLATE {COLLATION};"
            )


COLLATIONS = """
    SELECT table_name, collation_name FROM information_schema.columns
        WHERE table_schema = DATABASE() AND collation_name IS NOT NULL
    UNION
    SELECT table_name, table_collation FROM information_schema.tables
        WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'
    ORDER BY 1, 2
"""

DEMANDS: Mapping[str, Callable[[Connection], Iterator[str]]] = {
    "sqlite": _no_demands,
    "postgresql": _postgresql,
    "mysql": _mariadb,
}

CHARSETS = {
    "sqlite": "PRAGMA encoding",
    "postgresql": "SHOW server_encoding",
    "mysql": "SELECT @@character_set_database",
}
