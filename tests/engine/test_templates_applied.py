"""Deploy templates turn the traits of an instance into steps of its deployment: R-DT, from the wish to the machine."""

from typing import Any

import pytest
from sqlalchemy import UniqueConstraint

from bessemer.model.errors import Invalid
from bessemer.model.verbs import Wish
from bessemer.services.nodes.provision import request_provision
from bessemer.store import schema as s
from bessemer.store.template_steps import steps_by_template
from bessemer.testing.builders import change_node
from tests.engine.house import House, Step, step, titles

NO_STEPS_OF_TEMPLATES = ["deploy.deploy"]


def raid(level: str) -> Step:
    config = {"logical_disks": [{"size_gb": "MAX", "raid_level": level, "is_root_volume": True}]}
    return step("raid.apply_configuration", 150, raid_config=config)


def vmx(value: str) -> Step:
    return step("bios.apply_configuration", 140, settings=[{"name": "VMX", "value": value}])


RESET = step("bios.factory_reset", 160)


def instance(house: House, *traits: str, enabled: tuple[str, ...] = (), **fields: Any) -> str:
    info = {"traits": list(traits), **fields.pop("instance_info", {})}
    return house.node(traits=tuple(sorted({*traits, *enabled})), instance_info=info, **fields)


def deployed(house: House, node: str, target: str = "active", **arguments: Any) -> list[str]:
    """Deploy a node; gives the steps that ran."""
    operation = house.demand(node, target, **arguments)
    assert operation is not None
    house.run()
    assert house.operation(operation).status == "done", house.operation(operation).error
    return house.ran(operation)


def failure(house: House, node: str, **arguments: Any) -> str:
    """Deploy a node in vain; gives what it says of that."""
    house.demand(node, "active", **arguments)
    house.run()
    assert house.read(node).provision_state == "deploy failed"
    return str(house.read(node).last_error)


def test_a_request_for_mirror_and_vmx_runs_these_two_templates_and_no_other(house: House) -> None:
    """R-DT-37, R-DT-4, R-DT-6: the example of the specification, to the disks and the BIOS of the machine."""
    house.template("CUSTOM_BM_CONFIG_RAID_DISK_MIRROR", raid("1"))
    house.template("CUSTOM_BM_CONFIG_RAID_DISK_STRIPE", raid("0"))
    house.template("CUSTOM_BM_CONFIG_BIOS_VMX_ON", vmx("on"))
    house.template("CUSTOM_BM_CONFIG_BIOS_VMX_OFF", vmx("off"))
    every = (
        "CUSTOM_BM_CONFIG_BIOS_VMX_ON",
        "CUSTOM_BM_CONFIG_BIOS_VMX_OFF",
        "CUSTOM_OTHER_TRAIT_I_AM_USUALLY_IGNORED",
        "CUSTOM_BM_CONFIG_RAID_DISK_MIRROR",
        "CUSTOM_BM_CONFIG_RAID_DISK_STRIPE",
    )
    mirror = instance(house, "CUSTOM_BM_CONFIG_BIOS_VMX_ON", "CUSTOM_BM_CONFIG_RAID_DISK_MIRROR", enabled=every)
    stripe = instance(house, "CUSTOM_BM_CONFIG_BIOS_VMX_OFF", "CUSTOM_BM_CONFIG_RAID_DISK_STRIPE", enabled=every)
    for node, level, value in ((mirror, "1", "on"), (stripe, "0", "off")):
        assert deployed(house, node) == ["raid.apply_configuration", "bios.apply_configuration", "deploy.deploy"]
        machine = house.machine(node)
        assert [disk["raid_level"] for disk in machine.disks] == [level]
        assert machine.lasting.bios["VMX"] == value
        assert [disk["raid_level"] for disk in house.read(node).raid_config["logical_disks"]] == [level]


def test_a_template_brings_in_all_of_its_steps(house: House) -> None:
    """R-DT-1, R-DT-9."""
    house.template("CUSTOM_A", raid("1"), vmx("on"))
    assert deployed(house, instance(house, "CUSTOM_A")) == [
        "raid.apply_configuration",
        "bios.apply_configuration",
        "deploy.deploy",
    ]


def test_an_enabled_template_that_nobody_asks_for_does_nothing(house: House) -> None:
    """R-DT-4, R-DT-6."""
    house.template("CUSTOM_A", raid("1"))
    assert deployed(house, instance(house, enabled=("CUSTOM_A",))) == NO_STEPS_OF_TEMPLATES


