"""Plans, explanations and lists of steps over the wire."""

from collections.abc import Callable
from typing import Any

import pytest

from bessemer.model.masking import MASK
from bessemer.store.database import Database
from bessemer.testing.builders import add_node
from tests.api.enrolled import MISSING
from tests.api.serving import Server
from tests.api.wire import Wire

OURS = "/bessemer/v1/nodes"
TEMPLATES = "/v1/deploy_templates"
VMX: dict[str, Any] = {
    "interface": "bios",
    "step": "apply_configuration",
    "args": {"settings": [{"name": "VMX", "value": "on", "password": "hunter2"}]},
    "priority": 150,
}


def template(wire: Wire, name: str = "CUSTOM_VMX_ON", **fields: Any) -> None:
    assert wire.post(TEMPLATES, {"name": name, "steps": [VMX], **fields}).status == 201


def deployable(database: Database, *traits: str, **fields: Any) -> str:
    return add_node(database, traits=traits, instance_info={"traits": list(traits)}, **fields)


def plan(wire: Wire, node: str, target: str = "active", **arguments: Any) -> dict[str, Any]:
    answer = wire.post(f"{OURS}/{node}/plan", {"target": target, **arguments})
    assert answer.status == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


def test_a_plan_tells_steps_origins_and_whoever_runs_them(wire: Wire, database: Database) -> None:
    template(wire)
    told = plan(wire, deployable(database, "CUSTOM_VMX_ON"))
    assert (told["target"], told["work"], told["refusals"]) == ("active", "deploy", [])
    first, last = told["steps"]
    assert (first["interface"], first["step"], first["priority"]) == ("bios", "apply_configuration", 150)
    assert first["origin"] == {"kind": "template", "names": ["CUSTOM_VMX_ON"]}
    assert first["args"]["settings"][0]["password"] == MASK
    assert (last["step"], last["destructive"], last["postponed"]) == ("deploy", True, False)
    assert wire.get(f"/v1/conductors/{told['conductor']}").status == 200
    assert len(told["digest"]) == 64


def test_the_digest_of_a_plan_holds_the_verb_to_it(wire: Wire, database: Database) -> None:
    template(wire)
    node = deployable(database, "CUSTOM_VMX_ON")
    digest = plan(wire, node)["digest"]
    change = [{"op": "replace", "path": "/steps/0/priority", "value": 120}]
    assert wire.patch(f"{TEMPLATES}/CUSTOM_VMX_ON", change).status == 200
    refused = wire.put(f"/v1/nodes/{node}/states/provision?plan={digest}", {"target": "active"})
    assert refused.status == 409
    assert "bios.apply_configuration is run with priority 120 instead of 150" in refused.text
    assert wire.get(f"/v1/nodes/{node}/states").json["provision_state"] == "available"
    now = plan(wire, node)["digest"]
    assert now in refused.text
    assert wire.put(f"/v1/nodes/{node}/states/provision?plan={now}", {"target": "active"}).status == 202


