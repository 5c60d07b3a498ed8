"""Somebody else than the ramdisk calls: each is refused with the right code, and nothing changes by it.

Nobody logs in for lookup and heartbeat, and whoever is on the network of the ramdisks can reach them.
"""

import http.client
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from bessemer.api.rate_limit import RateLimit
from bessemer.model.errors import TooOften
from bessemer.rules.callback_addresses import CallbackRules, callback_fault
from bessemer.rules.certificates import certificate_fault
from bessemer.store.database import Database
from bessemer.testing.builders import change_node
from tests.api.enrolled import MISSING
from tests.api.ramdisks import (
    CALLBACK,
    CERTIFICATE,
    MAC,
    awaited,
    beat,
    look_up,
    memory_of,
    state_of,
    token_from,
    wakes_of,
)
from tests.api.serving import Server
from tests.api.wire import LATEST, Wire

Start = Callable[[Mapping[str, str]], Server]


@pytest.fixture
def node(database: Database) -> str:
    """A node whose ramdisk is awaited."""
    return awaited(database)


def test_a_stranger_learns_and_changes_nothing(wire: Wire, database: Database, node: str) -> None:
    """R-AG-25: he can find a node that waits by its address, as the ramdisk does, and no more."""
    before = state_of(database, node)
    assert look_up(wire, node_uuid=MISSING).status == 404
    for token in (None, "", "******", "x" * 43, "é" * 43):
        assert beat(wire, node, token).status == 400
    assert state_of(database, node) == before
    assert wakes_of(database, node) == 0


def test_a_stranger_cannot_tell_by_time_what_is_there(wire: Wire, database: Database) -> None:
    """R-AG-11: a node that is not awaited takes as long as one that does not exist, however much is known of it."""
    memory = {f"key_{number}": ["x" * 50] * 20 for number in range(20)}
    known = awaited(database, "active", driver_internal_info=memory)
    took: dict[str, list[float]] = {known: [], MISSING: []}
    for _ in range(150):
        for node in (known, MISSING):
            begun = time.perf_counter()
            assert look_up(wire, node_uuid=node).status == 404
            took[node].append(time.perf_counter() - begun)
    ratio = statistics.median(took[known]) / statistics.median(took[MISSING])
    assert 0.5 < ratio < 2


def test_whoever_comes_second_has_no_token(wire: Wire, database: Database, node: str) -> None:
    """R-AG-28: a racing attacker who is slower gets the mask, and a ramdisk that is slower stops and shows it."""
    first, second = look_up(wire), look_up(wire, LATEST)
    assert token_from(second) == "******"
    assert beat(wire, node, "******").status == 400
    assert beat(wire, node, token_from(first)).status == 202


def test_a_heartbeat_of_the_boot_before_is_refused(wire: Wire, database: Database, node: str) -> None:
    """R-AG-28: replayed after the machine was restarted, when the old token is gone, and when there is a new one."""
    old = token_from(look_up(wire))
    assert beat(wire, node, old).status == 202
    change_node(database, node, driver_internal_info="{}")
    before = state_of(database, node)
    assert beat(wire, node, old).status == 400
    assert state_of(database, node) == before
    assert token_from(look_up(wire)) != old
    assert beat(wire, node, old).status == 400


def test_a_late_heartbeat_moves_nothing(wire: Wire, database: Database, node: str) -> None:
    """R-AG-15: when the work is over, it is taken and counts for nothing."""
    token = token_from(look_up(wire))
    change_node(database, node, provision_state="active")
    before = state_of(database, node)
    assert beat(wire, node, token).status == 202
    assert state_of(database, node) == before


