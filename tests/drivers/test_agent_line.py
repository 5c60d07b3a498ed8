"""What is sent to an agent reaches it alone, and what comes back has its limits."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bessemer.clients.agent_line import AgentBusy, AgentLine, AgentPlace, AgentSilent
from bessemer.drivers.agent.commands import commands
from bessemer.model.errors import BessemerError, HardwareFailed
from bessemer.model.secret import Secret
from tests.drivers.tiny_agent import CERTIFICATE, tiny_agent

TOKEN = "canary-token"
HERE = ("127.0.0.0/8",)
OTHER = """-----BEGIN CERTIFICATE-----
MIIBozCCASmgAwIBAgIUeq1hUcd0jbqBbYVGvDQHUcU6mzowCgYIKoZIzj0EAwQw
-----END CERTIFICATE-----
"""


def line_to(url: str, certificate: str | None = None, *, verify: bool = True, limit_s: float = 5.0) -> AgentLine:
    place = AgentPlace(
        url=url,
        token=Secret(TOKEN),
        certificate=certificate,
        verify=verify,
        networks=HERE,
        limit_s=limit_s,
    )
    assert TOKEN not in repr(place)
    return AgentLine(place)


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """Run something that answers the first who connects in its own way."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            try:
                answer(connection)
            except OSError:
                return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()
        thread.join(10)


class TestCertificate:
    """R-AG-21: the one that the agent sent is the only one that counts."""

    def test_the_agent_is_known_by_its_own_certificate(self) -> None:
        """R-AG-21."""
        with tiny_agent(tls=True) as (agent, url):
            agent.token = TOKEN
            assert commands(line_to(url, CERTIFICATE)) == []

    def test_whoever_has_no_such_certificate_is_told_nothing(self) -> None:
        """R-AG-21: nor whoever has one of an authority that the machine of the server trusts."""
        with tiny_agent(tls=True) as (agent, url):
            agent.token = TOKEN
            with pytest.raises(HardwareFailed, match="told nothing"):
                line_to(url).get("/v1/commands/")
            assert agent.told == []

    def test_a_certificate_that_is_none_ends_in_words(self) -> None:
        """R-AG-13: a heartbeat may bring what only looks like one."""
        with tiny_agent(tls=True) as (_, url), pytest.raises(BessemerError):
            line_to(url, OTHER).get("/v1/commands/")

    def test_the_operator_may_do_without(self) -> None:
        """R-AG-21: node by node."""
        with tiny_agent(tls=True) as (agent, url):
            agent.token = TOKEN
            assert commands(line_to(url, verify=False)) == []


def test_the_token_is_sent_and_shown_in_no_text() -> None:
    """R-AG-28."""
    with tiny_agent() as (agent, url):
        agent.token = "another"
        with pytest.raises(HardwareFailed) as refused:
            line_to(url).get("/v1/commands/")
        assert "401" in refused.value.message
        assert TOKEN not in refused.value.message


def test_a_busy_agent_and_a_silent_one_are_told_apart() -> None:
    """R-AG-15."""
    with tiny_agent() as (agent, url):
        agent.token = TOKEN
        agent.before = lambda _: (409, {"faultstring": "Agent is busy"})
        with pytest.raises(AgentBusy, match="Agent is busy"):
            line_to(url).post("/v1/commands/", {"name": "standby.sync", "params": {}})
    with pytest.raises(AgentSilent, match="cannot be reached"):
        line_to(url).get("/v1/commands/")


def test_what_a_name_leads_to_is_looked_at_before_anything_is_sent() -> None:
    """R-AG-21: a name may lead elsewhere when it is asked for again."""
    with tiny_agent() as (agent, url):
        agent.token = TOKEN
        named = url.replace("127.0.0.1", "localhost")
        place = AgentPlace(url=named, token=Secret(TOKEN), limit_s=5.0)
        with pytest.raises(HardwareFailed, match="told nothing"):
            AgentLine(place).get("/v1/commands/")


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}", b"SSH-2.0-OpenSSH_9.2\r\n", b"\x00" * 100],
    ids=["nothing", "half", "another protocol", "nonsense"],
)
def test_what_does_not_answer_as_an_agent_is_silent(answer: bytes) -> None:
    """R-AG-15."""
    with answering(lambda connection: connection.sendall(answer)) as url, pytest.raises(AgentSilent):
        line_to(url).get("/v1/commands/")


def test_an_answer_that_never_ends_is_left() -> None:
    """R-AG-21: by its size."""

    def flood(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        while True:
            connection.sendall(chunk)

    with answering(flood) as url, pytest.raises(AgentSilent, match="larger"):
        line_to(url, limit_s=30.0).get("/v1/commands/")


def test_an_answer_that_comes_byte_by_byte_is_left() -> None:
    """R-AG-21: by the time of all of it, not of each byte."""

    def drip(connection: socket.socket) -> None:
        for byte in b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 1000:
            connection.sendall(bytes([byte]))
            time.sleep(0.02)

    begun = time.monotonic()
    with answering(drip) as url, pytest.raises(AgentSilent):
        line_to(url, limit_s=0.3).get("/v1/commands/")
    assert time.monotonic() - begun < 60  # it would take two minutes to its end
