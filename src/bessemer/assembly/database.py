"""Open, upgrade, inspect and copy the database that the settings name."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bessemer.settings.records import Settings
from bessemer.store import copying, inspecting
from bessemer.store.copying import CopiedTable
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.embedded import is_embedded, prepare_embedded, upgrade_embedded, url_of
from bessemer.store.inspecting import Inspection
from bessemer.store.schema_check import check_schema
from bessemer.store.upgrading import Upgraded, upgrade

FILE = "bessemer.db"

__all__ = [
    "CopiedTable",
    "Inspection",
    "Upgraded",
    "copy_database",
    "database_url",
    "inspect_database",
    "opened_database",
    "upgrade_database",
]


def database_url(settings: Settings) -> str:
    """Give the URL of the database: the one that is set, or a file in the data folder."""
    return settings.database.connection or url_of(settings.default.state_path / FILE)


@contextmanager
def opened_database(settings: Settings) -> Iterator[Database]:
    """Keep the database open for as long as the block lasts.

    A SQLite file is made, locked and upgraded. A database on a server, which others may be using, is only checked.
    """
    url = database_url(settings)
    lock = prepare_embedded(url) if is_embedded(url) else None
    try:
        database = Database(DatabaseSettings(connection=url, pool_size=settings.database.max_pool_size))
        try:
            check_schema(database)
            yield database
        finally:
            database.close()
    finally:
        if lock is not None:
            lock.release()


def upgrade_database(settings: Settings) -> Upgraded:
    """Make the tables or bring them up to date."""
    url = database_url(settings)
    return upgrade_embedded(url) if is_embedded(url) else upgrade(url)


def inspect_database(settings: Settings) -> Inspection:
    """Look at everything and change nothing."""
    return inspecting.inspect_database(database_url(settings))


def copy_database(source: str, target: str, tell: Callable[[CopiedTable], None]) -> None:
    """Copy all rows from one database into an empty one, both given as URLs."""
    copying.copy_database(source, target, tell)
