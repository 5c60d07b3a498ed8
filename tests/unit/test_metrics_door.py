"""A conductor that is no API shows its measurements, and nothing else."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from bessemer.api.metering import ApiMeters
from bessemer.api.metrics_door import MetricsDoor
from bessemer.model.measures import Measures

NOW = "2026-01-01T00:00:10.000000+00:00"
BEFORE = "2026-01-01T00:00:03.000000+00:00"


def asked(method: str, path: str) -> tuple[int, bytes]:
    """Ask the door, giving the status and the body of its answer."""
    sent: list[MutableMapping[str, Any]] = []

    async def read() -> Measures:
        return Measures(now=NOW, active=[], due_since={}, renewed_at={"a": BEFORE})

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(MetricsDoor(ApiMeters(), read)({"type": "http", "method": method, "path": path}, receive, send))
    head, body = sent
    return int(head["status"]), bytes(body["body"])


def test_it_shows_what_is_measured() -> None:
    status, body = asked("GET", "/metrics")
    assert status == 200
    assert b'bessemer_lease_age_seconds{conductor="a"} 7.0' in body


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("GET", "/v1/nodes"), ("POST", "/metrics"), ("HEAD", "/metrics")]
)
def test_it_shows_nothing_else(method: str, path: str) -> None:
    status, body = asked(method, path)
    assert status == 404
    assert b"bessemer_" not in body
