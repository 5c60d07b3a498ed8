"""The highest number that each table ever gave to a row, which must not be given again after a copy."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, Table, func, select, text


def highest_given(connection: Connection, table: Table) -> int:
    """Read the counter: rows that are gone count too."""
    column = table.autoincrement_column
    if column is None:
        return 0
    found = connection.scalar(text(HIGHEST[connection.dialect.name]), {"table": table.name, "column": column.name})
    present = connection.scalar(select(func.max(column)))
    return max(int(found or 0), int(present or 0))


def never_give_again(connection: Connection, table: Table, highest: int) -> None:
    """Move the counter on, so that the next row gets a higher number."""
    column = table.autoincrement_column
    if column is not None and highest > 0:
        RAISE[connection.dialect.name](connection, table.name, column.name, highest)


HIGHEST: Mapping[str, str] = {
    "sqlite": "SELECT seq FROM sqlite_sequence WHERE name = :table",
    "postgresql": "SELECT pg_sequence_last_value(pg_get_serial_sequence(:table, :column))",
    "mysql": (
        "SELECT auto_increment - 1 FROM information_schema.tables "
        "WHERE table_schema = DATABASE() AND table_name = :table"
    ),
}


def _raise_on_sqlite(connection: Connection, table: str, _: str, highest: int) -> None:
    connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), {"table": table})
    statement = "INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :highest)"
    connection.execute(text(statement), {"table": table, "highest": highest})


def _raise_on_postgresql(connection: Connection, table: str, column: str, highest: int) -> None:
    statement = "SELECT setval(pg_get_serial_sequence(:table, :column), :highest)"
    connection.execute(text(statement), {"table": table, "column": column, "highest": highest})


def _raise_on_mariadb(connection: Connection, table: str, _: str, highest: int) -> None:
    # This statement commits, as every ALTER does there.
    connection.execute(text(f"ALTER TABLE `{table}` AUTO_INCREMENT = {highest + 1:d}"))


RAISE: Mapping[str, Callable[[Connection, str, str, int], None]] = {
    "sqlite": _raise_on_sqlite,
    "postgresql": _raise_on_postgresql,
    "mysql": _raise_on_mariadb,
}
