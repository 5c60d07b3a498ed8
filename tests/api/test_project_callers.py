"""Callers of a project see and change runbooks and facts of nodes only as far as the policy says."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bessemer.store.json_text import text_from_json
from bessemer.testing.builders import add_bios_setting, add_history, add_inventory, add_node, reserve
from tests.api.callers import settings_for, wires_of
from tests.api.serving import Server
from tests.api.wire import Wire

RUNBOOKS = "/v1/runbooks"
BODY: dict[str, Any] = {
    "name": "r",
    "steps": [{"interface": "bios", "step": "apply", "args": {}, "order": 1}],
}
ROLES = {
    "alice": "system admin",
    "bob": "project p1 manager",
    "carol": "project p2 manager",
    "dave": "project p1 reader",
}
EXTRA = [{"op": "add", "path": "/extra/a", "value": 1}]


@pytest.fixture
def server(start_server: Callable[[Mapping[str, str]], Server], tmp_path: Path) -> Server:
    """A server that tells callers apart."""
    return start_server(settings_for(tmp_path, ROLES))


@pytest.fixture
def user(server: Server) -> Iterator[Callable[[str], Wire]]:
    """A function that gives the wire of a user."""
    with wires_of(server, ROLES) as wires:
        yield wires.__getitem__


def runbook(wire: Wire, name: str, **fields: Any) -> Any:
    answer = wire.post(RUNBOOKS, {**BODY, "name": name, **fields})
    assert answer.status == 201, answer.text
    return answer.json


def names(wire: Wire, query: str = "") -> set[str]:
    return {each["name"] for each in wire.get(RUNBOOKS + query).json["runbooks"]}


def test_a_project_sees_its_own_runbooks_and_public_ones(user: Callable[[str], Wire]) -> None:
    runbook(user("alice"), "for-all", public=True)
    runbook(user("alice"), "nobodys")
    assert runbook(user("bob"), "of-p1")["owner"] == "p1"
    assert runbook(user("carol"), "of-p2", owner="p2")["owner"] == "p2"
    for name in ("bob", "dave"):
        assert names(user(name)) == names(user(name), "?project=true") == {"for-all", "of-p1"}
    assert len(names(user("alice"))) == 4
    assert user("bob").get(f"{RUNBOOKS}/of-p1").status == 200
    assert user("bob").get(f"{RUNBOOKS}/for-all").status == 200
    assert user("bob").get(f"{RUNBOOKS}/for-all/traits").status == 200
    assert user("bob").get(f"{RUNBOOKS}/of-p2").status == 404
    assert user("bob").get(f"{RUNBOOKS}/of-p2/traits").status == 404


def test_a_project_changes_only_its_own_runbooks(user: Callable[[str], Wire]) -> None:
    runbook(user("alice"), "for-all", public=True)
    runbook(user("bob"), "of-p1")
    assert user("bob").patch(f"{RUNBOOKS}/of-p1", EXTRA).status == 200
    assert user("bob").put(f"{RUNBOOKS}/of-p1/traits/CUSTOM_A").status == 204
    assert user("dave").patch(f"{RUNBOOKS}/of-p1", EXTRA).status == 403
    assert user("carol").patch(f"{RUNBOOKS}/of-p1", EXTRA).status == 404
    assert user("carol").delete(f"{RUNBOOKS}/of-p1").status == 404
    assert user("bob").patch(f"{RUNBOOKS}/for-all", EXTRA).status == 403
    assert user("bob").delete(f"{RUNBOOKS}/of-p1").status == 204


def test_a_project_gives_no_runbook_to_others(user: Callable[[str], Wire]) -> None:
    assert user("dave").post(RUNBOOKS, BODY).status == 403
    assert user("bob").post(RUNBOOKS, {**BODY, "owner": "p2"}).status == 400
    assert user("bob").post(RUNBOOKS, {**BODY, "public": True}).status == 400
    assert user("bob").post(RUNBOOKS, BODY).status == 201
    for field, value in (("owner", "p2"), ("public", True)):
        change = [{"op": "replace", "path": f"/{field}", "value": value}]
        assert user("bob").patch(f"{RUNBOOKS}/r", change).status == 403


def test_templates_conductors_and_shards_are_for_the_whole_system(user: Callable[[str], Wire]) -> None:
    for path in ("/v1/deploy_templates", "/v1/conductors", "/v1/shards"):
        assert user("bob").get(path).status == 403
        assert user("alice").get(path).status == 200
    assert user("bob").post("/v1/deploy_templates", {}).status == 403
    assert user("bob").delete("/v1/deploy_templates/CUSTOM_A").status == 403


def test_facts_of_a_node_are_for_its_owner_and_some_for_its_lessee(server: Server, user: Callable[[str], Wire]) -> None:
    node = add_node(server.database, owner="p1", lessee="p2")
    add_bios_setting(server.database, node, "BootMode", "uefi")
    add_inventory(server.database, node, {})
    add_history(server.database, node, "something")
    for fact in ("bios", "bios/BootMode", "firmware", "children", "history", "inventory"):
        assert user("dave").get(f"/v1/nodes/{node}/{fact}").status == 200
        for_lessee = 403 if fact in {"history", "inventory"} else 200
        assert user("carol").get(f"/v1/nodes/{node}/{fact}").status == for_lessee


def test_evidence_of_work_is_for_the_owner_of_the_node_alone(server: Server, user: Callable[[str], Wire]) -> None:
    """Logs of a ramdisk may tell more than errors do: nor is a lessee led to them."""
    kept = {"name": "007-a.json", "size": 1, "content_type": "application/json", "created_at": "x", "host": "gone"}
    node = add_node(server.database, owner="p1", lessee="p2")
    progress = text_from_json({"evidence": [kept]})
    work = f"/bessemer/v1/operations/{reserve(server.database, node, progress=progress, error='It failed.')}"
    assert user("dave").get(f"{work}/evidence").json["evidence"] == [
        {name: kept[name] for name in ("name", "size", "content_type", "created_at")}
    ]
    assert user("dave").get(f"{work}/evidence/007-a.json").status in {404, 503}, "its conductor is not there"
    assert [user("carol").get(path).status for path in (work, f"{work}/evidence", f"{work}/evidence/007-a.json")] == [
        200, 403, 403,
    ]  # fmt: skip
    stranger = add_node(server.database, owner="p1")
    hidden = f"/bessemer/v1/operations/{reserve(server.database, stranger, progress=progress)}"
    assert [user("carol").get(f"{hidden}{below}").status for below in ("/evidence", "/evidence/007-a.json")] == [
        404
    ] * 2


def test_facts_of_a_strangers_node_are_not_there(server: Server, user: Callable[[str], Wire]) -> None:
    node = add_node(server.database, owner="p1")
    for fact in ("bios", "bios/x", "firmware", "children", "history", "history/x", "inventory"):
        assert user("carol").get(f"/v1/nodes/{node}/{fact}").status == 404


def test_children_of_strangers_are_left_out(server: Server, user: Callable[[str], Wire]) -> None:
    node = add_node(server.database, owner="p1")
    own = add_node(server.database, owner="p1", parent_node=node)
    add_node(server.database, owner="p2", parent_node=node)
    assert user("dave").get(f"/v1/nodes/{node}/children").json["children"] == [own]
    assert len(user("alice").get(f"/v1/nodes/{node}/children").json["children"]) == 2
