"""Which revision of the tables a database has, and whether this release can work with it."""

import re
from enum import StrEnum

import msgspec
from sqlalchemy import Connection, column, inspect, select, table

from bessemer.store.schema import metadata

NEWEST = "0006"
"""The last revision in migrations/versions; kept here so that Alembic is not loaded only to learn it."""

VERSION_TABLE = "alembic_version"
OURS = r"[0-9]{4}"
"""Our revisions are numbered; other programs that use Alembic have random letters."""

MOST_TABLES_NAMED = 5


class Standing(StrEnum):
    """How the tables found compare with those that this release knows."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"
    FOREIGN = "foreign"


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The tables and the revision that a database has."""

    tables: frozenset[str]
    revisions: tuple[str, ...]
    """One when all is well; none when nothing is finished."""

    @property
    def revision(self) -> str | None:
        """The revision, if any."""
        return self.revisions[0] if self.revisions else None

    @property
    def strangers(self) -> list[str]:
        """Tables that are not ours."""
        ours = {*metadata.tables, VERSION_TABLE} if VERSION_TABLE in self.tables else set()
        return sorted(self.tables - ours)

    @property
    def missing(self) -> list[str]:
        """Tables of ours that are not there."""
        return sorted(set(metadata.tables) - self.tables)

    @property
    def standing(self) -> Standing:
        """Compare with the revision that this release needs."""
        match self.revisions:
            case ():
                # MariaDB keeps the tables of an upgrade that was cut off: ours alone are as good as none.
                return Standing.FOREIGN if self.strangers else Standing.EMPTY
            case (found,) if re.fullmatch(OURS, found):
                if found == NEWEST:
                    return Standing.CURRENT
                return Standing.OLDER if found < NEWEST else Standing.NEWER
            case _:
                return Standing.FOREIGN


def find(connection: Connection) -> Found:
    """Look at the tables by plain SQL."""
    tables = frozenset(inspect(connection).get_table_names())
    revisions: tuple[str, ...] = ()
    if VERSION_TABLE in tables:
        revisions = tuple(connection.scalars(select(column("version_num")).select_from(table(VERSION_TABLE))))
    return Found(tables=tables, revisions=revisions)


def problem(found: Found) -> str | None:
    """Say why this release cannot work with these tables, and what to do; None when it can."""
    match found.standing:
        case Standing.CURRENT:
            missing = _some(found.missing)
            return f"lacks tables of its own ({missing}). Restore it from a backup." if missing else None
        case Standing.EMPTY:
            return "has no tables yet. Run `bessemer db upgrade` with the same settings to make them."
        case Standing.OLDER:
            return (
                f"has the tables of version {found.revision} and this release needs {NEWEST}. Make a backup, stop "
                "every Bessemer process on this database and run `bessemer db upgrade`."
            )
        case Standing.NEWER:
            return (
                f"has the tables of version {found.revision}, made by a newer release; this one knows {NEWEST} at "
                "the most. Start the newer release, or restore the backup made before the upgrade."
            )
        case Standing.FOREIGN:
            return f"belongs to another program ({_evidence(found)}). Give Bessemer a database of its own."


def _evidence(found: Found) -> str:
    if found.revisions:
        return f"its version is {_some(list(found.revisions))}"
    return f"it holds {_some(found.strangers)}"


def _some(names: list[str]) -> str:
    more = len(names) - MOST_TABLES_NAMED
    return ", ".join(names[:MOST_TABLES_NAMED]) + (f" and {more} more" if more > 0 else "")
