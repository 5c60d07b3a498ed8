"""Lends each test a real server: empty, on every SQL engine in turn, with its log in the report of a failure."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack

import pytest

from bessemer.store.database import Database
from tests.api.serving import Server, Servers, lent
from tests.api.wire import Wire
from tests.conftest import DATABASES
from tests.outside import PACKAGE, SWITCHED_ON, pip_install, with_package


@pytest.fixture(scope="session")
def servers(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """The servers of this run; each must end cleanly."""
    servers = Servers(tmp_path_factory.mktemp("servers"), pytestconfig.stash[DATABASES])
    yield servers
    servers.stop()


@pytest.fixture
def server(database_engine: str, servers: Servers) -> Iterator[Server]:
    """A server without any node, on the engine that this run of the test is about."""
    with lent(servers.of(database_engine)) as server:
        yield server


def skip_unless_sqlite(config: pytest.Config) -> None:
    """Leave a test out of a run that was asked for other engines only."""
    chosen = config.getoption("--engine")
    if chosen and "sqlite" not in chosen:
        pytest.skip("this test is for SQLite")


@pytest.fixture
def embedded_server(pytestconfig: pytest.Config, servers: Servers) -> Iterator[Server]:
    """A server without any node, on its own SQLite file, for tests that need no other engine."""
    skip_unless_sqlite(pytestconfig)
    with lent(servers.embedded()) as server:
        yield server


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Settings with which a server finds the package of somebody else's, and has all of it switched on."""
    return {**with_package(pip_install(PACKAGE, tmp_path_factory.mktemp("outside") / "packages")), **SWITCHED_ON}


@pytest.fixture
def outside_server(pytestconfig: pytest.Config, servers: Servers, outside: Mapping[str, str]) -> Iterator[Server]:
    """A server without any node that drives what somebody else wrote, too; on its own SQLite file."""
    skip_unless_sqlite(pytestconfig)
    with lent(servers.one("outside", lambda: outside)) as server:
        yield server


@pytest.fixture
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Mapping[str, str]], Server]]:
    """A function that starts a server of the test's own, with settings such as OS_DEFAULT__AUTH_STRATEGY."""
    with ExitStack() as stack:

        def start(settings: Mapping[str, str]) -> Server:
            server = Server(tmp_path_factory.mktemp("server"), settings)
            stack.callback(_stop_cleanly, server)
            return stack.enter_context(lent(server))

        yield start


def _stop_cleanly(server: Server) -> None:
    assert server.stop() == 0, server.log()


@pytest.fixture
def wire(server: Server) -> Wire:
    """Plain HTTP to the server."""
    return server.wire


@pytest.fixture
def database(server: Server) -> Database:
    """The server's database, for rows that no request can make."""
    return server.database


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put what the server logged during a test into the report of its failure."""
    report = yield
    if report.failed:
        given = getattr(item, "funcargs", {})
        for server in (given.get("server"), given.get("embedded_server"), given.get("outside_server")):
            if isinstance(server, Server):
                report.sections.append((f"Log of the server at {server.url}", server.log()))
    return report
