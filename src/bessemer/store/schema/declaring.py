"""How tables and columns are declared, for all three databases alike."""

from typing import Any

from sqlalchemy import Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text
from sqlalchemy.dialects.mysql import LONGTEXT
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

LONG = Text().with_variant(LONGTEXT(), "mysql", "mariadb")
"""JSON, always written by our own encoder, and texts without a short limit."""
MOMENT = String(32)
"""UTC as fixed-width ISO text: it sorts by time and goes to the wire as it is."""


def word(name: str, *, length: int = 255, index: bool = False, empty: bool = True, unique: bool = False) -> Column[str]:
    """Declare a short text column; `empty` tells whether null is allowed."""
    return Column(name, String(length), nullable=empty, index=index, unique=unique)


def json(name: str, *, empty: bool = False) -> Column[str]:
    """Declare a column of JSON text."""
    return Column(name, LONG, nullable=empty)


def flag(name: str, *, empty: bool = False) -> Column[bool]:
    """Declare a column that is true or false."""
    return Column(name, Boolean, nullable=empty)


def parent(name: str, of: str, *, empty: bool = False) -> Column[int]:
    """Declare a reference whose rows go when the row referred to goes."""
    return Column(name, ForeignKey(f"{of}.id", ondelete="CASCADE"), nullable=empty, index=True)


MARIADB: dict[str, Any] = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_nopad_bin"}
"""What MariaDB is told about every table: text is compared byte by byte, as the other two do."""


def number(*, counted: bool = True) -> Column[int]:
    """Declare the id of a row; where it is counted up, a number is never given twice."""
    return Column("id", Integer, primary_key=True, autoincrement=counted)


def bare_table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    """Declare a table with nothing but its own columns."""
    return Table(name, metadata, *parts, **{**MARIADB, **options})


def table(name: str, *parts: SchemaItem, uuid: bool = True) -> Table:
    """Declare a table with what nearly all of them have: id, uuid and the two moments."""
    identity: list[SchemaItem] = [number()]
    if uuid:
        identity.append(Column("uuid", String(36), nullable=False, unique=True))
    moments = (Column("created_at", MOMENT, nullable=False), Column("updated_at", MOMENT))
    return bare_table(name, *identity, *parts, *moments, sqlite_autoincrement=True)
