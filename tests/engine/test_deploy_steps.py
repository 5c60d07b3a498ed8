"""Deployments are made of steps: their order, what a node shows of them, how they wait, fail and go on: R-DS."""

from itertools import pairwise
from typing import Any

import pytest

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.kinds import CONTRACTS
from bessemer.drivers.contract.outcome import Done, Failed, Waiting, outcome_from_return
from bessemer.drivers.contract.steps import DeclarationError, clean_step, declarations_of, deploy_step
from bessemer.engine.flows.table import FLOWS
from bessemer.engine.node_views import node_view
from bessemer.model.operation import OperationKind
from bessemer.model.step import StepKind
from bessemer.rules.step_order import INTERFACES_OF, in_order
from bessemer.testing.builders import change_node
from tests.engine.house import House, step

WAIT = {"fake_wait_at": "deploy.deploy"}


def begun(house: House, node: str, target: str = "active", **arguments: Any) -> int:
    """Begin a piece of work and let it go as far as it can; gives the operation."""
    operation = house.demand(node, target, **arguments)
    assert operation is not None
    house.run()
    return operation


def test_a_step_of_deployments_may_be_aborted_and_takes_a_priority() -> None:
    """R-DS-1, R-DS-2, R-DS-3, R-DS-4: what the decorators say, and that one method may have two of them."""

    @clean_step(0, {"level": {"description": "0 or 1", "required": True}})
    @deploy_step(70, {"level": {"description": "0 or 1", "required": True}})
    def build(self: object, node: object, turn: object, *, level: int) -> None:
        raise AssertionError

    told = declarations_of(build)
    assert (told[StepKind.DEPLOY].priority, told[StepKind.DEPLOY].abortable) == (70, True)
    assert (told[StepKind.CLEAN].priority, told[StepKind.CLEAN].abortable) == (0, False)
    assert told[StepKind.DEPLOY].arguments["level"].required
    for wrong in (-1, "70", None, 1.5):
        with pytest.raises(DeclarationError, match="priority"):
            deploy_step(wrong)(build)  # type: ignore[arg-type]
    with pytest.raises(DeclarationError, match="unknown key"):
        deploy_step(1, {"level": {"description": "0 or 1", "default": 0}})(build)


def test_steps_run_by_priority_one_after_the_other(house: House) -> None:
    """R-DS-6, R-DS-7, R-DS-8: the highest first, those that a person asks for among them, equal ones by interface."""
    steps = [
        step("raid.delete_configuration", 50),
        step("bios.factory_reset", 50),
        step("deploy.write_image", 120),
        step("management.nothing", 0),
    ]
    node = house.node()
    operation = begun(house, node, deploy_steps=steps[:3])
    order = ["deploy.write_image", "deploy.deploy", "bios.factory_reset", "raid.delete_configuration"]
    assert house.ran(operation) == order
    runs = [run for run in house.timeline(operation) if run["step_index"] is not None]
    assert all(before["ended_at"] <= after["started_at"] for before, after in pairwise(runs))


def test_ties_are_broken_by_interface() -> None:
    """R-DS-5, R-DS-6: the seven interfaces that are asked for deploy steps, in their order."""
    names = ("vendor", "power", "management", "firmware", "deploy", "bios", "raid")
    assert INTERFACES_OF[StepKind.DEPLOY] == names

    class Placed:
        priority = 10

        def __init__(self, interface: str) -> None:
            self.interface = interface

    found = in_order(StepKind.DEPLOY, [Placed(name) for name in reversed(names)])
    assert [each.interface for each in found] == list(names)


def test_a_node_shows_the_step_that_runs_and_the_whole_list(house: House) -> None:
    """R-DS-11, R-DS-12, R-DS-13, R-DS-14: while a step waits, and R-DS-16, R-DS-18 before and after."""
    node = house.node(driver_info=WAIT)
    before = house.read(node)
    assert before.deploy_step == {}
    assert "deploy_steps" not in before.driver_internal_info
    begun(house, node, deploy_steps=[step("deploy.write_image", 110)])
    during = house.read(node)
    assert during.provision_state == "wait call-back"
    assert (during.deploy_step["interface"], during.deploy_step["step"]) == ("deploy", "deploy")
    told = during.driver_internal_info
    assert [each["step"] for each in told["deploy_steps"]] == ["write_image", "deploy"]
    assert told["deploy_step_index"] == 1
    house.poke(node)
    after = house.read(node)
    assert after.provision_state == "active"
    assert after.deploy_step == {}
    assert after.driver_internal_info["deploy_steps"] is None
    assert "deploy_step_index" not in after.driver_internal_info


def test_a_failure_names_the_step_and_what_to_do(house: House) -> None:
    """R-DS-17: the field is emptied; the operation and last_error name the step, the cause and the remedy."""
    node = house.node(driver_info={"fake_fail_at": "deploy.deploy"})
    operation = house.operation(begun(house, node))
    found = house.read(node)
    assert (found.provision_state, found.deploy_step) == ("deploy failed", {})
    assert "deploy.deploy" in str(found.last_error)
    assert "Take deploy.deploy out of fake_fail_at" in str(found.last_error)
    assert operation.status == "failed"
    assert str(operation.error).startswith("deploy.deploy: ")
    assert operation.remedy is not None