def test_an_enabled_template_that_could_not_be_used_is_advice_and_a_requested_one_fails(house: House) -> None:
    """R-DT-5: Ironic's clients expect only what is asked for to fail."""
    house.template("CUSTOM_WRONG", step("raid.paint_it_red", 10))
    house.template("CUSTOM_RIGHT", vmx("on"))
    enabled = instance(house, "CUSTOM_RIGHT", enabled=("CUSTOM_WRONG",))
    assert house.validate(enabled)["deploy"] == {"result": True}
    plan = house.plan(enabled, "active")
    assert plan["refusals"] == []
    (advice,) = plan["advice"]
    assert "CUSTOM_WRONG" in advice
    assert "raid.paint_it_red" in advice
    requested = instance(house, "CUSTOM_WRONG", "CUSTOM_RIGHT")
    line = house.validate(requested)["deploy"]
    assert line["result"] is False
    assert "raid.paint_it_red" in line["reason"]
    assert "CUSTOM_WRONG" in failure(house, requested)


def test_an_instance_may_ask_only_for_what_the_node_has(house: House) -> None:
    """R-DT-7, R-NT-22: refused before a deployment, and told when validated."""
    node = house.node(traits=("CUSTOM_A",), instance_info={"traits": ["CUSTOM_A", "CUSTOM_B"]})
    with pytest.raises(Invalid, match="CUSTOM_B"):
        house.demand(node, "active")
    line = house.validate(node)["deploy"]
    assert line["result"] is False
    assert "CUSTOM_B" in line["reason"]


@pytest.mark.parametrize("traits", ["CUSTOM_A", {"CUSTOM_A": 1}, ["CUSTOM_A", 3], 7, [["CUSTOM_A"]]])
def test_traits_that_are_no_list_of_words_are_refused(house: House, traits: Any) -> None:
    """R-NT-22."""
    house.template("CUSTOM_A", vmx("on"))
    node = house.node(traits=("CUSTOM_A",), instance_info={"traits": traits})
    with pytest.raises(Invalid, match="not a list of strings"):
        house.demand(node, "active")
    assert house.validate(node)["deploy"]["result"] is False
    assert house.plan(node, "active")["refusals"] != []


def test_traits_without_a_template_add_nothing(house: House) -> None:
    """R-DT-8."""
    assert deployed(house, instance(house, "CUSTOM_NONE", "HW_CPU_X86_VMX")) == NO_STEPS_OF_TEMPLATES


def test_a_rebuild_uses_the_templates_of_its_own_moment(house: House) -> None:
    """R-DT-9: later edits do not touch what is deployed; a rebuild sees them."""
    house.template("CUSTOM_A", raid("1"))
    node = instance(house, "CUSTOM_A")
    assert deployed(house, node) == ["raid.apply_configuration", "deploy.deploy"]
    house.forget_templates()
    house.template("CUSTOM_A", vmx("on"))
    assert [disk["raid_level"] for disk in house.machine(node).disks] == ["1"]
    assert deployed(house, node, "rebuild") == ["bios.apply_configuration", "deploy.deploy"]


def test_steps_run_by_priority(house: House) -> None:
    """R-DT-10."""
    house.template("CUSTOM_A", {**vmx("on"), "priority": 7}, {**RESET, "priority": 101}, {**raid("1"), "priority": 99})
    assert deployed(house, instance(house, "CUSTOM_A")) == [
        "bios.factory_reset",
        "deploy.deploy",
        "raid.apply_configuration",
        "bios.apply_configuration",
    ]


def test_a_step_that_the_driver_has_at_0_runs_only_when_asked_for(house: House) -> None:
    """R-DT-11, R-DT-12: the priority of a template goes before that of the driver, which is 0 here."""
    assert deployed(house, instance(house)) == NO_STEPS_OF_TEMPLATES
    house.template("CUSTOM_A", step("deploy.write_image", 50))
    assert deployed(house, instance(house, "CUSTOM_A")) == ["deploy.deploy", "deploy.write_image"]


