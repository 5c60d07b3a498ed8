"""The migrations make the tables that the program knows, whatever happens to the process that runs them."""

from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from bessemer.model.errors import ConfigurationError
from bessemer.store.connecting import make_engine, parse_url
from bessemer.store.embedded import prepare_embedded
from bessemer.store.inspecting import inspect_database
from bessemer.store.migrations import running
from bessemer.store.schema import metadata
from bessemer.store.schema_version import NEWEST
from bessemer.store.upgrading import upgrade
from tests.databases import Databases
from tests.store.processes import finish, run, start

UPGRADE = "import sys; from bessemer.store.upgrading import upgrade; upgrade(sys.argv[1])"
UPGRADE_AND_DIE = """
import os, signal, sys
import sqlalchemy as sa
from bessemer.store.upgrading import upgrade
left = int(sys.argv[2])

@sa.event.listens_for(sa.Engine, "after_cursor_execute")
def die(*_):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

upgrade(sys.argv[1])
"""
WHAT_A_START_LOADS = """
import sys
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.embedded import prepare_embedded
from bessemer.store.schema_check import check_schema
prepare_embedded(sys.argv[1])
check_schema(Database(DatabaseSettings(connection=sys.argv[1])))
print(*(name for name in sys.modules if name.split(".")[0] in {"alembic", "mako"} or "migrations" in name))
"""
DEFINITIONS = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE tbl_name = '{}' AND sql IS NOT NULL ORDER BY name",
    "postgresql": (
        "SELECT column_name, data_type, character_maximum_length, is_nullable, column_default "
        "FROM information_schema.columns WHERE table_name = '{0}' "
        "UNION ALL SELECT indexdef, NULL, NULL, NULL, NULL FROM pg_indexes WHERE tablename = '{0}' "
        "UNION ALL SELECT pg_get_constraintdef(oid), conname, NULL, NULL, NULL FROM pg_constraint "
        "WHERE conrelid = '{0}'::regclass ORDER BY 1, 2"
    ),
    "mysql": "SHOW CREATE TABLE {}",
}


def differences(url: str) -> list[Any]:
    engine = make_engine(parse_url(url), 1)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"target_metadata": metadata})
        found: list[Any] = compare_metadata(context, metadata)
    engine.dispose()
    return found


def definitions(url: str) -> dict[str, list[Any]]:
    """What the engine itself says of every table."""
    engine = make_engine(parse_url(url), 1)
    statement = DEFINITIONS[engine.dialect.name]
    with engine.connect() as connection:
        found = {
            # The parts of a table come in the order they were declared in, which means nothing.
            name: sorted(
                line.strip(" ,") for row in connection.execute(sa.text(statement.format(name))) for line in _lines(row)
            )
            for name in metadata.tables
        }
    engine.dispose()
    return found


def _lines(row: sa.Row[Any]) -> list[str]:
    return " | ".join(map(str, row)).replace(", CONSTRAINT", ",\n CONSTRAINT").splitlines()


def test_a_migrated_database_has_the_tables_that_the_program_knows(database_url: str) -> None:
    upgrade(database_url)
    assert differences(database_url) == []


def test_the_engine_sees_no_difference_to_tables_made_directly(
    database_url: str, database_engine: str, databases: Databases
) -> None:
    upgrade(database_url)
    name, other = databases.create(database_engine)
    engine = make_engine(parse_url(other), 1)
    metadata.create_all(engine)
    engine.dispose()
    assert definitions(database_url) == definitions(other)
    databases.drop(database_engine, name)


def test_the_newest_revision_is_the_one_that_is_checked_at_a_start() -> None:
    assert running.newest_revision() == NEWEST


def test_a_second_upgrade_changes_nothing(database_url: str) -> None:
    assert upgrade(database_url).before is None
    before = definitions(database_url)
    assert upgrade(database_url).before == NEWEST
    assert definitions(database_url) == before


def test_an_older_database_is_brought_up_to_date(database_url: str) -> None:
    upgrade(database_url)
    engine = make_engine(parse_url(database_url), 1)
    with engine.begin() as connection:
        connection.execute(sa.text("DROP TABLE changes"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0004'"))
        connection.execute(sa.text("INSERT INTO chassis (uuid, extra, created_at) VALUES ('kept', '{}', '')"))
    engine.dispose()
    assert upgrade(database_url).before == "0004"
    assert differences(database_url) == []
    assert inspect_database(database_url).rows["chassis"] == 1


def test_processes_that_upgrade_at_once_do_not_break_each_other(database_url: str) -> None:
    racing = [start(UPGRADE, database_url) for _ in range(3)]
    for process in racing:
        assert finish(process) == (0, "", "")
    assert differences(database_url) == []


@pytest.mark.parametrize("statements", [4, 12, 30, 50])
def test_an_upgrade_that_was_killed_is_finished_by_the_next(database_url: str, statements: int) -> None:
    code, _, errors = run(UPGRADE_AND_DIE, database_url, str(statements))
    assert code == -9, errors
    upgrade(database_url)
    assert differences(database_url) == []


def test_a_start_with_the_right_tables_loads_no_migrations(databases: Databases) -> None:
    name, url = databases.create("sqlite")
    prepare_embedded(url).release()
    assert run(WHAT_A_START_LOADS, url) == (0, "\n", "")
    databases.drop("sqlite", name)


@pytest.mark.parametrize("revision", ["9999", "1f2e3d4c5b6a"])
def test_tables_of_a_newer_release_or_another_program_are_not_touched(database_url: str, revision: str) -> None:
    upgrade(database_url)
    engine = make_engine(parse_url(database_url), 1)
    with engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    engine.dispose()
    with pytest.raises(ConfigurationError, match=revision):
        upgrade(database_url)


def test_tables_are_not_put_among_those_of_another_program(database_url: str) -> None:
    engine = make_engine(parse_url(database_url), 1)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE nodes (id INTEGER)"))
    with pytest.raises(ConfigurationError, match=r"another program \(it holds nodes\)"):
        upgrade(database_url)
    assert sa.inspect(engine).get_table_names() == ["nodes"]
    engine.dispose()
