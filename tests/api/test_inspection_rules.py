"""Inspection rules are listed, shown, created, changed and deleted as clients of Ironic expect."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import bindparam, select

from bessemer.store import schema
from tests.api.serving import Server
from tests.api.wire import Wire

HERE = "/v1/inspection_rules"
CONDITION: dict[str, Any] = {"op": "!eq", "args": {"values": ["{inventory[cpu][count]}", 8]}}
ACTION: dict[str, Any] = {"op": "set-attribute", "args": {"path": "extra/cpus", "value": "{inventory[cpu][count]}"}}
FIELDS = {"uuid", "description", "priority", "phase", "sensitive", "conditions", "actions", "created_at", "updated_at"}


def rule(wire: Wire, **fields: Any) -> Any:
    answer = wire.post(HERE, {"actions": [ACTION], **fields})
    assert answer.status == 201, answer.text
    return answer.json


def uuids(wire: Wire, query: str = "") -> list[str]:
    return [each["uuid"] for each in wire.get(f"{HERE}{query}").json["inspection_rules"]]


def test_a_new_rule_is_shown_whole_with_its_place(wire: Wire) -> None:
    answer = wire.post(HERE, {"actions": [ACTION], "conditions": [CONDITION], "description": "d", "priority": 7})
    made = answer.json
    assert answer.status == 201
    assert set(made) == FIELDS | {"links"}
    assert answer.headers["Location"] == f"{wire.url}{HERE}/{made['uuid']}"
    assert (made["conditions"], made["actions"]) == ([CONDITION], [ACTION])
    assert (made["phase"], made["sensitive"], made["priority"]) == ("main", False, 7)
    assert wire.get(f"{HERE}/{made['uuid']}").json == made


def test_a_rule_without_conditions_always_acts(wire: Wire) -> None:
    """The reference answers 500 and creates it (defect 5)."""
    assert rule(wire)["conditions"] == []
    assert len(uuids(wire)) == 1


def test_the_uuid_may_be_given(wire: Wire) -> None:
    uuid = str(uuid4())
    assert rule(wire, uuid=uuid)["uuid"] == uuid
    assert wire.post(HERE, {"actions": [ACTION], "uuid": uuid}).status == 409


def test_lists(wire: Wire) -> None:
    made = [rule(wire, priority=priority)["uuid"] for priority in (3, 1, 2)]
    found = wire.get(HERE).json["inspection_rules"]
    assert set(found[0]) == {"uuid", "priority", "phase", "description", "links"}
    assert [each["uuid"] for each in found] == made
    assert uuids(wire, "?sort_key=priority") == [made[1], made[2], made[0]]
    assert uuids(wire, f"?limit=1&marker={made[0]}") == [made[1]]
    assert uuids(wire, "?phase=main") == made
    assert set(wire.get(f"{HERE}?detail=true").json["inspection_rules"][0]) == FIELDS | {"links"}
    assert wire.get(f"{HERE}?fields=uuid,actions").json["inspection_rules"][0]["actions"] == [ACTION]
    for wrong in ("?sort_key=actions", "?phase=other", "?fields=no", "?marker=x"):
        assert wire.get(f"{HERE}{wrong}").status == 400


def test_a_rule_is_changed(wire: Wire) -> None:
    made = rule(wire, conditions=[CONDITION])
    here = f"{HERE}/{made['uuid']}"
    changed = wire.patch(
        here,
        [
            {"op": "replace", "path": "/priority", "value": 9999},
            {"op": "add", "path": "/actions/-", "value": {"op": "log", "args": {"msg": "x"}}},
            {"op": "remove", "path": "/conditions/0"},
            {"op": "add", "path": "/description", "value": "new"},
        ],
    ).json
    assert (changed["priority"], changed["conditions"], changed["description"]) == (9999, [], "new")
    assert [action["op"] for action in changed["actions"]] == ["set-attribute", "log"]
    assert wire.patch(here, []).json == changed


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "remove", "path": "/actions"},
        {"op": "replace", "path": "/actions", "value": []},
        {"op": "replace", "path": "/actions/0/op", "value": "no"},
        {"op": "replace", "path": "/priority", "value": 10000},
        {"op": "replace", "path": "/phase", "value": "other"},
        {"op": "add", "path": "/conditions/-", "value": {"op": "matches", "args": {"value": "x", "regex": "("}}},
        {"op": "replace", "path": "/uuid", "value": str(uuid4())},
        {"op": "add", "path": "/strange", "value": 1},
    ],
)
def test_a_change_that_cannot_be_is_refused_whole(wire: Wire, operation: dict[str, Any]) -> None:
    made = rule(wire)
    first = {"op": "replace", "path": "/description", "value": "half"}
    assert wire.patch(f"{HERE}/{made['uuid']}", [first, operation]).status == 400
    assert wire.get(f"{HERE}/{made['uuid']}").json == made


def test_what_is_sensitive_is_hidden_for_good(wire: Wire, server: Server) -> None:
    secret = {"op": "set-attribute", "args": {"path": "driver_info/key", "value": "swordfish"}}
    made = rule(wire, actions=[secret], sensitive=True)
    here = f"{HERE}/{made['uuid']}"
    for shown in (made, wire.get(here).json, wire.get(f"{HERE}?detail=true").json["inspection_rules"][0]):
        assert (shown["conditions"], shown["actions"]) == (None, None)
    for value in (False, None, "no"):
        assert wire.patch(here, [{"op": "replace", "path": "/sensitive", "value": value}]).status == 400
    assert wire.patch(here, [{"op": "remove", "path": "/sensitive"}]).status == 400
    changed = wire.patch(here, [{"op": "replace", "path": "/actions/0/args/value", "value": "marlin"}])
    assert (changed.status, changed.json["actions"]) == (200, None)
    noted = schema.changes.c
    query = select(noted.before, noted.after).where(noted.subject_uuid == bindparam("uuid", required=True))
    with server.database.reading() as tx:
        told = tx.rows("changes of a rule", lambda: query, {"uuid": made["uuid"]})
    assert "swordfish" not in str(told)
    assert "marlin" not in str(told)


def test_a_rule_becomes_sensitive(wire: Wire) -> None:
    made = rule(wire)
    assert (
        wire.patch(f"{HERE}/{made['uuid']}", [{"op": "replace", "path": "/sensitive", "value": True}]).json["actions"]
        is None
    )


def test_rules_are_deleted_one_by_one_and_all_at_once(wire: Wire) -> None:
    """The reference answers 500 to the deletion of all (defect 5)."""
    made = [rule(wire)["uuid"] for _ in range(3)]
    assert wire.delete(f"{HERE}/{made[0]}").status == 204
    assert wire.delete(f"{HERE}/{made[0]}").status == 404
    assert uuids(wire) == made[1:]
    assert wire.delete(HERE).status == 204
    assert uuids(wire) == []
    assert wire.delete(HERE).status == 204


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"actions": []},
        {"actions": "x"},
        {"actions": [ACTION], "conditions": {}},
        {"actions": [ACTION], "conditions": [{"op": "eq"}]},
        {"actions": [{"op": "log"}]},
        {"actions": [{"op": "log", "args": {"msg": "x", "extra": 1}}]},
        {"actions": [ACTION], "priority": -1},
        {"actions": [ACTION], "priority": 10000},
        {"actions": [ACTION], "phase": "early"},
        {"actions": [ACTION], "description": "x" * 256},
        {"actions": [ACTION], "uuid": "no"},
        {"actions": [ACTION], "scope": "x"},
        {"actions": [ACTION] * 501},
    ],
)
def test_what_is_no_rule_is_refused_and_not_kept(wire: Wire, body: Any) -> None:
    answer = wire.post(HERE, body)
    assert answer.status == 400
    assert answer.text
    assert uuids(wire) == []


@pytest.mark.parametrize(("ident", "status"), [(str(uuid4()), 404), ("a-name", 400), ("detail", 400)])
def test_what_is_not_there_is_not_found(wire: Wire, ident: str, status: int) -> None:
    for method, body in (("GET", None), ("PATCH", b"[]"), ("DELETE", None)):
        assert wire.request(method, f"{HERE}/{ident}", body=body).status == status


def test_older_versions_know_no_rules(wire: Wire) -> None:
    made = rule(wire)
    assert wire.get(HERE, version="1.95").status == 404
    assert wire.request("DELETE", HERE, version="1.95").status == 405
    assert wire.request("DELETE", f"{HERE}/{made['uuid']}", version="1.95").status == 405
    assert wire.get(HERE, version="1.96").status == 200
