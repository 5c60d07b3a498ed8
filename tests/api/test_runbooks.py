"""Runbooks and their traits behave as clients of Ironic expect."""

from typing import Any
from uuid import uuid4

import pytest

from bessemer.model.masking import MASK
from tests.api.wire import Wire

HERE = "/v1/runbooks"
STEP: dict[str, Any] = {"interface": "bios", "step": "apply", "args": {}, "order": 1}
FIELDS = {
    "uuid", "name", "steps", "disable_ramdisk", "public", "owner", "extra", "description", "traits", "created_at",
    "updated_at", "links",
}  # fmt: skip


def runbook(wire: Wire, name: str = "firmware-update", **fields: Any) -> Any:
    answer = wire.post(HERE, {"name": name, "steps": [STEP], **fields})
    assert answer.status == 201, answer.text
    return answer.json


def change(path: str, value: Any, op: str = "add") -> list[dict[str, Any]]:
    return [{"op": op, "path": path, "value": value}]


def test_a_new_runbook_is_shown_whole_with_its_place(wire: Wire) -> None:
    answer = wire.post(HERE, {"name": "firmware-update", "steps": [STEP], "description": "Monthly."})
    made = answer.json
    assert (answer.status, set(made)) == (201, FIELDS)
    assert answer.headers["Location"] == f"{wire.url}{HERE}/{made['uuid']}"
    assert (made["public"], made["disable_ramdisk"], made["owner"], made["traits"]) == (False, False, None, [])
    assert made["description"] == "Monthly."


def test_a_runbook_is_found_by_uuid_and_by_name(wire: Wire) -> None:
    made = runbook(wire)
    assert wire.get(f"{HERE}/{made['uuid']}").json == made
    assert wire.get(f"{HERE}/firmware-update").json == made
    assert wire.get(f"{HERE}/firmware-update?fields=name").json == {"name": made["name"], "links": made["links"]}


def test_before_1_112_a_runbook_has_no_traits_and_is_named_after_one(wire: Wire) -> None:
    runbook(wire, "CUSTOM_A")
    shown = wire.get(f"{HERE}/CUSTOM_A", version="1.111").json
    assert set(shown) == FIELDS - {"description", "traits"}
    body = {"name": "plain-name", "steps": [STEP]}
    assert wire.post(HERE, body, version="1.111").status == 400
    assert wire.post(HERE, {**body, "name": "CUSTOM_B"}, version="1.111").status == 201
    described = {**body, "name": "CUSTOM_C", "description": None}
    assert wire.post(HERE, described, version="1.111").status == 400
    assert wire.patch(f"{HERE}/CUSTOM_A", change("/description", "x"), version="1.111").status == 400
    assert wire.patch(f"{HERE}/CUSTOM_A", change("/name", "plain-name"), version="1.111").status == 200


def test_steps_stay_in_their_order_and_may_lack_arguments(wire: Wire) -> None:
    steps = [{"interface": "raid", "step": name, "order": order} for name, order in (("b", 9), ("a", "3"))]
    shown = runbook(wire, steps=steps)["steps"]
    assert shown == [{**steps[0], "args": {}}, {**steps[1], "args": {}, "order": 3}]


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "a b"},
        {"name": ""},
        {"name": "x" * 256},
        {"name": None},
        {"steps": []},
        {"steps": [{"interface": "bios", "step": "apply"}]},
        {"steps": [{**STEP, "args": None}]},
        {"steps": [{**STEP, "priority": 1}]},
        {"steps": [{**STEP, "execute_on_child_nodes": True}]},
        {"steps": [STEP, {**STEP, "args": {"a": 1}}]},
        {"public": "yes"},
        {"public": 1},
        {"disable_ramdisk": "true"},
        {"owner": "x" * 256},
        {"owner": "somebody", "public": True},
        {"extra": []},
        {"description": "x" * 256},
        {"traits": []},
        {"uuid": "x"},
        {"unknown": 1},
    ],
)
def test_a_wrong_body_is_refused(wire: Wire, fields: Any) -> None:
    assert wire.post(HERE, {"name": "r", "steps": [STEP], **fields}).status == 400
    assert wire.get(HERE).json == {"runbooks": []}


