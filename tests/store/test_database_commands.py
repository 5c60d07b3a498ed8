"""The commands that look after the database say what they did, exit as they should and keep passwords to themselves."""

from pathlib import Path

import click.testing
import pytest

from bessemer.cli.database import database_group
from bessemer.model.errors import ConfigurationError
from bessemer.store.embedded import prepare_embedded, url_of
from bessemer.store.inspecting import inspect_database
from bessemer.store.schema_version import NEWEST
from bessemer.store.upgrading import upgrade


def run(*arguments: str, **environment: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(database_group, arguments, env=environment)


def refused(*arguments: str, **environment: str) -> str:
    result = run(*arguments, **environment)
    assert isinstance(result.exception, ConfigurationError)
    return result.output + result.exception.message


def test_upgrade_makes_the_tables_and_then_has_nothing_to_do(database_url: str) -> None:
    first = run("upgrade", OS_DATABASE__CONNECTION=database_url)
    assert (first.exit_code, first.output) == (0, f"Made the tables, version {NEWEST}.\n")
    second = run("upgrade", OS_DATABASE__CONNECTION=database_url)
    assert (second.exit_code, second.output) == (
        0,
        f"Nothing to do: the tables are of version {NEWEST} already.\n",
    )


def test_the_default_is_a_file_in_the_data_folder(tmp_path: Path) -> None:
    assert run("upgrade", "--data", str(tmp_path)).exit_code == 0
    assert inspect_database(url_of(tmp_path / "bessemer.db")).revision == NEWEST


def test_a_configuration_file_names_the_database(tmp_path: Path) -> None:
    (tmp_path / "bessemer.conf").write_text(f"[database]\nconnection = sqlite:///{tmp_path}/other.db\n")
    assert run("upgrade", "--config-file", str(tmp_path / "bessemer.conf")).exit_code == 0
    assert (tmp_path / "other.db").exists()


def test_check_shows_engine_charset_version_and_rows(database_url: str) -> None:
    upgrade(database_url)
    result = run("check", OS_DATABASE__CONNECTION=database_url)
    assert result.exit_code == 0
    assert NEWEST in result.output
    assert "UTF" in result.output.upper()
    assert "0  node_traits" in result.output
    assert result.output.endswith("No problems.\n")


def test_check_ends_with_1_when_there_are_no_tables(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "bessemer.db").touch()
    result = run("check", OS_DATABASE__CONNECTION=database_url)
    assert result.exit_code == 1
    assert "bessemer db upgrade" in result.output


def test_check_makes_no_file(tmp_path: Path) -> None:
    result = run("check", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "There is no SQLite file" in result.output
    assert list(tmp_path.iterdir()) == []


def test_check_looks_at_a_file_that_a_server_is_using(tmp_path: Path) -> None:
    with prepare_embedded(url_of(tmp_path / "bessemer.db")):
        assert run("check", "--data", str(tmp_path)).exit_code == 0


def test_check_tells_of_an_unreachable_server_without_the_password() -> None:
    result = run("check", OS_DATABASE__CONNECTION="postgresql://ironic:s3cret@127.0.0.1:1/machines")
    assert result.exit_code == 1
    assert "machines on 127.0.0.1:1 cannot be used" in result.output
    assert "s3cret" not in result.output


def test_copy_tells_of_every_table(tmp_path: Path, database_url: str) -> None:
    source = url_of(tmp_path / "bessemer.db")
    prepare_embedded(source).release()
    result = run("copy", "--from", source, "--to", database_url)
    assert result.exit_code == 0
    assert "0  nodes  (checksum 0000000000000000)" in result.output
    assert result.output.endswith("Copied 0 rows; both sides are alike.\n")


def test_copy_takes_its_databases_from_the_environment(tmp_path: Path) -> None:
    source, target = (url_of(tmp_path / name / "bessemer.db") for name in ("source", "target"))
    prepare_embedded(source).release()
    assert run("copy", BESSEMER_COPY_FROM=source, BESSEMER_COPY_TO=target).exit_code == 0


@pytest.mark.parametrize("engine", ["postgresql", "mysql"])
def test_copy_repeats_no_password(tmp_path: Path, engine: str) -> None:
    there = url_of(tmp_path / "bessemer.db")
    prepare_embedded(there).release()
    gone = f"{engine}://ironic:s3cret@127.0.0.1:1/machines"
    for urls in (("--from", there, "--to", gone), ("--from", gone, "--to", there)):
        text = refused("copy", *urls)
        assert "127.0.0.1:1" in text
        assert "s3cret" not in text


@pytest.mark.parametrize("url", ["", "nonsense", "oracle://a:s3cret@b/c", "sqlite://", "sqlite:///:memory:"])
def test_copy_refuses_what_is_no_database(tmp_path: Path, url: str) -> None:
    text = refused("copy", "--from", url, "--to", url_of(tmp_path / "bessemer.db"))
    assert "[database]connection" in text
    assert "s3cret" not in text
