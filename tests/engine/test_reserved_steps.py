"""The steps that every machine has really run: they are kept in the list, in the timeline, and do what they say."""

from typing import Any

import pytest

from bessemer.testing.builders import node_id
from tests.engine.house import House, step

HOLD = {"interface": "power", "step": "hold"}


def clean(house: House, node: str, *steps: dict[str, Any]) -> int:
    operation = house.demand(node, "clean", clean_steps=list(steps))
    assert operation is not None
    house.run()
    return operation


def named(name: str, **more: Any) -> dict[str, Any]:
    interface, _, word = name.partition(".")
    return {"interface": interface, "step": word, **more}


def manageable(house: House, **fields: Any) -> str:
    return house.node(provision_state="manageable", **fields)


def test_a_cleaning_of_reserved_steps_runs_all_of_them(house: House) -> None:
    """Defect 1: they vanished from the list, and a cleaning of them did nothing."""
    node = manageable(house, power_state="power on")
    operation = clean(house, node, named("power.power_off"), HOLD, named("power.power_on"))
    assert house.read(node).provision_state == "clean hold"
    house.unhold(node)
    assert house.read(node).provision_state == "manageable"
    assert house.ran(operation) == ["power.power_off", "power.hold", "power.power_on"]
    assert house.asked(node).count("power.set_power_state") == 2


def test_a_deployment_holds_where_it_is_told_to(house: House) -> None:
    """Defect 1: it went straight to active."""
    node = house.node()
    operation = house.demand(node, "active", deploy_steps=[step("power.hold", 150)])
    assert operation is not None
    house.run()
    assert house.read(node).provision_state == "deploy hold"
    house.wait(10 * 86_400)
    assert house.read(node).provision_state == "deploy hold"
    house.unhold(node)
    assert house.read(node).provision_state == "active"
    assert house.ran(operation) == ["power.hold", "deploy.deploy"]


def test_a_wait_lasts_as_long_as_it_says(house: House) -> None:
    node = manageable(house)
    operation = clean(house, node, named("power.wait", args={"seconds": 20}))
    assert house.read(node).provision_state == "clean wait"
    house.wait(15)
    assert house.operation(operation).status == "waiting"
    house.wait(6)
    assert house.read(node).provision_state == "manageable"


def test_a_wait_without_a_time_lasts_until_the_machine_is_heard_of(house: House) -> None:
    node = manageable(house)
    clean(house, node, named("power.wait"))
    assert house.read(node).provision_state == "clean wait"
    house.hear(node)
    assert house.read(node).provision_state == "manageable"


@pytest.mark.parametrize("fails", [False, True])
def test_child_nodes_run_the_steps_that_are_theirs(house: House, *, fails: bool) -> None:
    """Defect 1; a failure of a child is told with its UUID."""
    node = manageable(house)
    info = {"fake_fail_at": "raid.delete_configuration"} if fails else {}
    children = [house.node(parent_node=node, driver_info=info) for _ in range(2)]
    operation = clean(house, node, named("raid.delete_configuration", execute_on_child_nodes=True))
    asked = [house.asked(child) for child in children]
    assert all("raid.delete_configuration" in each for each in asked)
    assert "raid.delete_configuration" not in house.asked(node)
    state = house.read(node).provision_state
    assert state == ("clean failed" if fails else "manageable")
    assert house.ran(operation) == ["raid.delete_configuration"]
    if fails:
        assert any(child in str(house.read(node).last_error) for child in children)
    assert node_id(house.database, node) > 0


def test_what_cannot_be_aborted_is_aborted_afterwards(house: House) -> None:
    node = manageable(house, driver_info={"fake_wait_at": "raid.delete_configuration"})
    operation = clean(house, node, named("raid.delete_configuration"), named("raid.delete_configuration"))
    house.abort(node)
    assert house.read(node).provision_state == "clean wait"
    house.poke(node)
    found = house.read(node)
    assert (found.provision_state, found.maintenance) == ("clean failed", False)
    assert house.operation(operation).status == "aborted"
    assert house.ran(operation) == ["raid.delete_configuration"]


def test_a_cleaning_that_fails_in_a_step_puts_the_node_into_maintenance(house: House) -> None:
    node = manageable(house, driver_info={"fake_fail_at": "raid.delete_configuration"})
    clean(house, node, named("raid.delete_configuration"))
    found = house.read(node)
    assert (found.provision_state, found.maintenance, found.fault) == ("clean failed", True, "clean failure")
    assert "raid.delete_configuration" in str(found.maintenance_reason)


def test_a_rebuild_of_the_same_image_is_a_deployment(house: House) -> None:
    """Defect 2: it was answered with 500."""
    node = house.node(provision_state="active", instance_info={"image_source": "http://192.0.2.1/i.raw"})
    operation = house.demand(node, "rebuild")
    assert operation is not None
    house.run()
    assert house.read(node).provision_state == "active"
    assert house.ran(operation) == ["deploy.deploy"]


def test_a_step_that_nobody_knows_is_refused_where_no_ramdisk_will_bring_it(house: House) -> None:
    """Defect 7: it was dropped without a word."""
    node = house.node()
    operation = house.demand(node, "active", deploy_steps=[step("bios.paint_it_black", 90)])
    assert operation is not None
    house.run()
    found = house.read(node)
    assert found.provision_state == "deploy failed"
    assert "bios.paint_it_black" in str(found.last_error)


def test_an_unsafe_step_is_not_run_twice(new_house: House) -> None:
    """A conductor that dies over it leaves a failure that says so."""
    node = new_house.node(driver_info={"fake_wait_at": "firmware.update"})
    operation = new_house.demand(node, "active", deploy_steps=[step("firmware.update", 90, settings=[])])
    assert operation is not None
    new_house.run()
    with new_house.database.writing() as tx:
        tx._cursor.execute("UPDATE operations SET status = 'running', wake_at = NULL WHERE id = ?", (operation,))
    new_house.die_and_return()
    new_house.run()
    found = new_house.read(node)
    assert found.provision_state == "deploy failed"
    assert "not safe to run it twice" in str(found.last_error)
    assert new_house.asked(node).count("firmware.update") == 1
