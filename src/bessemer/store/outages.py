"""Whether a database refused a deed because of its own state, so that the same deed may succeed later."""

from sqlalchemy.exc import SQLAlchemyError

from bessemer.store.database import Database, Stale


def is_outage(database: Database, error: BaseException) -> bool:
    """Tell whether an error is the database's, or that of the way to it, and not one in what was asked of it."""
    driver = database.engine.dialect.loaded_dbapi
    original = getattr(error, "orig", None) or error
    if isinstance(original, driver.IntegrityError | driver.ProgrammingError | driver.DataError):
        return False
    return isinstance(error, driver.Error | SQLAlchemyError | Stale | OSError)
