"""What `bessemer settings` and the reference page show."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from bessemer.cli.show_settings import settings_command
from bessemer.settings import Line, load
from bessemer.settings.masking import masked_url
from bessemer.settings.table import OPTIONS
from tools.settings_page import PAGE, page

SECRET = "hunter2"
CONNECTION = f"postgresql+psycopg://ann:{SECRET}@db/x?sslpassword={SECRET}"
TEXT = f"""\
[DEFAULT]
host = pay$$day
default_resource_class = " a"
http_basic_roles_file = roles

[database]
connection = {CONNECTION}

[oslo_policy]
policy_dirs = a
policy_dirs = b

[cors]
allowed_origin = https://a.example, https://b.example
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "roles").touch()
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    file = tmp_path / "bessemer.conf"
    file.write_text(TEXT)
    return file


def run(*arguments: str | Path, columns: int = 80) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(settings_command, [str(a) for a in arguments])


@pytest.mark.parametrize("columns", [20, 80, 160])
def test_the_table_shows_every_option_and_fits_its_width(file: Path, columns: int) -> None:
    result = run("--config-file", file, columns=columns)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= columns
    names = {option.name for option in OPTIONS if len(option.name) < columns / 2}
    assert {name for name in names if name not in result.stdout} == set()


def test_the_table_says_where_a_value_came_from(file: Path) -> None:
    result = run("--config-file", file, "--changed", columns=500)
    [host] = [line for line in result.stdout.splitlines() if line.startswith("host ")]
    assert host.split()[:4] == ["host", "pay$day", "file", f"{file}:2"]
    assert "max_limit" not in result.stdout


def test_nothing_changed_is_said_in_words() -> None:
    assert run("--changed").stdout == "Nothing is set: every option has its default.\n"


def test_the_json_form_can_be_read_back() -> None:
    lines = msgspec.json.decode(run("--format", "json").stdout, type=list[Line])
    assert [(line.group, line.option) for line in lines] == [option.key for option in OPTIONS]


def test_the_ini_form_is_a_configuration_file_with_the_same_meaning(file: Path) -> None:
    written = file.with_name("written.conf")
    written.write_text(run("--config-file", file, "--format", "ini").stdout)
    again, first = load([written], {}), load([file], {})
    given = {key for key in first.sources if first.is_given(key)}
    assert {key for key in again.sources if again.is_given(key)} == given - {("database", "connection")}
    assert {key: again.values[key] for key in given if again.is_given(key)} == {
        key: first.values[key] for key in given if again.is_given(key)
    }


@pytest.mark.parametrize("form", ["table", "ini", "json"])
def test_no_form_shows_a_password(file: Path, form: str) -> None:
    result = run("--config-file", file, "--format", form)
    assert "ann:***@db" in result.stdout
    assert SECRET not in result.output


def test_a_record_in_a_log_shows_no_password(file: Path) -> None:
    settings = load([file], {}).settings
    assert SECRET not in repr(settings)
    assert SECRET not in f"{settings.database}"
    assert settings.database.connection == CONNECTION


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("sqlite:////srv/b.sqlite", "sqlite:////srv/b.sqlite"),
        ("postgresql://ann@h/d", "postgresql://ann@h/d"),
        ("postgresql://ann:p@ss/w:d@h/d", "postgresql://ann:***@h/d"),
        ("mysql://h/d?user=a&password=b&x=c", "mysql://h/d?user=a&password=***&x=c"),
        ("no url at all", "***"),
        ("", ""),
    ],
)
def test_a_password_is_hidden_wherever_it_stands(url: str, shown: str) -> None:
    assert masked_url(url) == shown


def test_a_bad_configuration_ends_the_command_with_its_problems(file: Path) -> None:
    file.write_text("[api]\nport = x\n")
    result = run("--config-file", file)
    assert result.exit_code == 1
    assert f"{file}:2: [api] port = x is not" in result.stderr


def test_warnings_do_not_mix_with_the_output(file: Path) -> None:
    file.write_text("[pxe]\ntftp_server = x\n")
    result = run("--config-file", file, "--format", "json")
    assert "[pxe] tftp_server" in result.stderr
    assert msgspec.json.decode(result.stdout)


def test_the_reference_page_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(text), "run: python tools/settings_page.py"


def test_the_reference_page_names_every_option() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [option.title for option in OPTIONS if f"| `{option.name}`" not in text] == []
