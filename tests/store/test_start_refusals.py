"""A database that cannot be worked with is refused with the reason and the remedy, and never with a password."""

import os
import signal
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pymysql
import pytest
import sqlalchemy as sa

from bessemer.model.errors import ConfigurationError
from bessemer.store.connecting import parse_url
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.embedded import prepare_embedded, upgrade_embedded, url_of
from bessemer.store.engine_demands import mariadb_version_problem
from bessemer.store.file_lock import FileLock
from bessemer.store.schema_check import check_schema
from bessemer.store.unusable import explained, refusal
from bessemer.store.upgrading import upgrade
from tests.databases import Databases
from tests.store.processes import finish, run, start

HOLD = """
import sys
from bessemer.store.embedded import prepare_embedded
lock = prepare_embedded(sys.argv[1])
print("holding", flush=True)
sys.stdin.read()
"""
OPEN = """
import sys
from bessemer.model.errors import ConfigurationError
from bessemer.store.embedded import prepare_embedded
try:
    prepare_embedded(sys.argv[1])
except ConfigurationError as error:
    print(error.message)
"""
OPEN_AS_NOBODY = OPEN.replace("try:", "import os; os.setgid(65534); os.setuid(65534)\ntry:")


def check(url: str) -> None:
    database = Database(DatabaseSettings(connection=url))
    try:
        check_schema(database)
    finally:
        database.close()


def why_not(url: str) -> str:
    with pytest.raises(ConfigurationError) as refused:
        check(url)
    return refused.value.message


