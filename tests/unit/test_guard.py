"""A unit test that reaches for the world is stopped."""

import socket
import sqlite3
import subprocess
import sys

import pytest


def connect_a_socket() -> None:
    with socket.socket() as one:
        one.connect(("127.0.0.1", 9))


def listen_on_a_socket() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))


def start_a_process() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def open_a_database() -> None:
    sqlite3.connect(":memory:").close()


@pytest.mark.parametrize("reach", [connect_a_socket, listen_on_a_socket, start_a_process, open_a_database])
def test_a_unit_test_may_not_do_io(reach: object) -> None:
    assert callable(reach)
    with pytest.raises(pytest.fail.Exception, match="A unit test may not do I/O"):
        reach()
