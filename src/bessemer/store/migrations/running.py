"""Runs the revisions; the only module that loads Alembic, and loaded itself only when there is something to run."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).parent


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest revision; whoever opened the connection commits."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def newest_revision() -> str | None:
    """Name the last revision that the folder holds."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
