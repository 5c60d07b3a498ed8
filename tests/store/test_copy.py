"""A copy has every row as it was, on whatever engine, or nothing at all."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bessemer.model.errors import ConfigurationError
from bessemer.store import schema as s
from bessemer.store.connecting import make_engine, parse_url
from bessemer.store.copying import CopiedTable, copy_database
from bessemer.store.embedded import prepare_embedded, url_of
from bessemer.store.inspecting import inspect_database
from bessemer.store.upgrading import upgrade
from tests.databases import ENGINES, Databases
from tests.store.awkward_rows import IDS, LONG_AGO, awkward_rows, everything, fill
from tests.store.processes import run, start

NUMBERED = [table for table in s.metadata.sorted_tables if table.autoincrement_column is not None]
COPY = "import sys; from bessemer.store.copying import copy_database; copy_database(*sys.argv[1:], print)"
COPY_AND_DIE = """
import os, signal, sys
from bessemer.store.copying import copy_database
copy_database(*sys.argv[1:], lambda table: table.name != "ports" or os.kill(os.getpid(), signal.SIGKILL))
"""
HOLD = """
import sys
from bessemer.store.embedded import prepare_embedded
lock = prepare_embedded(sys.argv[1])
print("holding", flush=True)
sys.stdin.read()
"""


def ignore(_: CopiedTable) -> None:
    pass


def opened(url: str) -> sa.Engine:
    return make_engine(parse_url(url), 1)


def execute(url: str, *statements: sa.Executable) -> None:
    engine = opened(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)
    engine.dispose()


def content(url: str) -> dict[str, list[tuple[object, ...]]]:
    engine = opened(url)
    with engine.connect() as connection:
        found = everything(connection)
    engine.dispose()
    return found


def filled(url: str) -> None:
    upgrade(url)
    engine = opened(url)
    with engine.begin() as connection:
        fill(connection)
    engine.dispose()


def new_chassis(name: str) -> sa.Insert:
    return sa.insert(s.chassis).values(uuid=name.ljust(36, "-"), extra="{}", created_at=LONG_AGO)


def next_row(table: sa.Table) -> sa.Insert:
    """A row whose number the engine gives, and whose parents are such rows too."""
    row = awkward_rows(table)[-1]
    parents = {column.name: IDS[-1] + 1 for column in table.columns if column.foreign_keys}
    given = {column.name for column in table.primary_key}
    return sa.insert(table).values({name: value for name, value in {**row, **parents}.items() if name not in given})


@pytest.fixture(params=list(itertools.permutations(ENGINES, 2)), ids="-to-".join)
def pair(request: pytest.FixtureRequest, databases: Databases) -> Iterator[tuple[str, str]]:
    """Two empty databases on different engines."""
    engines: tuple[str, str] = request.param
    chosen = request.config.getoption("--engine") or ENGINES
    missing = [engine for engine in engines if engine not in chosen or not databases.is_here(engine)]
    if missing:
        pytest.skip(f"{' and '.join(missing)} is not on this machine, or was not chosen")
    made = [databases.create(engine) for engine in engines]
    yield made[0][1], made[1][1]
    for engine, (name, _) in zip(engines, made, strict=True):
        databases.drop(engine, name)


@pytest.fixture
def other_url(database_engine: str, databases: Databases) -> Iterator[str]:
    """A second empty database on the same engine."""
    name, url = databases.create(database_engine)
    yield url
    databases.drop(database_engine, name)


class TestWhole:
    """What arrives."""

    def test_every_value_arrives_as_it_was(self, pair: tuple[str, str]) -> None:
        source, target = pair
        filled(source)
        told: list[CopiedTable] = []
        copy_database(source, target, told.append)
        assert content(target) == content(source)
        assert inspect_database(target).problems == ()
        assert {table.name: table.rows for table in told} == dict.fromkeys(s.metadata.tables, len(IDS))

    def test_the_copy_of_a_copy_is_the_first_again(self, pair: tuple[str, str], databases: Databases) -> None:
        source, target = pair
        filled(source)
        copy_database(source, target, ignore)
        engine = {"mysql": "mariadb"}.get(parse_url(source).get_backend_name(), parse_url(source).get_backend_name())
        name, back = databases.create(engine)
        copy_database(target, back, ignore)
        assert content(back) == content(source)
        databases.drop(engine, name)

    def test_a_copy_goes_to_the_same_engine_too(self, database_url: str, other_url: str) -> None:
        filled(database_url)
        copy_database(database_url, other_url, ignore)
        assert content(other_url) == content(database_url)

    def test_an_empty_database_is_copied_into_a_migrated_one(self, pair: tuple[str, str]) -> None:
        for url in pair:
            upgrade(url)
        copy_database(*pair, ignore)
        assert set(map(len, content(pair[1]).values())) == {0}

    def test_no_number_is_given_twice(self, pair: tuple[str, str]) -> None:
        source, target = pair
        upgrade(source)
        execute(source, *map(new_chassis, "abc"), sa.delete(s.chassis).where(s.chassis.c.id > 1))
        copy_database(source, target, ignore)
        execute(target, new_chassis("d"))
        assert [row[0] for row in content(target)["chassis"]] == [1, 4]

    def test_every_table_can_take_new_rows_afterwards(self, pair: tuple[str, str]) -> None:
        source, target = pair
        filled(source)
        copy_database(source, target, ignore)
        engine = opened(target)
        with engine.begin() as connection:
            for table in reversed(s.metadata.sorted_tables):
                connection.execute(sa.delete(table))
            given = {table.name: connection.execute(next_row(table)).inserted_primary_key for table in NUMBERED}
        engine.dispose()
        assert given == {table.name: (IDS[-1] + 1,) for table in NUMBERED}

    def test_many_rows_come_in_batches(self, pair: tuple[str, str]) -> None:
        source, target = pair
        upgrade(source)
        rows = [{"uuid": f"{n:036d}", "extra": f'"{n}"', "created_at": LONG_AGO} for n in range(1234)]
        engine = opened(source)
        with engine.begin() as connection:
            connection.execute(sa.insert(s.chassis), rows)
        engine.dispose()
        copy_database(source, target, ignore)
        assert content(target)["chassis"] == content(source)["chassis"]


class TestRefused:
    """What is not begun."""

    def test_a_target_with_rows_is_named_and_left_alone(self, database_url: str, other_url: str) -> None:
        source, target = database_url, other_url
        filled(source)
        upgrade(target)
        execute(target, new_chassis("there"))
        before = content(target)
        with pytest.raises(ConfigurationError, match=r"holds rows already: chassis \(1\)"):
            copy_database(source, target, ignore)
        assert content(target) == before

    def test_a_source_of_another_version_is_refused_before_the_target_is_touched(
        self, database_url: str, other_url: str
    ) -> None:
        source, target = database_url, other_url
        filled(source)
        execute(source, sa.text("UPDATE alembic_version SET version_num = '0001'"))
        with pytest.raises(ConfigurationError, match="version 0001"):
            copy_database(source, target, ignore)
        engine = opened(target)
        assert sa.inspect(engine).get_table_names() == []
        engine.dispose()

    def test_an_empty_source_is_refused(self, database_url: str, other_url: str) -> None:
        with pytest.raises(ConfigurationError, match=r"has no tables yet|There is no SQLite file"):
            copy_database(database_url, other_url, ignore)

    def test_a_target_of_another_program_is_refused(self, database_url: str, other_url: str) -> None:
        source, target = database_url, other_url
        filled(source)
        execute(target, sa.text("CREATE TABLE invoices (id INTEGER)"))
        with pytest.raises(ConfigurationError, match="another program"):
            copy_database(source, target, ignore)

    def test_a_target_of_an_older_version_is_refused(self, database_url: str, other_url: str) -> None:
        source, target = database_url, other_url
        filled(source)
        upgrade(target)
        execute(target, sa.text("UPDATE alembic_version SET version_num = '0002'"))
        with pytest.raises(ConfigurationError, match="version 0002"):
            copy_database(source, target, ignore)

    def test_a_database_is_not_copied_into_itself(self, database_url: str) -> None:
        filled(database_url)
        with pytest.raises(ConfigurationError, match="both source and target"):
            copy_database(database_url, database_url, ignore)

    def test_a_source_with_a_live_conductor_is_refused(self, database_url: str, other_url: str) -> None:
        filled(database_url)
        execute(database_url, sa.update(s.conductors).values(lease_until="2999-01-01T00:00:00.000000+00:00"))
        if parse_url(database_url).get_backend_name() == "sqlite":
            copy_database(database_url, other_url, ignore)  # whoever had the file is gone: the lock says so
        else:
            with pytest.raises(ConfigurationError, match="in use by the conductor"):
                copy_database(database_url, other_url, ignore)

    @pytest.mark.parametrize("side", [0, 1])
    def test_a_sqlite_file_in_use_is_refused(self, tmp_path: Path, side: int) -> None:
        urls = [url_of(tmp_path / name / "bessemer.db") for name in ("source", "target")]
        prepare_embedded(urls[0]).release()
        holder = start(HOLD, urls[side])
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holding\n"
        with pytest.raises(ConfigurationError, match=rf"in use by another Bessemer process \(PID {holder.pid}\)"):
            copy_database(urls[0], urls[1], ignore)
        holder.communicate()

    def test_a_source_file_that_is_not_there_is_not_made(self, tmp_path: Path) -> None:
        missing = tmp_path / "missing.db"
        with pytest.raises(ConfigurationError, match="There is no SQLite file"):
            copy_database(url_of(missing), url_of(tmp_path / "target.db"), ignore)
        assert list(tmp_path.iterdir()) == []


class TestNothingByHalves:
    """What is not kept."""

    @pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
    @pytest.mark.parametrize(
        ("value", "reason"),
        [
            pytest.param({"description": "x" * 256}, "too long", id="longer than its column"),
            pytest.param({"id": 2**40}, "out of range", id="number too large"),
        ],
    )
    def test_a_row_that_the_target_refuses_is_named(
        self, databases: Databases, tmp_path: Path, engine: str, value: dict[str, object], reason: str
    ) -> None:
        self.refused(databases, tmp_path, engine, value, reason)

    def test_a_nul_character_is_refused_by_postgresql(self, databases: Databases, tmp_path: Path) -> None:
        self.refused(databases, tmp_path, "postgresql", {"description": "a\0b"}, "NUL")

    def refused(self, databases: Databases, folder: Path, engine: str, value: dict[str, object], reason: str) -> None:
        """SQLite takes what the others do not."""
        if not databases.is_here(engine):
            pytest.skip(f"{engine} is not on this machine")
        source = url_of(folder / "bessemer.db")
        filled(source)
        execute(source, new_chassis("bad").values(value))
        name, target = databases.create(engine)
        with pytest.raises(
            ConfigurationError, match=f"(?i)refused rows of the table chassis, between id 1 and.*{reason}"
        ):
            copy_database(source, target, ignore)
        assert set(inspect_database(target).rows.values()) == {0}
        databases.drop(engine, name)

    def test_a_copy_that_was_killed_leaves_an_empty_target(self, database_url: str, other_url: str) -> None:
        source, target = database_url, other_url
        filled(source)
        code, _, errors = run(COPY_AND_DIE, source, target)
        assert (code, errors) == (-9, "")
        assert set(inspect_database(target).rows.values()) == {0}
        code, _, errors = run(COPY, source, target)
        assert (code, errors) == (0, "")
        assert content(target) == content(source)
