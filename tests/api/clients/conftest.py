"""Lends each test a client of the server: the Python library, the SDK or the command."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import openstack
import pytest
from ironicclient import client

from bessemer.testing.builders import change_node
from tests.api.clients.commands import Baremetal
from tests.api.serving import Server, Servers

HERE = Path(__file__).parent
Connect = Callable[..., Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the clients use what their own libraries have deprecated, and leave their sockets to the end."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.filterwarnings("ignore"))


@pytest.fixture
def connect() -> Iterator[Connect]:
    """A function that gives the Python library of python-ironicclient for a server and an API version."""
    with ExitStack() as stack:

        def connect(server: Server, version: str = "latest", **login: Any) -> Any:
            login = {"auth_type": "none", **login}
            ironic = client.get_client("1", endpoint=server.url, os_ironic_api_version=version, max_retries=0, **login)
            stack.callback(ironic.http_client.session.session.close)
            return ironic

        yield connect


@pytest.fixture
def ironic(server: Server, connect: Connect) -> Any:
    """The Python library, negotiating the newest version as the command does."""
    return connect(server)


@pytest.fixture
def powered_off_node(ironic: Any, server: Server) -> Any:
    """A node whose power is known to be off."""
    node = ironic.node.create(driver="fake-hardware", name="powered-off")
    change_node(server.database, node.uuid, power_state="power off")
    return node


@pytest.fixture
def sdk(server: Server) -> Iterator[Any]:
    """The bare metal part of openstacksdk."""
    connection = openstack.connect(
        auth_type="none",
        baremetal_endpoint_override=server.url,
        baremetal_status_code_retries=0,  # a conflict that a test brings about does not go away by waiting
        load_yaml_config=False,
        load_envvars=False,
    )
    yield connection.baremetal
    connection.close()


@pytest.fixture(scope="session")
def command(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Baremetal]:
    """The one process of the `baremetal` command."""
    command = Baremetal(servers.embedded().url, tmp_path_factory.mktemp("home"))
    yield command
    command.close()


@pytest.fixture
def baremetal(embedded_server: Server, request: pytest.FixtureRequest) -> Baremetal:
    """The `baremetal` command."""
    command: Baremetal = request.getfixturevalue("command")
    return command