def test_the_token_of_another_node_is_refused(wire: Wire, database: Database, node: str) -> None:
    """R-AG-28."""
    other = awaited(database, mac="52:54:00:77:00:99")
    token = token_from(look_up(wire))
    token_from(look_up(wire, node_uuid=other))
    before = state_of(database, other)
    assert beat(wire, other, token).status == 400
    assert state_of(database, other) == before


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1:9999",
        "https://127.1.2.3:9999",
        "https://[::1]:9999",
        "https://[::ffff:127.0.0.1]:9999",
        "https://0.0.0.0:9999",
        "https://[::]:9999",
        "https://169.254.169.254/latest",
        "https://[fe80::1]:9999",
        "https://[fe80::1%25eth0]:9999",
        "https://224.0.0.1:9999",
        "https://localhost:9999",
        "https://a.localhost.:9999",
        "https://2130706433:9999",
        "https://0177.0.0.1:9999",
        "https://0x7f.1:9999",
        "https://127.1:9999",
        "https://user:password@192.0.2.1",
        "https://192.0.2.1/?a=b",
        "https://192.0.2.1/#a",
        "https://192.0.2.1:99999",
        "https://192.0.2.1:9999\r\nX-Evil: yes",
        "https://192.0.2.1 :9999",
        "https:///v1",
        "https://[192.0.2.1",
        "https://192.0.2.1\\@127.0.0.1",
        "file:///etc/passwd",
        "gopher://192.0.2.1:25",
        "javascript:alert(1)",
        "https://" + "a" * 300,
        "https://éxample:9999",
        "https://-a:1",
        "https://a..b",
    ],
)
def test_a_callback_url_that_leads_elsewhere_is_refused(wire: Wire, database: Database, node: str, url: str) -> None:
    """R-AG-16, R-AG-21: to this server, to its network's services, or into the parser."""
    token = token_from(look_up(wire))
    before = state_of(database, node)
    assert beat(wire, node, token, callback_url=url).status == 400
    assert state_of(database, node) == before


def test_this_server_is_no_ramdisk(start_server: Start) -> None:
    """R-AG-21: neither where it says it is, nor where it is, even where the network is one of ramdisks."""
    settings = {
        "OS_AGENT__ALLOWED_CALLBACK_NETWORKS": "127.0.0.0/8",
        "OS_AGENT__REQUIRE_TLS": "false",
        "OS_API__PUBLIC_ENDPOINT": "https://127.0.0.9:443/baremetal",
    }
    server = start_server(settings)
    node = awaited(server.database)
    token = token_from(look_up(server.wire))
    for url in (server.url, "https://127.0.0.9", "https://127.0.0.9:443/v1", "http://127.0.0.1:8089"):
        answer = beat(server.wire, node, token, callback_url=url)
        assert (answer.status, "of this server" in answer.text) == (400, True), url
    assert beat(server.wire, node, token, callback_url="https://192.0.2.1").status == 400
    assert beat(server.wire, node, token, callback_url="http://127.0.0.1:1").status == 202


def test_the_url_and_the_certificate_are_pinned(wire: Wire, database: Database, node: str) -> None:
    """R-AG-21: whoever has the token later cannot lead the server elsewhere."""
    token = token_from(look_up(wire))
    assert beat(wire, node, token, agent_verify_ca=CERTIFICATE).status == 202
    before = memory_of(database, node)
    changed = ({"callback_url": "https://192.0.2.78:9999"}, {"callback_url": ""}, {"agent_verify_ca": CERTIFICATE * 2})
    for fields in changed:
        assert beat(wire, node, token, **fields).status == 400
    assert memory_of(database, node) == before
    assert beat(wire, node, token, agent_verify_ca=CERTIFICATE).status == 202


