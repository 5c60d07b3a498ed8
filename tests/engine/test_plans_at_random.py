"""A thousand deployments put together at random run exactly the steps that were planned, with the same arguments."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.house import House, Step, step

COMBINATIONS = 1000

RAID = {"logical_disks": [{"size_gb": "MAX", "raid_level": "1", "is_root_volume": True}]}
PRIORITIES = st.sampled_from([0, 1, 50, 99, 100, 101, 200])
ANY_STEP = st.one_of(
    st.builds(lambda at, name: step("bios.apply_configuration", at, settings=[{"name": name, "value": "1"}]),
              PRIORITIES, st.sampled_from("ABC")),
    st.builds(lambda at: step("bios.factory_reset", at), PRIORITIES),
    st.builds(lambda at: step("raid.delete_configuration", at), PRIORITIES),
    st.builds(lambda at, keep: step("raid.apply_configuration", at, raid_config=RAID, delete_existing=keep),
              PRIORITIES, st.booleans()),
    st.builds(lambda at: step("deploy.write_image", at), PRIORITIES),
    st.builds(lambda at: step("power.wait", at), PRIORITIES.filter(bool)).map(lambda each: {**each, "step": "reboot"}),
)  # fmt: skip


def _identity(each: Step) -> str:
    at = each["priority"] if each["step"] == "reboot" else ""
    return f"{each['interface']}.{each['step']} {each['args']} {at}"


LISTS = st.lists(ANY_STEP, max_size=4, unique_by=_identity)
TEMPLATES = st.dictionaries(st.sampled_from([f"CUSTOM_{word}" for word in "ABCD"]), LISTS.filter(bool), max_size=3)


@settings(
    max_examples=COMBINATIONS,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(templates=TEMPLATES, requested=LISTS, rebuilds=st.booleans())
def test_a_plan_is_what_then_runs(
    house: House, templates: dict[str, list[Step]], requested: list[Step], *, rebuilds: bool
) -> None:
    house.forget_templates()
    for name, steps in templates.items():
        house.template(name, *steps)
    state, target = ("active", "rebuild") if rebuilds else ("available", "active")
    node = house.node(
        provision_state=state, traits=tuple(sorted(templates)), instance_info={"traits": sorted(templates)}
    )
    plan = house.plan(node, target, deploy_steps=requested)
    assert plan["refusals"] == []
    operation = house.demand(node, target, agreed=plan["digest"], deploy_steps=requested)
    assert operation is not None
    house.run()
    done = house.operation(operation)
    assert done.status == "done", done.error
    assert house.ran(operation) == [f"{each['interface']}.{each['step']}" for each in plan["steps"]]
    assert [_compared(each) for each in done.steps] == [_compared(each) for each in plan["steps"]]


def _compared(each: dict[str, Any]) -> tuple[Any, ...]:
    return each["interface"], each["step"], each["args"], each["priority"]