def test_nulls_stand_for_what_is_usual(wire: Wire) -> None:
    given: dict[str, Any] = dict.fromkeys(("disable_ramdisk", "public", "owner", "extra", "description", "uuid"))
    made = runbook(wire, **given)
    assert (made["disable_ramdisk"], made["public"], made["owner"], made["extra"]) == (False, False, None, {})


def test_names_and_uuids_are_there_once(wire: Wire) -> None:
    made, _ = runbook(wire), runbook(wire, "other")
    assert wire.post(HERE, {"name": made["name"], "steps": [STEP]}).status == 409
    assert wire.post(HERE, {"name": "third", "steps": [STEP], "uuid": made["uuid"]}).status == 409
    assert wire.patch(f"{HERE}/other", change("/name", made["name"])).status == 409


def test_what_becomes_public_loses_its_owner(wire: Wire) -> None:
    runbook(wire, owner="p1")
    kept = wire.patch(f"{HERE}/firmware-update", change("/public", value=False))
    assert (kept.status, kept.json["owner"]) == (200, "p1")
    answer = wire.patch(f"{HERE}/firmware-update", change("/public", value=True))
    assert (answer.status, answer.json["public"], answer.json["owner"]) == (200, True, None)
    assert wire.patch(f"{HERE}/firmware-update", change("/owner", "p2")).status == 400
    both = [*change("/owner", "p2"), *change("/public", value=False)]
    assert wire.patch(f"{HERE}/firmware-update", both).json["owner"] == "p2"
    cleared = wire.patch(f"{HERE}/firmware-update", [{"op": "remove", "path": "/owner"}])
    assert (cleared.status, cleared.json["owner"]) == (200, None)


def test_secrets_in_arguments_are_hidden(wire: Wire) -> None:
    made = runbook(wire, steps=[{**STEP, "args": {"password": "hunter2"}}])
    assert made["steps"][0]["args"] == {"password": MASK}
    assert wire.get(f"{HERE}?fields=steps").json["runbooks"][0]["steps"] == made["steps"]


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "remove", "path": "/name"},
        {"op": "remove", "path": "/steps"},
        {"op": "replace", "path": "/steps", "value": None},
        {"op": "replace", "path": "/steps/0/order", "value": "x"},
        {"op": "replace", "path": "/public", "value": "yes"},
        {"op": "add", "path": "/traits", "value": []},
        {"op": "add", "path": "/unknown", "value": 1},
        {"op": "replace", "path": "/uuid", "value": str(uuid4())},
    ],
)
def test_a_wrong_patch_changes_nothing(wire: Wire, operation: Any) -> None:
    made = runbook(wire)
    assert wire.patch(f"{HERE}/firmware-update", [operation]).status == 400
    assert wire.get(f"{HERE}/firmware-update").json == made


@pytest.mark.parametrize(("name", "value"), [("disable_ramdisk", False), ("public", False), ("description", None)])
def test_fields_can_be_cleared(wire: Wire, name: str, value: Any) -> None:
    runbook(wire)
    assert wire.patch(f"{HERE}/firmware-update", [{"op": "remove", "path": f"/{name}"}]).json[name] == value
    assert wire.patch(f"{HERE}/firmware-update", change(f"/{name}", None)).json[name] == value


def test_lists_are_short_and_can_be_narrowed_to_what_the_caller_may_use(wire: Wire) -> None:
    runbook(wire, "for-all", public=True)
    runbook(wire, "of-p1", owner="p1")
    listed = wire.get(HERE).json["runbooks"]
    assert [set(each) for each in listed] == [{"uuid", "name", "links"}] * 2
    assert [each["name"] for each in wire.get(f"{HERE}?project=true").json["runbooks"]] == ["for-all"]
    assert len(wire.get(f"{HERE}?project=false").json["runbooks"]) == 2
    assert wire.get(f"{HERE}?project=p1").status == 400
    assert wire.get(f"{HERE}?owner=p1").status == 400
    assert wire.get(f"{HERE}?sort_key=steps").status == 400
    assert wire.get(f"{HERE}?sort_key=traits").status == 400
    assert [each["name"] for each in wire.get(f"{HERE}?sort_key=name&sort_dir=desc").json["runbooks"]] == [
        "of-p1",
        "for-all",
    ]