@pytest.mark.parametrize("query", ["plan=", "plan=abc", f"plan={'0' * 64}&plan={'0' * 64}", "plam=x", "plan=%00"])
def test_a_digest_that_is_none_is_refused(wire: Wire, database: Database, query: str) -> None:
    node = deployable(database)
    assert wire.put(f"/v1/nodes/{node}/states/provision?{query}", {"target": "active"}).status == 400
    assert wire.put(f"/v1/nodes/{node}/states/provision?plan={'0' * 64}", {"target": "manage"}).status == 400
    assert wire.get(f"/v1/nodes/{node}/states").json["provision_state"] == "available"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ([], 400),
        (None, 400),
        ({"target": "manage"}, 400),
        ({"target": "abort"}, 400),
        ({"target": "fly"}, 400),
        ({"target": ["active"]}, 400),
        ({"target": "active", "colour": "red"}, 400),
        ({"target": "active", "deploy_steps": "all"}, 400),
        ({"target": "active", "deploy_steps": [{**VMX, "interface": "spoon"}]}, 400),
        ({"target": "active", "deploy_steps": [{**VMX, "priority": "high"}]}, 400),
        ({"target": "active", "deploy_steps": [{**VMX, "args": []}]}, 400),
        ({"target": "active", "deploy_steps": [VMX, VMX]}, 400),
        ({"target": "clean"}, 400),
        ({"target": "clean", "clean_steps": [{"interface": "bios"}]}, 400),
        ({"target": "clean", "runbook": "none-such"}, 404),
        ({"target": "service", "service_steps": [{"interface": "bios", "step": "x" * 256}]}, 400),
    ],
)
def test_a_question_that_is_wrong_in_itself_is_refused(wire: Wire, database: Database, body: Any, status: int) -> None:
    assert wire.post(f"{OURS}/{deployable(database)}/plan", body).status == status


def test_huge_arguments_are_refused_and_large_ones_answered(wire: Wire, database: Database) -> None:
    node = deployable(database)
    large = {**VMX, "args": {"settings": [{"name": "x" * 100_000, "value": "y"}]}}
    assert plan(wire, node, deploy_steps=[large])["refusals"] == []
    unknown = {**VMX, "args": {"z" * 100_000: "y"}}
    (refusal,) = plan(wire, node, deploy_steps=[unknown])["refusals"]
    assert len(refusal["reason"]) < 2000


def test_what_stands_in_the_way_is_told_and_the_steps_all_the_same(wire: Wire, database: Database) -> None:
    node = deployable(database, provision_state="active", maintenance=True)
    told = plan(wire, node, "clean", clean_steps=[{"interface": "bios", "step": "factory_reset"}])
    assert [each["check"] for each in told["refusals"]] == ["maintenance", "state"]
    assert [each["step"] for each in told["steps"]] == ["factory_reset"]
    missing = plan(wire, node, "rebuild", deploy_steps=[{**VMX, "step": "paint_it_red", "args": {}}])
    assert [each["check"] for each in missing["refusals"]] == ["maintenance", "steps"]
    assert (missing["steps"], missing["digest"]) == ([], None)


def test_a_runbook_is_planned_with_its_name(wire: Wire, database: Database) -> None:
    steps = [{"interface": "bios", "step": "factory_reset", "args": {}, "order": 1}]
    made = wire.post("/v1/runbooks", {"name": "CUSTOM_NIGHTLY", "steps": steps})
    assert made.status == 201, made.text
    assert wire.put("/v1/runbooks/CUSTOM_NIGHTLY/traits", {"traits": ["CUSTOM_NIGHTLY"]}).status == 204
    told = plan(
        wire, deployable(database, "CUSTOM_NIGHTLY", provision_state="manageable"), "clean", runbook="CUSTOM_NIGHTLY"
    )
    assert told["steps"][0]["origin"] == {"kind": "runbook", "names": ["CUSTOM_NIGHTLY"]}
    other = plan(wire, deployable(database, provision_state="manageable"), "clean", runbook="CUSTOM_NIGHTLY")
    assert [each["check"] for each in other["refusals"]] == ["runbook"]


def test_explain_tells_what_blocks_and_the_way_around_it(wire: Wire, database: Database) -> None:
    node = deployable(database, provision_state="clean failed")
    told = wire.get(f"{OURS}/{node}/explain?target=active").json
    assert (told["provision_state"], told["is_taken"], told["held_by"]) == ("clean failed", False, None)
    assert [each["check"] for each in told["refusals"]] == ["state"]
    assert [(leg["verb"], leg["to"]) for leg in told["path"]] == [
        ("manage", "manageable"),
        ("provide", "available"),
        ("active", "active"),
    ]
    free = wire.get(f"{OURS}/{deployable(database)}/explain?target=active").json
    assert (free["is_taken"], len(free["path"])) == (True, 1)


