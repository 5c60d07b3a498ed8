"""Gives each test that asks for a database one on SQLite, PostgreSQL and MariaDB in turn."""

import signal
from collections.abc import Iterator

import hypothesis
import pytest

from tests.databases import ENGINES, Databases

DATABASES = pytest.StashKey[Databases]()

hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("SQL engines")
    group.addoption("--engine", action="append", choices=ENGINES, help="use this SQL engine only; may be repeated")
    group.addoption("--all-engines", action="store_true", help="fail where an SQL engine is missing, do not skip")
    parser.addoption("--machine", action="store_true", help="also boot a machine of QEMU with the real agent (minutes)")


def pytest_configure(config: pytest.Config) -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends like Ctrl-C: what was started is stopped
    config.stash[DATABASES] = Databases()


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[DATABASES].stop()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database_engine" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("--engine") or ENGINES
        marker = metafunc.definition.get_closest_marker("engines")
        fitting = ENGINES if marker is None else marker.args
        names = [name for name in ENGINES if name in chosen and name in fitting]
        metafunc.parametrize("database_engine", names, indirect=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for name in sorted(config.stash[DATABASES].missing):
        text = f"NOT TESTED ON {name.upper()}: it is not on this machine and could not be installed"
        terminalreporter.section(text, sep="!", red=True, bold=True)


@pytest.fixture
def databases(pytestconfig: pytest.Config) -> Databases:
    """The servers of this test run, each started when it is first needed."""
    return pytestconfig.stash[DATABASES]


@pytest.fixture
def database_engine(request: pytest.FixtureRequest, databases: Databases) -> str:
    """The name of the SQL engine that this run of the test is about."""
    name: str = request.param
    if not databases.is_here(name):
        if request.config.getoption("--all-engines"):
            pytest.fail(f"{name} is not on this machine", pytrace=False)
        pytest.skip(f"{name} is not on this machine")
    return name


@pytest.fixture
def database_url(database_engine: str, databases: Databases) -> Iterator[str]:
    """The SQLAlchemy URL of an empty database that this test has to itself."""
    name, url = databases.create(database_engine)
    yield url
    databases.drop(database_engine, name)


@pytest.fixture
def shared_database_url(database_engine: str, databases: Databases) -> str:
    """The URL of one database for the whole run, for suites that clean up their own rows."""
    return databases.shared(database_engine)
