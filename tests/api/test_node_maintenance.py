"""Nodes are put into maintenance and taken out of it, in any state."""

from typing import Any

import pytest

from bessemer.testing import builders
from tests.api.enrolled import MISSING, enrol, show
from tests.api.serving import Server


def reason_of(server: Server, ident: str) -> tuple[bool, str | None, str | None]:
    node = show(server.wire, ident)
    return node["maintenance"], node["maintenance_reason"], node["fault"]


def test_maintenance_begins_and_ends(server: Server) -> None:
    enrol(server.wire, name="a")
    answer = server.wire.put("/v1/nodes/a/maintenance", {"reason": "fan 🔧"})
    assert (answer.status, answer.body, answer.headers["Content-Length"]) == (202, b"", "0")
    assert "Location" not in answer.headers
    assert reason_of(server, "a") == (True, "fan 🔧", None)
    answer = server.wire.delete("/v1/nodes/a/maintenance")
    assert (answer.status, answer.body) == (202, b"")
    assert reason_of(server, "a") == (False, None, None)
    assert server.wire.delete("/v1/nodes/a/maintenance").status == 202


@pytest.mark.parametrize(
    ("query", "body", "reason"),
    [
        ("", {"reason": "x"}, "x"),
        ("", {"reason": None}, None),
        ("", {}, None),
        ("", None, None),
        ("?reason=by%20query", {}, "by query"),
        ("?reason=by%20query", {"reason": "by body"}, "by body"),
        ("", {"reason": ""}, ""),
        ("", {"reason": "r" * 5000}, "r" * 5000),
    ],
)
def test_a_reason_may_be_given(embedded_server: Server, query: str, body: Any, reason: str | None) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/maintenance{query}", body).status == 202
    assert reason_of(embedded_server, uuid)[:2] == (True, reason)


def test_without_a_body_there_is_no_reason_and_the_last_one_is_forgotten(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    embedded_server.wire.put(f"/v1/nodes/{uuid}/maintenance", {"reason": "old"})
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/maintenance").status == 202
    assert reason_of(embedded_server, uuid)[:2] == (True, None)


@pytest.mark.parametrize("body", [{"reason": 3}, {"reason": []}, {"reason": "a\u0000"}, {"x": 1}, [], "a", 3], ids=repr)
def test_a_reason_that_is_no_text_is_refused(embedded_server: Server, body: Any) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/maintenance", body).status == 400
    assert reason_of(embedded_server, uuid)[0] is False


def test_the_end_of_maintenance_clears_the_fault(embedded_server: Server) -> None:
    uuid = builders.add_node(embedded_server.database, maintenance=True, fault="power failure", maintenance_reason="x")
    assert reason_of(embedded_server, uuid) == (True, "x", "power failure")
    embedded_server.wire.delete(f"/v1/nodes/{uuid}/maintenance")
    assert reason_of(embedded_server, uuid) == (False, None, None)


@pytest.mark.parametrize("state", ["active", "deploying", "wait call-back", "inspecting", "error"])
def test_maintenance_begins_in_any_state(embedded_server: Server, state: str) -> None:
    uuid = builders.add_node(embedded_server.database, provision_state=state, target_provision_state="active")
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/maintenance", {}).status == 202
    assert embedded_server.wire.delete(f"/v1/nodes/{uuid}/maintenance").status == 202


@pytest.mark.parametrize(
    ("method", "path", "version", "status"),
    [
        *((method, "a/maintenance", "1.115", 405) for method in ("GET", "POST", "PATCH")),
        ("PUT", "nobody/maintenance", "1.115", 404),
        ("DELETE", f"{MISSING}/maintenance", "1.115", 404),
        ("PUT", "a/maintenance", "1.4", 404),
        ("PUT", "a/maintenance", "1.5", 202),
        ("DELETE", "a/maintenance?reason=x", "1.115", 400),
        ("PUT", "a/maintenance?x=1", "1.115", 400),
        ("PUT", "a/maintenance?reason=a&reason=b", "1.115", 400),
    ],
)
def test_what_else_is_asked_is_answered_as_clients_expect(
    embedded_server: Server, method: str, path: str, version: str, status: int
) -> None:
    enrol(embedded_server.wire, name="a")
    assert embedded_server.wire.request(method, f"/v1/nodes/{path}", version=version).status == status
