"""A plan tells exactly what a verb would do, changes nothing, and holds the server to what was agreed."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from bessemer.model.errors import Conflict, Invalid
from bessemer.model.masking import MASK
from bessemer.store.schema import metadata
from bessemer.testing.builders import change_node, reserve
from tests.engine.house import House, step, titles

RAID = {"logical_disks": [{"size_gb": "MAX", "raid_level": "1", "is_root_volume": True}]}
MIRROR = step("raid.apply_configuration", 150, raid_config=RAID)
VMX = step("bios.apply_configuration", 140, settings=[{"name": "ProcVirtualization", "value": "Enabled"}])


def whole_database(house: House) -> dict[str, list[Any]]:
    with house.database.reading() as tx:
        return {table.name: tx.rows(("all", table.name), partial(select, table)) for table in metadata.sorted_tables}


def asked_of_machine(house: House, node: str) -> tuple[int, list[str]]:
    machine = house.machine(node)
    return machine.lasting.revision, [call.what for call in machine.calls]


EVERY_VERB = [
    ("available", "active", {}),
    ("available", "active", {"deploy_steps": [VMX]}),
    ("active", "rebuild", {"deploy_steps": [MIRROR]}),
    ("manageable", "provide", {}),
    ("manageable", "clean", {"clean_steps": [{"interface": "bios", "step": "factory_reset"}]}),
    ("active", "service", {"service_steps": [{"interface": "bios", "step": "factory_reset"}]}),
    ("active", "deleted", {}),
]


@pytest.mark.parametrize(("state", "target", "arguments"), EVERY_VERB)
def test_a_plan_changes_nothing(house: House, state: str, target: str, arguments: dict[str, Any]) -> None:
    house.template("CUSTOM_MIRROR", MIRROR)
    node = house.node(provision_state=state, traits=("CUSTOM_MIRROR",), instance_info={"traits": ["CUSTOM_MIRROR"]})
    before, machine = whole_database(house), asked_of_machine(house, node)
    assert house.plan(node, target, **arguments)["refusals"] == []
    assert whole_database(house) == before
    assert asked_of_machine(house, node) == machine


@pytest.mark.parametrize(("state", "target", "arguments"), EVERY_VERB)
def test_what_was_planned_is_what_runs(house: House, state: str, target: str, arguments: dict[str, Any]) -> None:
    node = house.node(provision_state=state)
    plan = house.plan(node, target, **arguments)
    operation = house.demand(node, target, agreed=plan["digest"], **arguments)
    assert operation is not None
    house.run()
    assert house.operation(operation).status == "done", house.operation(operation).error
    assert house.ran(operation) == titles(plan["steps"])
    stages = [run["name"] for run in house.timeline(operation) if run["step_index"] is None]
    assert [name for name in stages if not name.startswith("validate")] == [
        name for name in plan["stages"] if not name.endswith("steps")
    ]


def test_a_plan_says_where_each_step_comes_from_and_why(house: House) -> None:
    house.template("CUSTOM_MIRROR", MIRROR)
    node = house.node(traits=("CUSTOM_MIRROR",), instance_info={"traits": ["CUSTOM_MIRROR"]})
    plan = house.plan(node, "active", deploy_steps=[VMX])
    told = [(each["origin"]["kind"], each["origin"]["names"], each["priority"]) for each in plan["steps"]]
    assert told == [("template", ["CUSTOM_MIRROR"], 150), ("request", [], 140), ("driver", [], 100)]
    assert titles(plan["steps"]) == ["raid.apply_configuration", "bios.apply_configuration", "deploy.deploy"]
    assert all(each["why"] for each in plan["steps"])
    assert [each["destructive"] for each in plan["steps"]] == [True, False, True]
    assert plan["conductor"] == house.host
    assert not any(each["postponed"] for each in plan["steps"])


def test_secrets_in_a_plan_are_masked(house: House) -> None:
    node = house.node()
    secret = step("bios.apply_configuration", 10, settings=[{"name": "x", "password": "hunter2"}])
    told = house.plan(node, "active", deploy_steps=[secret])
    assert "hunter2" not in str(told)
    assert told["steps"][-1]["args"]["settings"][0]["password"] == MASK


@pytest.mark.parametrize(
    ("fields", "checks"),
    [
        ({"provision_state": "active"}, ["state"]),
        ({"maintenance": True}, ["maintenance"]),
        ({"maintenance": True, "provision_state": "manageable"}, ["maintenance", "state"]),
        ({"instance_info": {"traits": ["CUSTOM_ELSEWHERE"]}}, ["interfaces"]),
        ({"driver_info": {"fake_fail_at": "nothing.of.the.kind"}}, ["interfaces"]),
    ],
)
def test_every_reason_against_a_verb_is_told_with_the_plan(
    house: House, fields: dict[str, Any], checks: list[str]
) -> None:
    plan = house.plan(house.node(**fields), "active")
    assert [each["check"] for each in plan["refusals"]] == checks
    assert titles(plan["steps"]) == ["deploy.deploy"]


def test_flags_that_forbid_a_verb_are_told(house: House) -> None:
    protected = house.node(provision_state="active", protected=True)
    assert [each["check"] for each in house.plan(protected, "deleted")["refusals"]] == ["flags"]
    retired = house.node(provision_state="manageable", retired=True)
    assert [each["check"] for each in house.plan(retired, "provide")["refusals"]] == ["flags"]


def test_steps_that_the_node_does_not_have_are_told(house: House) -> None:
    plan = house.plan(house.node(), "active", deploy_steps=[step("raid.paint_it_red", 10)])
    assert [each["check"] for each in plan["refusals"]] == ["steps"]
    assert "raid.paint_it_red" in plan["refusals"][0]["reason"]
    assert (plan["digest"], plan["steps"]) == (None, [])


def test_a_deployment_without_steps_is_told(house: House) -> None:
    plan = house.plan(house.node(), "active", deploy_steps=[step("deploy.deploy", 0)])
    assert [each["check"] for each in plan["refusals"]] == ["steps"]
    assert [each["step"] for each in plan["left_out"]].count("deploy.deploy") >= 1


def test_a_verb_without_steps_has_no_plan(house: House) -> None:
    with pytest.raises(Invalid, match="no plans for 'manage'"):
        house.plan(house.node(), "manage")


def test_who_works_on_the_node_is_told(house: House) -> None:
    node = house.node()
    reserve(house.database, node)
    (refusal,) = house.plan(node, "active")["refusals"]
    assert house.host in refusal["reason"]


def test_earlier_runs_on_such_hardware_tell_how_long_a_step_takes(new_house: House) -> None:
    house = new_house
    assert house.plan(house.node(), "active")["steps"][0]["duration"] is None
    node = house.node(driver_info={"fake_slow": 7})
    operation = house.demand(node, "active")
    assert operation is not None
    house.run()
    for _ in range(3):
        house.wait(7)
    assert house.operation(operation).status == "done"
    duration = house.plan(house.node(), "active")["steps"][0]["duration"]
    assert duration["runs"] == 1
    assert duration["median_s"] == duration["p95_s"] >= 7


def test_a_plan_that_is_no_longer_the_same_is_refused_with_the_difference(house: House) -> None:
    node = house.node(traits=("CUSTOM_MIRROR",), instance_info={"traits": ["CUSTOM_MIRROR"]})
    agreed = house.plan(node, "active")["digest"]
    house.template("CUSTOM_MIRROR", MIRROR)
    with pytest.raises(Conflict, match=r"raid\.apply_configuration \(priority 150\) is run besides") as refused:
        house.demand(node, "active", agreed=agreed)
    assert house.plan(node, "active")["digest"] in refused.value.message
    assert house.read(node).provision_state == "available"


def test_a_plan_that_can_no_longer_be_made_is_refused(house: House) -> None:
    node = house.node(traits=("CUSTOM_MIRROR",), instance_info={"traits": ["CUSTOM_MIRROR"]})
    agreed = house.plan(node, "active")["digest"]
    house.template("CUSTOM_MIRROR", step("raid.paint_it_red", 10))
    with pytest.raises(Conflict, match=r"cannot be done any more.*paint_it_red"):
        house.demand(node, "active", agreed=agreed)


def test_a_plan_that_nobody_remembers_is_refused_all_the_same(house: House) -> None:
    with pytest.raises(Conflict, match="not known any more"):
        house.demand(house.node(), "active", agreed="0" * 64)


@pytest.mark.parametrize("digest", ["", "x", "0" * 63, "G" * 64, "0" * 65])
def test_what_is_no_digest_is_refused(house: House, digest: str) -> None:
    with pytest.raises(Invalid, match="digest"):
        house.demand(house.node(), "active", agreed=digest)


def test_what_changes_between_the_verb_and_its_begin_ends_the_work_before_the_machine_is_touched(house: House) -> None:
    node = house.node(traits=("CUSTOM_MIRROR",), instance_info={"traits": ["CUSTOM_MIRROR"]})
    operation = house.demand(node, "active", agreed=house.plan(node, "active")["digest"])
    assert operation is not None
    house.template("CUSTOM_MIRROR", MIRROR)
    house.run()
    assert house.operation(operation).status == "failed"
    assert "agreed to" in str(house.read(node).last_error)
    assert house.asked(node) == []


def test_instance_traits_are_judged_again_when_the_work_begins(house: House) -> None:
    """R-NT-23."""
    node = house.node(traits=("CUSTOM_A",), instance_info={"traits": ["CUSTOM_A"]})
    operation = house.demand(node, "active")
    assert operation is not None
    change_node(house.database, node, instance_info='{"traits": ["CUSTOM_A", "CUSTOM_GONE"]}')
    house.run()
    assert house.operation(operation).status == "failed"
    assert "CUSTOM_GONE" in str(house.read(node).last_error)


def test_the_cleaning_after_an_undeployment_is_planned_without_the_instance(house: House) -> None:
    node = house.node(provision_state="active", instance_info={"raid_interface": "gone"}, automated_clean=False)
    plan = house.plan(node, "deleted")
    assert (plan["steps"], plan["refusals"]) == ([], [])
    assert plan["stages"] == ["clean up", "take off", "detach volumes"]


def test_every_step_of_a_node_is_listed_with_what_it_takes(house: House) -> None:
    listed = house.question("steps", house.node())
    found = {(each["kind"], each["interface"], each["step"]): each for each in listed["steps"]}
    raid = found["deploy", "raid", "apply_configuration"]
    assert raid["arguments"]["raid_config"]["required"] is True
    assert (raid["priority"], raid["source"]) == (0, "driver")
    assert found["deploy", "deploy", "deploy"]["priority"] == 100
    assert {kind for kind, _, _ in found} >= {"deploy", "clean", "service"}
    assert {each["step"] for each in listed["reserved"]} == {"power_on", "power_off", "reboot", "hold", "wait"}


def test_huge_lists_of_traits_and_steps_are_answered(house: House) -> None:
    node = house.node(instance_info={"traits": [f"CUSTOM_{number}" for number in range(50_000)]})
    (refusal,) = house.plan(node, "active")["refusals"]
    assert (refusal["check"], len(refusal["reason"]) < 2000) == ("interfaces", True)
    many = [step("bios.factory_reset", 10, number=number) for number in range(5_000)]
    (refusal,) = house.plan(house.node(), "active", deploy_steps=many)["refusals"]
    assert (refusal["check"], len(refusal["reason"]) < 10_000) == ("steps", True)