def test_the_arguments_of_a_template_are_those_the_step_gets_and_the_request_goes_before_it(house: House) -> None:
    """R-DT-13: request, then template, then driver."""
    house.template("CUSTOM_A", vmx("from the template"))
    node = instance(house, "CUSTOM_A")
    deployed(house, node)
    assert house.machine(node).lasting.bios["VMX"] == "from the template"
    asked = {**vmx("from the request"), "priority": 3}
    assert deployed(house, node, "rebuild", deploy_steps=[asked]) == ["deploy.deploy", "bios.apply_configuration"]
    assert house.machine(node).lasting.bios["VMX"] == "from the request"


def test_the_same_step_runs_as_often_as_its_arguments_differ(house: House) -> None:
    """R-DT-14: within one template and across templates; what two ask for alike is done once."""
    first = step("bios.apply_configuration", 30, settings=[{"name": "A", "value": "1"}])
    second = step("bios.apply_configuration", 20, settings=[{"name": "B", "value": "2"}])
    third = step("bios.apply_configuration", 10, settings=[{"name": "C", "value": "3"}])
    house.template("CUSTOM_A", first, second)
    house.template("CUSTOM_B", third, {**second, "priority": 5})
    node = instance(house, "CUSTOM_A", "CUSTOM_B")
    assert deployed(house, node) == ["deploy.deploy", *["bios.apply_configuration"] * 3]
    asked = [call.arguments["settings"] for call in house.machine(node).calls if call.what.startswith("bios.")]
    assert asked == [["A"], ["B"], ["C"]]


def test_the_core_step_can_be_left_out_and_not_be_moved(house: House) -> None:
    """R-DT-15: it is refused when the template is stored; one that came in otherwise fails the deployment."""
    house.template("CUSTOM_OFF", step("deploy.deploy", 0), vmx("on"))
    assert deployed(house, instance(house, "CUSTOM_OFF")) == ["bios.apply_configuration"]
    house.template("CUSTOM_NOTHING", step("deploy.deploy", 0))
    assert "no steps" in failure(house, instance(house, "CUSTOM_NOTHING"))
    house.template("CUSTOM_MOVED", step("deploy.deploy", 7))
    assert "core step" in failure(house, instance(house, "CUSTOM_MOVED"))


def test_priority_0_switches_a_step_off(house: House) -> None:
    """R-DT-16."""
    house.template("CUSTOM_A", step("deploy.write_image", 0), vmx("on"))
    assert deployed(house, instance(house, "CUSTOM_A")) == ["bios.apply_configuration", "deploy.deploy"]


def test_the_table_of_templates_is_the_specified_one() -> None:
    """R-DT-17."""
    table = s.deploy_templates
    assert table.c.id.primary_key
    assert (table.c.name.type.length, table.c.name.nullable) == (255, False)  # type: ignore[attr-defined]
    assert table.c.uuid.type.length == 36  # type: ignore[attr-defined]
    unique = {
        column.name for each in table.constraints if isinstance(each, UniqueConstraint) for column in each.columns
    }
    assert unique == {"name", "uuid"}


def test_the_table_of_steps_is_the_specified_one() -> None:
    """R-DT-18."""
    table = s.deploy_template_steps
    assert [key.target_fullname for key in table.c.deploy_template_id.foreign_keys] == ["deploy_templates.id"]
    assert not any(table.c[name].nullable for name in ("deploy_template_id", "interface", "step", "args", "priority"))
    assert {column.name for index in table.indexes for column in index.columns} == {
        "deploy_template_id",
        "interface",
        "step",
    }


def test_templates_are_looked_up_by_a_list_of_traits(house: House) -> None:
    """R-DT-19, R-DT-36: in one statement however many traits are asked for."""
    for number in range(30):
        house.template(f"CUSTOM_T{number}", vmx(str(number)))
    with house.database.reading() as tx:
        found = steps_by_template(tx, ["CUSTOM_T3", "CUSTOM_T7", "CUSTOM_NONE", "HW_CPU_X86_VMX", "CUSTOM_T3"])
        assert tx.statements == 1
        assert steps_by_template(tx, [f"CUSTOM_T{number}" for number in range(30)]).keys() == {
            f"CUSTOM_T{number}" for number in range(30)
        }
        assert steps_by_template(tx, []) == {}
    assert found == {"CUSTOM_T3": [vmx("3")], "CUSTOM_T7": [vmx("7")]}


