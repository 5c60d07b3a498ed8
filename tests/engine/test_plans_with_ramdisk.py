"""What only the ramdisk knows is postponed in a plan, said to be so, and judged when the ramdisk has told its steps."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

import pytest
from typing_extensions import override

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.fake.deploy import FakeDeploy
from bessemer.model.step import Step, StepKind
from tests.engine.house import House, step

TOLD = "agent_steps"
"""The key of driver_internal_info in which the deploy interface of these tests remembers what its ramdisk told."""


class RamdiskDeploy(FakeDeploy):
    """Deploys through a ramdisk, whose steps are known once it has told them."""

    needs_ramdisk: ClassVar[bool] = True

    @override
    def get_steps(self, kind: StepKind, node: NodeView) -> tuple[Step, ...]:
        told = [
            Step(kind=kind, interface="deploy", step=name, priority=priority)
            for name, priority in node.driver_internal_info.get(TOLD, {}).items()
        ]
        return (*super().get_steps(kind, node), *told)


@pytest.fixture
def ramdisk_house(house: House) -> House:
    """A house whose pretended machines work through a ramdisk."""
    interfaces = cast("Mapping[str, dict[str, Interface]]", house.loaded.types["fake-hardware"])
    deploy = RamdiskDeploy()
    deploy.name = "fake"
    interfaces["deploy"]["fake"] = deploy
    return house


def postponed(plan: dict[str, Any]) -> list[str]:
    return [each["step"] for each in plan["steps"] if each["postponed"]]


def test_a_step_that_nobody_knows_yet_is_postponed_and_not_refused(ramdisk_house: House) -> None:
    node = ramdisk_house.node()
    plan = ramdisk_house.plan(node, "active", deploy_steps=[step("deploy.erase_devices", 90)])
    assert (plan["refusals"], postponed(plan)) == ([], ["erase_devices"])
    assert (plan["ramdisk_may_bring_more"], plan["uses_ramdisk"]) == (True, True)
    assert [each["destructive"] for each in plan["steps"]] == [True, True]


def test_a_step_that_the_ramdisk_has_told_is_known_by_its_source(ramdisk_house: House) -> None:
    node = ramdisk_house.node(driver_internal_info={TOLD: {"erase_devices": 0}})
    plan = ramdisk_house.plan(node, "active", deploy_steps=[step("deploy.erase_devices", 90)])
    assert postponed(plan) == []
    listed = ramdisk_house.question("steps", node)
    sources = {(each["kind"], each["step"]): each["source"] for each in listed["steps"]}
    assert (sources["deploy", "erase_devices"], sources["deploy", "deploy"]) == ("agent", "driver")
    assert listed["ramdisk_may_bring_more"] is True


def test_a_cleaning_shows_that_the_ramdisk_may_add_to_it(ramdisk_house: House) -> None:
    node = ramdisk_house.node(provision_state="manageable", driver_internal_info={TOLD: {"erase_devices": 10}})
    plan = ramdisk_house.plan(node, "provide")
    assert plan["ramdisk_may_bring_more"] is True
    assert "erase_devices" in [each["step"] for each in plan["steps"]]


def test_a_cleaning_that_does_without_the_ramdisk_knows_all_of_its_steps(ramdisk_house: House) -> None:
    node = ramdisk_house.node(provision_state="manageable")
    asked = [{"interface": "deploy", "step": "erase_devices"}]
    assert postponed(ramdisk_house.plan(node, "clean", clean_steps=asked)) == ["erase_devices"]
    (refusal,) = ramdisk_house.plan(node, "clean", clean_steps=asked, disable_ramdisk=True)["refusals"]
    assert (refusal["check"], "erase_devices" in refusal["reason"]) == ("steps", True)


def test_templates_with_steps_of_the_ramdisk_are_no_fault_before_it_has_told(ramdisk_house: House) -> None:
    """R-DT-5."""
    ramdisk_house.template("CUSTOM_ERASE", step("deploy.erase_devices", 90))
    info = {"traits": ["CUSTOM_ERASE"]}
    node = ramdisk_house.node(traits=("CUSTOM_ERASE",), instance_info=info)
    assert ramdisk_house.validate(node)["deploy"] == {"result": True}
    assert postponed(ramdisk_house.plan(node, "active")) == ["erase_devices"]
    advised = ramdisk_house.node(traits=("CUSTOM_ERASE",))
    assert ramdisk_house.plan(advised, "active")["advice"] == []
