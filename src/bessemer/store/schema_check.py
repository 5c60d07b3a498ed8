"""Refuses to start on a database that this release cannot work with."""

from sqlalchemy import Connection

from bessemer.model.errors import ConfigurationError
from bessemer.store import engine_demands, schema_version
from bessemer.store.database import Database
from bessemer.store.schema_version import Standing
from bessemer.store.unusable import explained, place


def check_schema(database: Database) -> None:
    """Refuse with every reason there is, and with what to do about each."""
    with explained(database.url), database.engine.connect() as connection:
        found = problems(connection)
    if found:
        here = place(database.url)
        raise ConfigurationError("\n".join(f"{here} {problem}" for problem in found))


def problems(connection: Connection) -> list[str]:
    """Say what is wrong with the database, then with its tables; nothing is demanded of what is not ours."""
    found = schema_version.find(connection)
    of_the_tables = schema_version.problem(found)
    demands = [] if found.standing is Standing.FOREIGN else engine_demands.problems(connection)
    return [*demands, *([of_the_tables] if of_the_tables else [])]
