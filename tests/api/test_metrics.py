"""What a process measures can be read by those who may."""

from collections.abc import Callable, Mapping
from pathlib import Path

import bcrypt
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bessemer.store.database import Database
from bessemer.testing.builders import add_conductor, add_node, remove_conductor, reserve
from tests.api.enrolled import MISSING, enrol
from tests.api.serving import Server
from tests.api.wire import Answer, Wire

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]
LONG_AGO = "2020-01-01T00:00:00.000000+00:00"


def measured(answer: Answer) -> Samples:
    assert answer.status == 200, answer.body
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
    }


def requests(wire: Wire, method: str, route: str, status: int) -> float:
    key = (("method", method), ("route", route), ("status", str(status)))
    return measured(wire.get("/metrics")).get(("bessemer_request_seconds_count", key), 0)


def test_it_is_text_as_prometheus_reads_it(wire: Wire) -> None:
    answer = wire.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert measured(answer)


def test_requests_are_counted_by_their_route_and_not_by_what_they_name(wire: Wire) -> None:
    node = enrol(wire)["uuid"]
    before = requests(wire, "GET", "/v1/nodes/{ident}", 200)
    assert wire.get(f"/v1/nodes/{node}").status == 200
    assert wire.get(f"/v1/nodes/{MISSING}").status == 404
    assert requests(wire, "GET", "/v1/nodes/{ident}", 200) == before + 1
    assert requests(wire, "GET", "/v1/nodes/{ident}", 404) >= 1
    assert node not in wire.get("/metrics").body.decode()


def test_what_leads_nowhere_makes_no_measure_of_its_own(wire: Wire) -> None:
    """Who invents paths and methods cannot fill the memory with them."""
    before = requests(wire, "none", "none", 404)
    for number in range(5):
        assert wire.get(f"/v1/invented-{number}").status == 404
    assert requests(wire, "none", "none", 404) == before + 5
    assert "invented" not in wire.get("/metrics").body.decode()


def test_the_work_of_all_conductors_is_shown(wire: Wire, database: Database) -> None:
    add_conductor(database, "another")
    try:
        reserve(database, add_node(database), holder="another", kind="clean", status="waiting", wake_at=LONG_AGO)
        found = measured(wire.get("/metrics"))
    finally:
        remove_conductor(database, "another")
    assert found["bessemer_operations_active", (("kind", "clean"), ("status", "waiting"))] == 1
    assert found["bessemer_queue_age_seconds", (("conductor", "another"),)] > 1e8
    assert 0 <= found["bessemer_lease_age_seconds", (("conductor", "another"),)] < 1e6
    assert found["bessemer_queue_age_seconds", (("conductor", "this-server"),)] == 0


@pytest.fixture
def guarded(tmp_path: Path) -> Mapping[str, str]:
    """Settings of a server that asks for a password."""
    users = tmp_path / "users"
    users.write_text(f"ann:{bcrypt.hashpw(b'secret', bcrypt.gensalt(4)).decode()}\n")
    return {"OS_DEFAULT__AUTH_STRATEGY": "http_basic", "OS_DEFAULT__HTTP_BASIC_AUTH_USER_FILE": str(users)}


def test_a_stranger_is_shown_nothing_unless_the_operator_wants_it(
    start_server: Callable[[Mapping[str, str]], Server], guarded: Mapping[str, str]
) -> None:
    closed = start_server(guarded)
    assert closed.wire.get("/metrics").status == 401
    ann = Wire(closed.url, log_in={"Authorization": "Basic YW5uOnNlY3JldA=="})
    assert ann.get("/metrics").status == 200
    ann.close()
    opened = start_server({**guarded, "OS_METRICS__PUBLIC": "true"})
    assert opened.wire.get("/metrics").status == 200
    assert opened.wire.get("/v1/nodes").status == 401


def test_arguments_that_mean_nothing_are_refused(wire: Wire) -> None:
    assert wire.get("/metrics?nonsense=1").status == 400
    assert wire.request("POST", "/metrics").status == 405
