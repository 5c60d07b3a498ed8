"""Deploy templates are listed, shown, created, changed and deleted as clients of Ironic expect."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import bindparam, select

from bessemer.model.masking import MASK
from bessemer.store import schema
from bessemer.store.database import Database
from tests.api.wire import Wire

HERE = "/v1/deploy_templates"
STEP: dict[str, Any] = {"interface": "raid", "step": "create", "args": {"level": 1}, "priority": 80}
FIELDS = {"uuid", "name", "steps", "extra", "created_at", "updated_at", "links"}


def changes_of(database: Database, uuid: str) -> list[tuple[Any, ...]]:
    noted = schema.changes.c
    query = select(noted.kind, noted.before, noted.after).where(noted.subject_uuid == bindparam("uuid"))
    with database.reading() as transaction:
        return transaction.rows("changes of", lambda: query.order_by(noted.seq), {"uuid": uuid})


def template(wire: Wire, name: str = "CUSTOM_RAID", **fields: Any) -> Any:
    answer = wire.post(HERE, {"name": name, "steps": [STEP], **fields})
    assert answer.status == 201, answer.text
    return answer.json


def test_a_new_template_is_shown_whole_with_its_place(wire: Wire) -> None:
    """R-DT-25."""
    answer = wire.post(HERE, {"name": "CUSTOM_RAID", "steps": [STEP], "extra": {"rack": 3}})
    made = answer.json
    assert answer.status == 201
    assert set(made) == FIELDS
    assert answer.headers["Location"] == f"{wire.url}{HERE}/{made['uuid']}"
    assert (made["steps"], made["extra"], made["updated_at"]) == ([STEP], {"rack": 3}, None)
    assert made["links"][0] == {"href": f"{wire.url}{HERE}/{made['uuid']}", "rel": "self"}


def test_a_template_is_found_by_uuid_and_by_name(wire: Wire) -> None:
    """R-DT-22, R-DT-36: also who knows only the trait finds out what it does."""
    made = template(wire)
    assert wire.get(f"{HERE}/{made['uuid']}").json == made
    assert wire.get(f"{HERE}/CUSTOM_RAID").json == made
    assert wire.get(f"{HERE}/CUSTOM_RAID?fields=name,steps").json == {
        "name": "CUSTOM_RAID",
        "steps": [STEP],
        "links": made["links"],
    }


@pytest.mark.parametrize(
    ("ident", "status"), [("CUSTOM_NONE", 404), (str(uuid4()), 404), ("detail", 404), ("a%20b", 400)]
)
def test_what_is_not_there_is_not_found(wire: Wire, ident: str, status: int) -> None:
    """R-DT-24, R-DT-26, R-DT-27."""
    assert wire.get(f"{HERE}/{ident}").status == status
    assert wire.patch(f"{HERE}/{ident}", []).status == status
    assert wire.delete(f"{HERE}/{ident}").status == status


def test_the_order_of_steps_stays(wire: Wire) -> None:
    steps = [{**STEP, "step": name, "priority": place} for place, name in enumerate("zay")]
    assert template(wire, steps=steps)["steps"] == steps


def test_a_step_comes_again_with_other_arguments(wire: Wire) -> None:
    """R-DT-14."""
    steps = [{**STEP, "args": {"disk": disk}} for disk in ("sda", "sdb")]
    assert template(wire, steps=steps)["steps"] == steps
    assert wire.patch(f"{HERE}/CUSTOM_RAID", [{"op": "add", "path": "/steps/-", "value": steps[0]}]).status == 400


def test_description_is_taken_and_not_kept(wire: Wire) -> None:
    assert "description" not in template(wire, description="x" * 255)
    assert wire.get(f"{HERE}?fields=description").status == 400


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"name": "CUSTOM_A"},
        {"steps": [STEP]},
        {"name": "CUSTOM_A", "steps": []},
        {"name": "CUSTOM_A", "steps": None},
        {"name": "CUSTOM_A", "steps": {}},
        {"name": "CUSTOM_A", "steps": [{**STEP, "interface": "network"}]},
        {"name": "CUSTOM_A", "steps": [STEP, STEP]},
        {"name": "CUSTOM_A", "steps": [{"interface": "deploy", "step": "deploy", "args": {}, "priority": 1}]},
        {"name": "custom_a", "steps": [STEP]},
        {"name": "CUSTOM_" + "A" * 249, "steps": [STEP]},
        {"name": None, "steps": [STEP]},
        {"name": 3, "steps": [STEP]},
        {"name": "CUSTOM_A", "steps": [STEP], "extra": []},
        {"name": "CUSTOM_A", "steps": [STEP], "uuid": "x"},
        {"name": "CUSTOM_A", "steps": [STEP], "owner": "x"},
        {"name": "CUSTOM_A", "steps": [STEP], "description": 3},
        {"name": "CUSTOM_A", "steps": [STEP], "description": "x" * 256},
    ],
)
def test_a_wrong_body_is_refused(wire: Wire, body: Any) -> None:
    """R-DT-1, R-DT-2, R-DT-12, R-DT-15, R-DT-25."""
    assert wire.post(HERE, body).status == 400
    assert wire.get(HERE).json == {"deploy_templates": []}


def test_a_standard_trait_is_a_name_too(wire: Wire) -> None:
    """R-DT-2."""
    assert template(wire, "HW_CPU_X86_VMX")["name"] == "HW_CPU_X86_VMX"


def test_names_and_uuids_are_there_once(wire: Wire) -> None:
    """R-DT-3."""
    made, other = template(wire), template(wire, "CUSTOM_B")
    assert wire.post(HERE, {"name": "CUSTOM_RAID", "steps": [STEP]}).status == 409
    assert wire.post(HERE, {"name": "CUSTOM_C", "steps": [STEP], "uuid": made["uuid"]}).status == 409
    rename = [{"op": "replace", "path": "/name", "value": "CUSTOM_RAID"}]
    assert wire.patch(f"{HERE}/{other['uuid']}", rename).status == 409


def test_secrets_in_arguments_are_hidden_and_survive_being_written_back(wire: Wire) -> None:
    """R-DT-29."""
    secret = {**STEP, "args": {"password": "hunter2", "user": "me"}}
    hidden = {**STEP, "args": {"password": MASK, "user": "me"}}
    assert template(wire, steps=[secret])["steps"] == [hidden]
    assert wire.get(f"{HERE}?detail=true").json["deploy_templates"][0]["steps"] == [hidden]
    change = [{"op": "replace", "path": "/steps", "value": [{**hidden, "priority": 7}]}]
    answer = wire.patch(f"{HERE}/CUSTOM_RAID", change)
    assert (answer.status, answer.json["steps"]) == (200, [{**hidden, "priority": 7}])


def test_a_patch_reaches_into_steps(wire: Wire) -> None:
    """R-DT-26, R-DT-12."""
    template(wire)
    answer = wire.patch(
        f"{HERE}/CUSTOM_RAID",
        [
            {"op": "replace", "path": "/steps/0/priority", "value": "5"},
            {"op": "add", "path": "/steps/0/args/size", "value": 10},
            {"op": "add", "path": "/steps/-", "value": {**STEP, "interface": "bios"}},
            {"op": "add", "path": "/extra/a", "value": 1},
        ],
    )
    assert answer.status == 200
    assert answer.json["steps"] == [
        {**STEP, "priority": 5, "args": {"level": 1, "size": 10}},
        {**STEP, "interface": "bios"},
    ]
    assert answer.json["extra"] == {"a": 1}
    assert answer.json["updated_at"] is not None


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "remove", "path": "/name"},
        {"op": "replace", "path": "/name", "value": None},
        {"op": "replace", "path": "/name", "value": "lower"},
        {"op": "remove", "path": "/steps"},
        {"op": "remove", "path": "/steps/0"},
        {"op": "replace", "path": "/steps", "value": []},
        {"op": "replace", "path": "/steps", "value": None},
        {"op": "replace", "path": "/steps", "value": "x"},
        {"op": "replace", "path": "/steps/0", "value": 3},
        {"op": "replace", "path": "/steps/0/priority", "value": -1},
        {"op": "remove", "path": "/steps/0/args"},
        {"op": "replace", "path": "/steps/1/priority", "value": 1},
        {"op": "replace", "path": "/uuid", "value": str(uuid4())},
        {"op": "add", "path": "/description", "value": "x"},
        {"op": "add", "path": "/created_at", "value": "x"},
    ],
)
def test_a_wrong_patch_changes_nothing(wire: Wire, operation: Any) -> None:
    """R-DT-26."""
    made = template(wire)
    assert wire.patch(f"{HERE}/CUSTOM_RAID", [operation]).status == 400
    assert wire.get(f"{HERE}/CUSTOM_RAID").json == made


@pytest.mark.parametrize(
    "operation", [{"op": "remove", "path": "/extra"}, {"op": "add", "path": "/extra", "value": None}]
)
def test_extra_can_be_emptied(wire: Wire, operation: Any) -> None:
    template(wire, extra={"a": 1})
    assert wire.patch(f"{HERE}/CUSTOM_RAID", [operation]).json["extra"] == {}


def test_a_patch_of_nothing_changes_nothing(wire: Wire) -> None:
    made = template(wire)
    answer = wire.patch(f"{HERE}/{made['uuid']}", [])
    assert (answer.status, answer.json) == (200, made)


def test_a_deleted_template_is_gone(wire: Wire) -> None:
    """R-DT-27."""
    made = template(wire)
    assert wire.delete(f"{HERE}/CUSTOM_RAID").status == 204
    assert wire.delete(f"{HERE}/{made['uuid']}").status == 404
    assert template(wire, uuid=made["uuid"])["uuid"] == made["uuid"]


def test_lists_are_short_paged_and_sorted(wire: Wire) -> None:
    """R-DT-23."""
    for name in ("CUSTOM_C", "CUSTOM_A", "CUSTOM_B"):
        template(wire, name)
    first = wire.get(f"{HERE}?limit=2&sort_key=name").json
    assert [each["name"] for each in first["deploy_templates"]] == ["CUSTOM_A", "CUSTOM_B"]
    assert set(first["deploy_templates"][0]) == {"uuid", "name", "links"}
    rest = wire.get(first["next"]).json
    assert [each["name"] for each in rest["deploy_templates"]] == ["CUSTOM_C"]
    detailed = wire.get(f"{HERE}?detail=True").json["deploy_templates"]
    assert [set(each) for each in detailed] == [FIELDS] * 3
    assert wire.get(f"{HERE}?fields=steps").json["deploy_templates"][0]["steps"] == [STEP]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("sort_key=steps", 400),
        ("sort_key=extra", 400),
        ("fields=owner", 400),
        ("fields=name&detail=true", 400),
        ("name=CUSTOM_A", 400),
        ("limit=0", 400),
        (f"marker={uuid4()}", 404),
    ],
)
def test_a_list_that_cannot_be_is_refused(wire: Wire, query: str, status: int) -> None:
    assert wire.get(f"{HERE}?{query}").status == status


def test_every_change_is_noted_without_secrets(wire: Wire, database: Database) -> None:
    made = template(wire, steps=[{**STEP, "args": {"password": "hunter2"}}])
    assert wire.patch(f"{HERE}/CUSTOM_RAID", [{"op": "replace", "path": "/steps/0/priority", "value": 1}]).status == 200
    assert wire.patch(f"{HERE}/CUSTOM_RAID", [{"op": "replace", "path": "/name", "value": "CUSTOM_B"}]).status == 200
    assert wire.delete(f"{HERE}/CUSTOM_B").status == 204
    noted = changes_of(database, made["uuid"])
    assert [kind for kind, _, _ in noted] == ["created", "changed", "changed", "deleted"]
    assert (noted[2][1], noted[2][2]) == ('{"name":"CUSTOM_RAID"}', '{"name":"CUSTOM_B"}')
    assert not any("hunter2" in str(row) for row in noted)


def test_changes_at_the_same_time_are_all_kept(wire: Wire) -> None:
    template(wire)

    def add(number: int) -> int:
        own = Wire(wire.url)
        step = {**STEP, "args": {"number": number}}
        status = own.patch(f"{HERE}/CUSTOM_RAID", [{"op": "add", "path": "/steps/-", "value": step}]).status
        own.close()
        return status

    with ThreadPoolExecutor(6) as threads:
        assert set(threads.map(add, range(12))) == {200}
    steps = wire.get(f"{HERE}/CUSTOM_RAID").json["steps"]
    assert {each["args"].get("number") for each in steps} == {None, *range(12)}


def test_old_versions_know_no_templates(wire: Wire) -> None:
    """R-DT-20."""
    template(wire)
    assert wire.get(HERE, version="1.54").status == 404
    assert wire.get(f"{HERE}/CUSTOM_RAID", version="1.54").status == 404
    assert wire.post(HERE, {}, version="1.54").status == 405
    assert wire.patch(f"{HERE}/CUSTOM_RAID", [], version="1.54").status == 405
    assert wire.delete(f"{HERE}/CUSTOM_RAID", version="1.54").status == 405
    assert wire.get(f"{HERE}/CUSTOM_RAID", version="1.55").status == 200


def test_the_path_is_written_with_an_underscore(wire: Wire) -> None:
    """R-DT-21."""
    template(wire)
    assert wire.get("/v1/deploy-templates").status == 404
    assert set(wire.get(HERE).json) == {"deploy_templates"}


def test_nodes_look_the_same_before_and_after_templates_came(wire: Wire) -> None:
    """R-DT-32: no other resource changed for them."""
    node = wire.post("/v1/nodes", {"driver": "fake-hardware"}).json["uuid"]
    template(wire)
    assert wire.get(f"/v1/nodes/{node}", version="1.54").json == wire.get(f"/v1/nodes/{node}", version="1.55").json