@pytest.mark.parametrize(
    ("returned", "kind"),
    [
        (None, Done),
        ("wait call-back", Waiting),
        (Done(), Done),
        (Waiting(memo=1), Waiting),
        (3, Failed),
        ("on", Failed),
    ],
)
def test_what_a_step_returns_is_understood(returned: object, kind: type) -> None:
    """R-DS-20: nothing is done, a waiting state waits, anything else fails with a sentence."""
    assert isinstance(outcome_from_return(returned, "deploy.deploy"), kind)


def test_what_a_driver_raises_fails_the_deployment_with_a_sentence(house: House) -> None:
    """R-DS-20: raises on failure; here it is the argument that the step cannot read."""
    node = house.node()
    arguments = step("raid.apply_configuration", 90, raid_config={"logical_disks": [{"size_gb": "much"}]})
    begun(house, node, deploy_steps=[arguments])
    found = house.read(node)
    assert found.provision_state == "deploy failed"
    assert "raid.apply_configuration" in str(found.last_error)


def test_every_interface_can_be_asked_for_its_steps(house: House) -> None:
    """R-DS-19, R-DS-25, R-DS-30: one that declares none has none, and none knows what it is run for."""

    class Bare(Interface):
        kind = "power"

    assert Bare().get_steps(StepKind.DEPLOY, house.database.read(node_view, house.node())) == ()
    assert [kind for kind, contract in CONTRACTS.items() if not issubclass(contract, Interface)] == []


def test_a_deployment_whose_steps_are_all_switched_off_fails(house: House) -> None:
    """R-DS-21, R-DS-22: there is no other way to deploy than by steps."""
    node = house.node()
    begun(house, node, deploy_steps=[step("deploy.deploy", 0)])
    found = house.read(node)
    assert found.provision_state == "deploy failed"
    assert "no steps" in str(found.last_error)


def test_a_deployment_goes_on_in_another_life_of_its_conductor(new_house: House) -> None:
    """R-DS-23: everything it needs is kept."""
    node = new_house.node(driver_info=WAIT)
    operation = begun(new_house, node)
    new_house.die_and_return()
    new_house.poke(node)
    assert new_house.operation(operation).status == "done"
    assert new_house.read(node).provision_state == "active"


def test_one_runner_leads_every_kind_of_steps() -> None:
    """R-DS-27: the flows differ in data only."""
    kinds = {stage.steps for flow in FLOWS.values() for stage in flow.stages if stage.steps is not None}
    assert kinds == set(StepKind)
    assert set(FLOWS) == set(OperationKind)


def test_an_operation_of_another_release_ends_with_a_sentence(new_house: House) -> None:
    """Nothing is stuck because a stage was renamed."""
    node = new_house.node(driver_info=WAIT)
    operation = begun(new_house, node)
    with new_house.database.writing() as tx:
        tx._cursor.execute("UPDATE operations SET stage = 'polish', status = 'running' WHERE id = ?", (operation,))
    new_house.die_and_return()
    new_house.run()
    found = new_house.read(node)
    assert found.provision_state == "deploy failed"
    assert "knows no stage 'polish'" in str(found.last_error)


def test_an_operation_whose_node_was_led_elsewhere_ends(new_house: House) -> None:
    """It is not tried for ever, and the node stays where somebody put it."""
    node = new_house.node(driver_info=WAIT)
    operation = begun(new_house, node)
    change_node(new_house.database, node, provision_state="active")
    new_house.wait(4000)
    assert new_house.operation(operation).status == "failed"
    assert new_house.read(node).provision_state == "active"


def test_a_deployment_is_aborted_while_it_waits(house: House) -> None:
    """R-DS-9: as clients know it today."""
    node = house.node(driver_info=WAIT)
    operation = begun(house, node)
    house.abort(node)
    assert house.read(node).provision_state == "deploy failed"
    assert house.operation(operation).status == "aborted"
    assert "aborted" in str(house.read(node).last_error)


def test_a_deployment_waits_no_longer_than_it_may(house: House) -> None:
    """What nobody calls back for ends at its deadline, with the option that says so."""
    node = house.node(driver_info=WAIT)
    begun(house, node)
    house.wait(1700)
    assert house.read(node).provision_state == "wait call-back"
    house.wait(200)
    found = house.read(node)
    assert found.provision_state == "deploy failed"
    assert "1800 s that the option conductor.deploy_callback_timeout allows" in str(found.last_error)


def test_an_empty_node_needs_an_operation_to_be_at_work(house: House) -> None:
    """The database itself refuses a node that works or waits without an operation."""
    node = house.node()
    with pytest.raises(Exception, match=r"(?i)constraint|check"), house.database.writing() as tx:
        tx._cursor.execute(f"UPDATE nodes SET provision_state = 'deploying' WHERE uuid = '{node}'")