def execute(url: str, *statements: str) -> None:
    engine = sa.create_engine(parse_url(url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


@contextmanager
def one_of(databases: Databases, engine: str) -> Iterator[str]:
    """An empty database of one engine, for what only that one can get wrong."""
    if not databases.is_here(engine):
        pytest.skip(f"{engine} is not on this machine")
    name, url = databases.create(engine)
    yield url
    databases.drop(engine, name)


@pytest.fixture
def mariadb_url(databases: Databases) -> Iterator[str]:
    """An empty MariaDB database."""
    with one_of(databases, "mariadb") as url:
        yield url


@pytest.fixture
def postgresql_url(databases: Databases) -> Iterator[str]:
    """An empty PostgreSQL database."""
    with one_of(databases, "postgresql") as url:
        yield url


class TestSchema:
    """Tables of the right version."""

    def test_a_database_with_the_right_tables_is_accepted(self, database_url: str) -> None:
        upgrade(database_url)
        check(database_url)

    def test_an_empty_database_is_refused(self, database_url: str) -> None:
        assert "has no tables yet. Run `bessemer db upgrade`" in why_not(database_url)

    def test_an_older_schema_is_refused(self, database_url: str) -> None:
        upgrade(database_url)
        execute(database_url, "UPDATE alembic_version SET version_num = '0001'")
        text = why_not(database_url)
        assert "version 0001 and this release needs" in text
        assert "`bessemer db upgrade`" in text

    def test_a_newer_schema_is_refused(self, database_url: str) -> None:
        upgrade(database_url)
        execute(database_url, "UPDATE alembic_version SET version_num = '0999'")
        text = why_not(database_url)
        assert "version 0999, made by a newer release; this one knows" in text
        assert "Start the newer release" in text

    @pytest.mark.parametrize("revision", ["7c1a2b3d4e5f", "", "0004x", "\u0966" * 4, "four"])
    def test_the_tables_of_another_program_are_refused(self, database_url: str, revision: str) -> None:
        upgrade(database_url)
        execute(database_url, "DELETE FROM alembic_version", f"INSERT INTO alembic_version VALUES ('{revision}')")
        assert "belongs to another program" in why_not(database_url)

    def test_two_versions_at_once_are_refused(self, database_url: str) -> None:
        upgrade(database_url)
        execute(database_url, "INSERT INTO alembic_version VALUES ('0003')")
        assert "belongs to another program (its version is" in why_not(database_url)

    def test_a_missing_table_is_named(self, database_url: str) -> None:
        upgrade(database_url)
        execute(database_url, "DROP TABLE node_traits")
        assert "lacks tables of its own (node_traits)" in why_not(database_url)


class TestServers:
    """Servers that can be reached."""

    @pytest.mark.parametrize(
        ("url", "place"),
        [
            ("postgresql://ironic:s3cret@127.0.0.1:1/machines", "PostgreSQL database machines on 127.0.0.1:1"),
            ("mysql://ironic:s3cret@127.0.0.1:1/machines", "MariaDB database machines on 127.0.0.1:1"),
        ],
    )
    def test_a_server_that_is_not_there_is_named_without_the_password(self, url: str, place: str) -> None:
        text = why_not(url)
        assert place in text
        assert "refused" in text
        assert "See that the server runs and listens there" in text
        assert "s3cret" not in text

    @pytest.mark.parametrize("engine", ["postgresql", "mysql"])
    def test_a_host_that_nobody_knows_is_named(self, engine: str) -> None:
        text = why_not(f"{engine}://ironic:s3cret@nowhere.invalid/machines")
        assert "nowhere.invalid" in text
        assert "Correct the host name in [database]connection" in text
        assert "s3cret" not in text

    @pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
    def test_a_database_that_does_not_exist_comes_with_the_statement_that_makes_it(
        self, databases: Databases, engine: str
    ) -> None:
        with one_of(databases, engine) as there:
            url = parse_url(there).set(database="not_there").render_as_string(hide_password=False)
        assert "Create it: CREATE DATABASE not_there " in why_not(url)

    def test_an_encoding_other_than_utf8_is_refused(self, postgresql_url: str) -> None:
        execute(
            postgresql_url,
            "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
        )
        url = parse_url(postgresql_url).set(database="latin").render_as_string(hide_password=False)
        assert "has the encoding LATIN1; it must be UTF8" in why_not(url)
        with pytest.raises(ConfigurationError, match="LATIN1"):
            upgrade(url)
        execute(postgresql_url, "DROP DATABASE latin WITH (FORCE)")

    def test_a_wrong_password_is_not_repeated(self) -> None:
        url = parse_url("mysql://ironic:s3cret@db.example/machines")
        said = "Access denied for user 'ironic'@'10.0.0.7' (using password: YES) s3cret"
        text = refusal(url, pymysql.err.OperationalError(1045, said)).message
        assert "Correct user and password in [database]connection" in text
        assert "s3cret" not in text

    def test_a_user_without_rights_is_told_so(self) -> None:
        url = parse_url("mysql://ironic@db.example/machines")
        said = "Access denied for user 'ironic'@'%' to database 'machines'"
        assert "Grant the user all rights" in refusal(url, pymysql.err.OperationalError(1044, said)).message


class TestMariadb:
    """MariaDB of the right kind."""

    def test_another_character_set_is_refused_with_the_statement_that_changes_it(self, mariadb_url: str) -> None:
        name = parse_url(mariadb_url).database
        execute(mariadb_url, f"ALTER DATABASE {name} CHARACTER SET latin1")
        remedy = f"ALTER DATABASE `{name}` CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;"
        with pytest.raises(ConfigurationError, match="must be utf8mb4"):
            upgrade(mariadb_url)
        text = why_not(mariadb_url)
        assert remedy in text
        execute(mariadb_url, remedy)
        upgrade(mariadb_url)
        check(mariadb_url)

    @pytest.mark.parametrize(
        "change",
        [
            "ALTER TABLE node_traits CONVERT TO CHARACTER SET utf8mb3",
            "ALTER TABLE node_traits DEFAULT CHARACTER SET latin1",
            "ALTER TABLE node_traits CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
            "ALTER TABLE node_traits MODIFY trait VARCHAR(255) CHARACTER SET latin1 NOT NULL",
        ],
    )
    def test_a_table_that_would_lose_text_is_named_with_the_remedy(self, mariadb_url: str, change: str) -> None:
        upgrade(mariadb_url)
        execute(mariadb_url, change)
        text = why_not(mariadb_url)
        assert "in the table node_traits" in text
        execute(mariadb_url, text.rpartition("run: ")[2])
        check(mariadb_url)

    @pytest.mark.parametrize(
        ("version", "problem"),
        [
            ("5.5.68-MariaDB", "is on MariaDB 5.5, which is too old"),
            ("10.5.29-MariaDB-0+deb11u1", "is on MariaDB 10.5, which is too old"),
            ("8.0.40-0ubuntu0.24.04.1", "is on a server that is not MariaDB (8.0.40-0ubuntu0.24.04.1)"),
        ],
    )
    def test_a_server_that_is_too_old_or_another_product_is_refused(self, version: str, problem: str) -> None:
        assert problem in (mariadb_version_problem(version) or "")

    @pytest.mark.parametrize("version", ["10.6.0-MariaDB", "10.11.19-MariaDB-0+deb12u1", "12.1.2-MariaDB-log"])
    def test_a_server_that_is_new_enough_is_accepted(self, version: str) -> None:
        assert mariadb_version_problem(version) is None


class TestSqliteFile:
    """Files that can be read and written."""

    def test_folder_and_file_are_made_for_nobody_else_to_read(self, tmp_path: Path) -> None:
        file = tmp_path / "var" / "data" / "bessemer.db"
        previous = os.umask(0)
        try:
            prepare_embedded(url_of(file)).release()
        finally:
            os.umask(previous)
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
        assert modes["bessemer.db"] == 0o600
        assert set(modes.values()) == {0o600}

    def test_a_file_with_an_awkward_name_is_found_again(self, tmp_path: Path) -> None:
        url = url_of(tmp_path / "50% of été?#&" / "bessemer.db")
        prepare_embedded(url).release()
        check(url)

    def test_a_file_of_another_kind_is_refused_and_left_alone(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("Not a database, and a bit longer than the header of one would be. " * 3)
        before = file.read_bytes()
        with pytest.raises(ConfigurationError, match="is not a SQLite database"):
            prepare_embedded(url_of(file))
        assert file.read_bytes() == before
        assert "is not a SQLite database" in why_not(url_of(file))

    def test_a_damaged_file_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "bessemer.db"
        prepare_embedded(url_of(file)).release()
        content = file.read_bytes()
        file.write_bytes(content[:100] + bytes(len(content) - 100))
        assert "is damaged" in why_not(url_of(file))

    def test_a_folder_instead_of_a_file_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "bessemer.db").mkdir()
        with pytest.raises(ConfigurationError, match="cannot be made or written: Is a directory"):
            prepare_embedded(url_of(tmp_path / "bessemer.db"))

    def test_a_file_below_a_file_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("")
        with pytest.raises(ConfigurationError, match="Give the folder to the user who runs Bessemer"):
            prepare_embedded(url_of(tmp_path / "data" / "bessemer.db"))

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody without rights")
    def test_a_file_that_belongs_to_somebody_else_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o755)
            url = url_of(Path(folder) / "bessemer.db")
            prepare_embedded(url).release()
            code, output, errors = run(OPEN_AS_NOBODY, url)
        assert (code, errors) == (0, "")
        assert "Permission denied" in output
        assert "belong to the user who runs Bessemer" in output

    def test_a_full_disk_is_named_as_the_reason(self, tmp_path: Path) -> None:
        url = parse_url(url_of(tmp_path / "bessemer.db"))
        engine = sa.create_engine(url)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
            with pytest.raises(ConfigurationError, match=r"the disk is full .*Make room"), explained(url):
                connection.exec_driver_sql("CREATE TABLE nodes (id INTEGER)")
        engine.dispose()

    def test_a_lock_of_another_program_is_named_as_the_reason(self, tmp_path: Path) -> None:
        url = parse_url(url_of(tmp_path / "bessemer.db"))
        shell = sqlite3.connect(str(url.database))
        shell.execute("BEGIN EXCLUSIVE")
        engine = sa.create_engine(url, connect_args={"timeout": 0})
        refused = pytest.raises(ConfigurationError, match="is locked by another program")
        with engine.connect() as connection, refused, explained(url):
            connection.exec_driver_sql("CREATE TABLE nodes (id INTEGER)")
        engine.dispose()
        shell.close()


class TestFileInUse:
    """One process for one file."""

    def test_a_second_process_is_refused_and_told_who_the_first_is(self, tmp_path: Path) -> None:
        url = url_of(tmp_path / "bessemer.db")
        holder = start(HOLD, url)
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holding\n"
        _, output, errors = run(OPEN, url)
        assert errors == ""
        assert f"in use by another Bessemer process (PID {holder.pid}). Stop that process (kill {holder.pid})" in output
        finish(holder)
        assert run(OPEN, url) == (0, "", "")

    def test_the_lock_ends_with_a_holder_that_was_killed(self, tmp_path: Path) -> None:
        url = url_of(tmp_path / "bessemer.db")
        holder = start(HOLD, url)
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holding\n"
        holder.send_signal(signal.SIGKILL)
        finish(holder)
        prepare_embedded(url).release()

    def test_another_way_to_the_same_file_meets_the_same_lock(self, tmp_path: Path) -> None:
        file = tmp_path / "bessemer.db"
        (tmp_path / "link.db").symlink_to(file)
        with prepare_embedded(url_of(file)), pytest.raises(ConfigurationError, match=str(os.getpid())):
            prepare_embedded(url_of(tmp_path / "link.db"))

    def test_an_upgrade_waits_for_no_server(self, tmp_path: Path) -> None:
        url = url_of(tmp_path / "bessemer.db")
        with prepare_embedded(url), pytest.raises(ConfigurationError, match="in use"):
            upgrade_embedded(url)

    def test_a_lock_file_without_a_number_is_no_hindrance(self, tmp_path: Path) -> None:
        file = tmp_path / "bessemer.db"
        with FileLock(file):
            (tmp_path / "bessemer.db.lock").write_bytes(b"\xff\x00 nonsense")
            with pytest.raises(ConfigurationError, match="its PID could not be read"):
                FileLock(file)
        FileLock(file).release()

    def test_a_failed_preparation_lets_the_file_go(self, tmp_path: Path) -> None:
        file = tmp_path / "bessemer.db"
        file.write_text("nonsense " * 100)
        with pytest.raises(ConfigurationError):
            prepare_embedded(url_of(file))
        file.write_bytes(b"")
        prepare_embedded(url_of(file)).release()