def test_explain_names_who_holds_the_node(wire: Wire, database: Database) -> None:
    node = deployable(database, driver_info={"fake_wait_at": "deploy.deploy"})
    assert wire.put(f"/v1/nodes/{node}/states/provision", {"target": "active"}).status == 202
    held = wire.get(f"{OURS}/{node}/explain?target=manage").json["held_by"]
    assert held["kind"] == "deploy"
    assert {"operation", "conductor", "since", "deadline", "status"} <= set(held)
    assert wire.get(f"{OURS}/{node}/explain?target=unhold").json["path"] is None


@pytest.mark.parametrize("query", ["", "target=", "target=fly", "target=active&target=active", "goal=active"])
def test_explain_needs_a_verb(wire: Wire, database: Database, query: str) -> None:
    assert wire.get(f"{OURS}/{deployable(database)}/explain?{query}").status == 400


def test_the_steps_of_a_node_and_of_a_driver_are_listed(wire: Wire, database: Database) -> None:
    of_node = wire.get(f"{OURS}/{deployable(database)}/steps").json
    of_driver = wire.get("/bessemer/v1/drivers/fake-hardware/steps").json
    assert of_node == of_driver
    found = {(each["kind"], each["interface"], each["step"]): each for each in of_node["steps"]}
    settings = found["deploy", "bios", "apply_configuration"]["arguments"]["settings"]
    assert (settings["type"], settings["required"]) == ("array", True)
    assert wire.get("/bessemer/v1/drivers/no-such/steps").status == 404


def test_a_node_that_nobody_serves_cannot_be_planned(wire: Wire, database: Database) -> None:
    node = deployable(database, conductor_group="nobody")
    answer = wire.get(f"{OURS}/{node}/explain?target=active").json
    assert [each["check"] for each in answer["refusals"]] == ["conductor"]


def test_what_is_not_there_is_not_found(wire: Wire) -> None:
    assert wire.post(f"{OURS}/{MISSING}/plan", {"target": "active"}).status == 404
    assert wire.get(f"{OURS}/{MISSING}/explain?target=active").status == 404
    assert wire.get(f"{OURS}/{MISSING}/steps").status == 404
    assert wire.post(f"/v1/nodes/{MISSING}/plan", {"target": "active"}).status == 404


def test_a_caller_who_names_no_version_has_the_newest(wire: Wire, database: Database) -> None:
    node = deployable(database, name="by-name", provision_state="active")
    body = {"target": "service", "service_steps": [{"interface": "bios", "step": "factory_reset"}]}
    assert wire.post(f"{OURS}/by-name/plan", body, version=None).json["refusals"] == []
    (refusal,) = wire.post(f"{OURS}/{node}/plan", {"target": "rebuild"}, version="1.1").json["refusals"] or [None]
    assert refusal is None
    assert wire.post(f"{OURS}/{node}/plan", body, version="1.80").status == 406


def test_a_pinned_server_applies_no_templates(start_server: Callable[..., Server]) -> None:
    """R-DT-35."""
    server = start_server({"OS_DEFAULT__PIN_RELEASE_VERSION": "2026.1"})
    made = server.wire.post(TEMPLATES, {"name": "CUSTOM_VMX_ON", "steps": [VMX]}, version="1.111")
    assert made.status == 201, made.text
    node = deployable(server.database, "CUSTOM_VMX_ON")
    told = server.wire.post(f"{OURS}/{node}/plan", {"target": "active"}, version=None).json
    assert [each["step"] for each in told["steps"]] == ["deploy"]
    assert "pinned" in told["advice"][0]
    old = server.wire.get(f"{OURS}/{deployable(server.database)}/explain?target=active", version=None)
    assert (old.status, old.headers["X-OpenStack-Ironic-API-Maximum-Version"]) == (200, "1.111")
