"""Open the database that the settings name."""

from bessemer.settings.records import Settings
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.schema import metadata

FILE = "bessemer.db"


def database_url(settings: Settings) -> str:
    """Give the URL of the database: the one that is set, or a file in the data folder."""
    return settings.database.connection or f"sqlite:///{settings.default.state_path / FILE}"


def open_database(settings: Settings) -> Database:
    """Open the database and see that it can be worked with."""
    url = database_url(settings)
    if url.startswith("sqlite"):
        settings.default.state_path.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = Database(DatabaseSettings(connection=url, pool_size=settings.database.max_pool_size))
    metadata.create_all(database.engine)
    return database
