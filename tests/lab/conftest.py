"""Gives tests of the lab a server that behaves as recorded, and simulated agents that know it."""

from collections.abc import Iterator

import pytest

from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.pace import QUICK
from bessemer.lab.rack import RackSettings
from tests.lab.recorded_server import RecordedServer, recorded_server


@pytest.fixture
def server() -> Iterator[RecordedServer]:
    """A server."""
    with recorded_server() as running:
        yield running


@pytest.fixture
def lab(server: RecordedServer) -> Iterator[LabAgents]:
    """Agents of that server."""
    with LabAgents(RackSettings(server_url=server.url, pace=QUICK)) as agents:
        yield agents