def test_a_deleted_runbook_is_gone(wire: Wire) -> None:
    made = runbook(wire)
    wire.put(f"{HERE}/{made['uuid']}/traits", {"traits": ["CUSTOM_A"]})
    assert wire.delete(f"{HERE}/firmware-update").status == 204
    assert wire.delete(f"{HERE}/{made['uuid']}").status == 404
    assert wire.get(f"{HERE}/{made['uuid']}/traits").status == 404


def test_old_versions_know_no_runbooks(wire: Wire) -> None:
    runbook(wire)
    assert wire.get(HERE, version="1.91").status == 404
    assert wire.post(HERE, {}, version="1.91").status == 405
    assert wire.delete(f"{HERE}/firmware-update", version="1.91").status == 405
    for method in ("GET", "PUT", "DELETE"):
        assert wire.request(method, f"{HERE}/firmware-update/traits", version="1.111").status == 404


class TestTraits:
    """The traits of a runbook."""

    def test_they_are_set_and_listed_in_order(self, wire: Wire) -> None:
        made = runbook(wire)
        here = f"{HERE}/firmware-update/traits"
        assert wire.get(here).json == {"traits": []}
        assert wire.put(here, {"traits": ["CUSTOM_B", "HW_CPU_X86_VMX", "CUSTOM_A", "CUSTOM_A"]}).status == 204
        assert wire.get(here).json == {"traits": ["CUSTOM_A", "CUSTOM_B", "HW_CPU_X86_VMX"]}
        assert wire.get(f"{HERE}/{made['uuid']}").json["traits"] == ["CUSTOM_A", "CUSTOM_B", "HW_CPU_X86_VMX"]
        assert wire.get(f"{HERE}?fields=traits").json["runbooks"][0]["traits"][0] == "CUSTOM_A"
        assert wire.delete(here).status == 204
        assert wire.get(here).json == {"traits": []}

    def test_one_is_added_and_removed_however_often(self, wire: Wire) -> None:
        runbook(wire)
        one = f"{HERE}/firmware-update/traits/CUSTOM_A"
        answer = wire.put(one)
        assert (answer.status, answer.headers["Location"]) == (204, f"{wire.url}{one}")
        assert wire.put(one).status == 204
        assert wire.delete(one).status == 204
        assert wire.delete(one).status == 204
        assert wire.delete(f"{HERE}/firmware-update/traits/ill-formed").status == 204

    @pytest.mark.parametrize("body", [{}, [], {"traits": None}, {"traits": ["lower"]}, {"traits": [1]}, {"a": []}])
    def test_a_wrong_list_is_refused(self, wire: Wire, body: Any) -> None:
        runbook(wire)
        assert wire.put(f"{HERE}/firmware-update/traits", body).status == 400

    def test_there_are_fifty_at_the_most(self, wire: Wire) -> None:
        runbook(wire)
        traits = [f"CUSTOM_{number}" for number in range(51)]
        here = f"{HERE}/firmware-update/traits"
        assert wire.put(here, {"traits": traits}).status == 400
        assert wire.put(here, {"traits": traits[:50]}).status == 204
        assert wire.put(f"{here}/CUSTOM_50").status == 400
        assert wire.put(f"{here}/CUSTOM_49").status == 204

    def test_a_single_trait_comes_without_a_body(self, wire: Wire) -> None:
        runbook(wire)
        here = f"{HERE}/firmware-update/traits"
        assert wire.put(f"{here}/CUSTOM_A", {"traits": []}).status == 400
        assert wire.put(f"{here}/lower").status == 400
        assert wire.delete(here, json={"a": 1}).status == 400
        assert wire.get(f"{here}/CUSTOM_A").status == 405
        assert wire.put(f"{HERE}/nothing/traits/CUSTOM_A").status == 404
