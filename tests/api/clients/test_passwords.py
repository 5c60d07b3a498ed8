"""The clients log in with a name and a password where the server asks for them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import bcrypt
import openstack
import pytest
from ironicclient import exc
from openstack import exceptions

from tests.api.serving import Server

LOGIN: dict[str, Any] = {"auth_type": "http_basic", "username": "alice", "password": "correct horse"}
Start = Callable[[Mapping[str, str]], Server]


@pytest.fixture
def locked_server(start_server: Start, tmp_path: Path) -> Server:
    """A server that knows Alice only."""
    users = tmp_path / "users"
    users.write_text(f"alice:{bcrypt.hashpw(b'correct horse', bcrypt.gensalt(4)).decode()}\n")
    return start_server(
        {"OS_DEFAULT__AUTH_STRATEGY": "http_basic", "OS_DEFAULT__HTTP_BASIC_AUTH_USER_FILE": str(users)}
    )


def test_the_library_logs_in(locked_server: Server, connect: Callable[..., Any]) -> None:
    assert connect(locked_server, **LOGIN).node.create(driver="fake-hardware").provision_state == "enroll"


@pytest.mark.parametrize("wrong", [{"auth_type": "none"}, {"password": "wrong"}, {"username": "bob"}], ids=str)
def test_the_library_is_refused_without_the_password(
    locked_server: Server, connect: Callable[..., Any], wrong: dict[str, str]
) -> None:
    login = {**LOGIN, **wrong} if "auth_type" not in wrong else wrong
    with pytest.raises(exc.Unauthorized):
        connect(locked_server, **login).node.list()


def test_the_sdk_logs_in(locked_server: Server) -> None:
    for password, may in (("correct horse", True), ("wrong", False)):
        login = {**LOGIN, "password": password, "endpoint": locked_server.url}
        with openstack.connect(load_yaml_config=False, load_envvars=False, **login) as connection:
            if may:
                assert list(connection.baremetal.nodes()) == []
            else:
                with pytest.raises(exceptions.HttpException, match="401"):
                    list(connection.baremetal.nodes())