def test_nothing_but_traits_asks_for_a_template(house: House) -> None:
    """R-DT-39: instance_info.deploy_templates means nothing, nor do other fields of the node."""
    house.template("CUSTOM_A", vmx("on"))
    node = instance(
        house,
        enabled=("CUSTOM_A",),
        instance_info={"deploy_templates": ["CUSTOM_A"], "capabilities": {"CUSTOM_A": True}},
        extra={"traits": ["CUSTOM_A"]},
    )
    assert deployed(house, node) == NO_STEPS_OF_TEMPLATES


def test_forbidden_steps_of_templates_are_left_out_and_those_of_requests_refused(house_url: str) -> None:
    """R-DT-33: the option api.disallow_deploy_steps."""
    house = House(house_url, disallowed={"deploy": frozenset({"bios.apply_configuration"})})
    house.template("CUSTOM_A", vmx("on"), RESET)
    node = instance(house, "CUSTOM_A")
    assert deployed(house, node) == ["bios.factory_reset", "deploy.deploy"]
    (refusal,) = house.plan(house.node(), "active", deploy_steps=[vmx("on")])["refusals"]
    assert (refusal["check"], "disallow_deploy_steps" in refusal["reason"]) == ("steps", True)
    house.forget_templates()
    house.close()


def test_old_clients_get_templates_too(house: House) -> None:
    """R-DT-34, R-DT-32: what a client asks for is the same as ever, and so is what the driver is asked."""
    house.template("CUSTOM_A", vmx("on"))
    node = instance(house, "CUSTOM_A")
    house.database.write(request_provision, house.asking, node, Wish(word="active", minor=1))
    operation = house.active(node)
    assert operation is not None
    house.run()
    assert house.ran(operation.id) == ["bios.apply_configuration", "deploy.deploy"]


def test_while_the_release_is_pinned_no_template_is_applied(pinned_house: House) -> None:
    """R-DT-35, R-DS-24."""
    pinned_house.template("CUSTOM_A", step("raid.paint_it_red", 10))
    node = instance(pinned_house, "CUSTOM_A")
    plan = pinned_house.plan(node, "active")
    assert titles(plan["steps"]) == NO_STEPS_OF_TEMPLATES
    assert "pinned" in plan["advice"][0]
    assert pinned_house.validate(node)["deploy"] == {"result": True}
    assert deployed(pinned_house, node) == NO_STEPS_OF_TEMPLATES


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (step("raid.paint_it_red", 10), "raid.paint_it_red"),
        (step("bios.apply_configuration", 10), "needs the argument settings"),
        (step("bios.apply_configuration", 10, settings="all of them"), "settings must be a JSON list"),
        (step("bios.apply_configuration", 10, settings=[], colour="red"), "does not take the arguments colour"),
        (step("bios.apply_configuration", 10, settings={"x": "y" * 100_000}), "settings must be a JSON list"),
        (step("bios.apply_configuration", 10, settings=[{"name": "VMX", "value": "x" * 1_000_000}, 3]), "object"),
    ],
)
def test_a_wrong_template_ends_the_deployment_with_clear_words(house: House, wrong: Step, words: str) -> None:
    house.template("CUSTOM_WRONG", wrong)
    told = failure(house, instance(house, "CUSTOM_WRONG"))
    assert words in told
    assert len(told) < 2000


@pytest.mark.parametrize("deed", ["rename", "delete"])
def test_a_deployment_under_way_does_not_notice_that_its_template_goes(house: House, deed: str) -> None:
    house.template("CUSTOM_A", raid("1"), vmx("on"))
    node = instance(house, "CUSTOM_A", driver_info={"fake_wait_at": "raid.apply_configuration"})
    operation = house.demand(node, "active")
    assert operation is not None
    house.run()
    assert house.read(node).provision_state == "wait call-back"
    house.forget_templates()
    if deed == "rename":
        house.template("CUSTOM_B", RESET)
    house.poke(node)
    assert house.operation(operation).status == "done", house.operation(operation).error
    assert house.ran(operation) == ["raid.apply_configuration", "bios.apply_configuration", "deploy.deploy"]


def test_a_trait_that_is_taken_from_the_node_while_it_is_deployed_changes_nothing(house: House) -> None:
    house.template("CUSTOM_A", vmx("on"))
    node = instance(house, "CUSTOM_A", driver_info={"fake_wait_at": "bios.apply_configuration"})
    operation = house.demand(node, "active")
    assert operation is not None
    house.run()
    change_node(house.database, node, instance_info="{}")
    house.poke(node)
    assert house.ran(operation) == ["bios.apply_configuration", "deploy.deploy"]