BODIES = {
    "deep": b'{"callback_url":' + b"[" * 100_000,
    "giant": b'{"callback_url": "',
    "not a number": b'{"callback_url": NaN}',
    "an endless number": b'{"callback_url": 1' + b"0" * 5000 + b"}",
    "a list": b"[]",
    "a word": b'"heartbeat"',
    "half a surrogate": b'{"callback_url": "\\ud800"}',
    "null": b"null",
    "nothing": b"",
    "a null character": b'{"callback_url": "https://192.0.2.1\\u0000"}',
    "a huge token": msgspec.json.encode({"callback_url": CALLBACK, "agent_version": "1", "agent_token": "x" * 900_000}),
    "a null token": msgspec.json.encode({"callback_url": CALLBACK, "agent_version": "1", "agent_token": "a\0b"}),
    "an object as token": msgspec.json.encode({"callback_url": CALLBACK, "agent_version": "1", "agent_token": {}}),
    "a long version": msgspec.json.encode({"callback_url": CALLBACK, "agent_version": "1" * 900, "agent_token": "x"}),
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_body_made_to_hurt_is_refused(wire: Wire, database: Database, node: str, kind: str) -> None:
    """R-AG-15: with 400, or 413 where it is too large."""
    before = state_of(database, node)
    length = "3000000" if kind == "giant" else str(len(BODIES[kind]))
    headers = {"Content-Type": "application/json", "Content-Length": length}
    answer = wire.post(f"/v1/heartbeat/{node}", body=BODIES[kind], headers=headers)
    assert answer.status == (413 if kind == "giant" else 400)
    wire.close()
    assert state_of(database, node) == before


@pytest.mark.parametrize(
    "query",
    [
        "addresses=" + ",".join(["zz"] * 9000),
        "addresses=%00",
        "addresses=%FF%FE",
        "addresses=' OR 1=1--".replace(" ", "%20"),
        f"addresses={MAC}&addresses={MAC}",
        f"addresses={MAC}&inventory=x",
        "node_uuid=" + "9" * 50_000,
        "node_uuid=%27%20OR%201%3D1",
    ],
)
def test_a_query_made_to_hurt_is_refused(wire: Wire, database: Database, node: str, query: str) -> None:
    """R-AG-3, R-AG-11."""
    before = state_of(database, node)
    assert wire.get(f"/v1/lookup?{query}").status == 400
    assert state_of(database, node) == before


def test_who_asks_too_often_has_to_come_back(start_server: Start) -> None:
    """R-AG-25: each address for itself, with the moment to come back; nobody else is held up."""
    settings = {
        "OS_API__RAMDISK_REQUESTS_PER_MINUTE": "5",
        "OS_OSLO_MIDDLEWARE__ENABLE_PROXY_HEADERS_PARSING": "true",
    }
    server = start_server(settings)
    awaited(server.database)

    def asked(source: str) -> tuple[int, str | None]:
        answer = server.wire.get(f"/v1/lookup?addresses={MAC}", headers={"X-Forwarded-For": f"192.0.2.1, {source}"})
        return answer.status, answer.headers["retry-after"]

    assert [asked("198.51.100.7") for _ in range(5)] == [(200, None)] * 5
    assert asked("198.51.100.7") == (429, "5")
    assert asked("198.51.100.8") == (200, None)
    assert server.wire.get("/v1/nodes", headers={"X-Forwarded-For": "198.51.100.7"}).status == 200


class TestRateLimit:
    """How often one address may ask."""

    def test_it_comes_back_with_time(self) -> None:
        """R-AG-25."""
        now = [0.0]
        limit = RateLimit(60, lambda: now[0])
        for _ in range(60):
            limit.check("192.0.2.1")
        with pytest.raises(TooOften):
            limit.check("192.0.2.1")
        now[0] += 1
        limit.check("192.0.2.1")
        with pytest.raises(TooOften):
            limit.check("192.0.2.1")

    @pytest.mark.parametrize("source", [None, "127.0.0.1", "::1"])
    def test_this_machine_is_not_counted(self, source: str | None) -> None:
        """R-AG-25: a proxy here asks for everybody."""
        limit = RateLimit(1, lambda: 0.0)
        for _ in range(10):
            limit.check(source)

    def test_no_number_of_addresses_fills_the_memory(self) -> None:
        """R-AG-25: those that asked first are forgotten first."""
        limit = RateLimit(1, lambda: 0.0)
        for number in range(70_000):
            limit.check(f"198.51.{number >> 8}.{number & 255}")
        with pytest.raises(TooOften):
            limit.check(f"198.51.{69_999 >> 8}.{69_999 & 255}")
        limit.check("198.51.0.0")


def test_slow_headers_do_not_hold_up_others(server: Server) -> None:
    """R-AG-25: whoever sends half a request is not waited for."""
    awaited(server.database)
    halves = [http.client.HTTPConnection("127.0.0.1", server.port) for _ in range(50)]
    for half in halves:
        half.putrequest("POST", "/v1/heartbeat/x")
        half.putheader("Content-Length", "100")
        half.endheaders(b"{")
    assert look_up(server.wire).status == 200
    for half in halves:
        half.close()


def test_the_networks_of_ramdisks_can_be_named() -> None:
    """R-AG-21: then there is no other, and what leads back to servers may be one of them."""
    rules = CallbackRules(networks=("192.0.2.0/24", "2001:db8::/64", "127.0.0.0/8"))
    good = ("https://192.0.2.5:9999", "https://[2001:db8::5]:9999", "https://127.0.0.1:9999", "https://ramdisk.example")
    bad = ("https://198.51.100.5", "https://[2001:db8:1::5]", "https://169.254.0.1")
    assert [callback_fault(url, rules) for url in good] == [None] * len(good)
    assert all(callback_fault(url, rules) for url in bad)


def test_a_certificate_has_the_form_of_one() -> None:
    """R-AG-13: what is sent as one is kept and handed to TLS."""
    assert certificate_fault(CERTIFICATE) is None
    assert certificate_fault(CERTIFICATE * 2) is None
    bodies: list[Any] = ["", "x", f"{CERTIFICATE}-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n"]
    bodies += [CERTIFICATE.replace("MIIB", "!!!!"), CERTIFICATE.replace("MIIB", "AAAA"), CERTIFICATE[:-30]]
    assert all(certificate_fault(body) for body in bodies)
