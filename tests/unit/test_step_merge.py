"""The list of a deployment: the same whatever order its sources come in, with nothing lost and nothing invented."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.model.plan import OriginKind, PlannedStep, StepPlan, StepRequest
from bessemer.model.step import Argument, Step, StepKind
from bessemer.rules.reserved_steps import identity_of
from bessemer.rules.step_merge import DeploySources, deploy_plan
from bessemer.rules.step_order import RANKS, in_order
from bessemer.rules.step_replan import continued

ANY = {name: Argument(description="Anything.") for name in ("a", "b")}
CORE = ("deploy", "deploy")


def known(interface: str, step: str, priority: int) -> Step:
    return Step(kind=StepKind.DEPLOY, interface=interface, step=step, priority=priority, arguments=ANY)


def asked(interface: str, step: str, priority: int, **args: Any) -> StepRequest:
    return StepRequest(interface=interface, step=step, priority=priority, args=args)


KNOWN = (
    known("deploy", "deploy", 100),
    known("deploy", "write_image", 80),
    known("raid", "create", 0),
    known("raid", "delete", 40),
    known("bios", "apply", 0),
    known("bios", "reset", 40),
    known("vendor", "log", 40),
    known("firmware", "update", 0),
)
NAMES = [(step.interface, step.step) for step in KNOWN]

ARGUMENTS = st.dictionaries(st.sampled_from(["a", "b"]), st.integers(0, 2), max_size=2)
REQUESTS = st.builds(
    lambda name, priority, args: asked(name[0], name[1], 0 if name == CORE else priority, **args),
    st.sampled_from(NAMES),
    st.integers(0, 120),
    ARGUMENTS,
)
STEPS = st.lists(REQUESTS, max_size=6).map(tuple)
TEMPLATES = st.dictionaries(st.sampled_from([f"CUSTOM_{word}" for word in "ABCDEF"]), STEPS, max_size=5)


def plan_of(
    templates: Mapping[str, Sequence[StepRequest]], requested: Sequence[StepRequest] = (), **others: Any
) -> StepPlan:
    sources = DeploySources(known=KNOWN, templates=templates, traits=tuple(templates), requested=requested)
    return deploy_plan(msgspec.structs.replace(sources, **others))


def titles(plan: StepPlan) -> list[str]:
    return [step.title for step in plan.order]


def likeness(step: StepRequest | PlannedStep) -> tuple[str, str, bytes, int | None]:
    return identity_of(step.interface, step.step, step.args, step.priority)


@given(TEMPLATES, STEPS, st.randoms(use_true_random=False))
def test_the_order_of_templates_and_traits_does_not_matter(
    templates: dict[str, tuple[StepRequest, ...]], requested: tuple[StepRequest, ...], chance: Any
) -> None:
    names = list(templates)
    chance.shuffle(names)
    shuffled = {name: templates[name] for name in names}
    chance.shuffle(names)
    assert plan_of(templates, requested) == plan_of(shuffled, requested, traits=(*names, "CUSTOM_WITHOUT"))


@given(TEMPLATES, STEPS)
def test_no_step_is_lost_or_invented(
    templates: dict[str, tuple[StepRequest, ...]], requested: tuple[StepRequest, ...]
) -> None:
    """R-DT-9, R-DT-13, R-DT-14: a name belongs to the request, else to the templates, else to the driver."""
    plan = plan_of(templates, requested)
    of_request = {(each.interface, each.step) for each in requested}
    of_templates = {(each.interface, each.step) for steps in templates.values() for each in steps} - of_request
    wanted = {likeness(each) for each in requested if each.priority}
    for steps in templates.values():
        wanted |= {likeness(each) for each in steps if each.priority and (each.interface, each.step) in of_templates}
    wanted |= {
        identity_of(step.interface, step.step, {}, step.priority)
        for step in KNOWN
        if step.priority and (step.interface, step.step) not in of_request | of_templates
    }
    # Of what is asked for twice the highest priority counts, so a step that one template has off may run all the same.
    found = [likeness(step) for step in plan.order]
    assert set(found) == wanted
    assert max(Counter(found).values(), default=1) == 1


@given(TEMPLATES, STEPS)
def test_the_order_is_total_and_stable(
    templates: dict[str, tuple[StepRequest, ...]], requested: tuple[StepRequest, ...]
) -> None:
    """R-DT-10."""
    order = plan_of(templates, requested).order
    keys = [(-step.priority, RANKS[StepKind.DEPLOY][step.interface]) for step in order]
    assert keys == sorted(keys)
    assert list(order) == in_order(StepKind.DEPLOY, order)


@given(TEMPLATES, STEPS)
def test_everything_that_is_left_out_is_told_why(
    templates: dict[str, tuple[StepRequest, ...]], requested: tuple[StepRequest, ...]
) -> None:
    plan = plan_of(templates, requested)
    named = {each.title for each in plan.order} | {each.title for each in plan.left_out}
    assert {f"{interface}.{step}" for interface, step in (likeness(each)[:2] for each in requested)} <= named
    assert all(each.why for each in plan.order)
    assert all(each.why for each in plan.left_out)


@given(TEMPLATES, STEPS, st.integers(0, 12))
def test_a_list_that_is_made_anew_under_way_loses_nothing_and_repeats_nothing(
    templates: dict[str, tuple[StepRequest, ...]], requested: tuple[StepRequest, ...], place: int
) -> None:
    plan = plan_of(templates, requested)
    again = continued(plan, plan.order[:place])
    assert Counter(map(likeness, again.order)) == Counter(map(likeness, plan.order))
    assert again.order[:place] == plan.order[:place]


def test_priority_0_of_a_template_switches_off_what_the_driver_has_on() -> None:
    """R-DT-16."""
    plan = plan_of({"CUSTOM_A": [asked("deploy", "write_image", 0)]})
    assert "deploy.write_image" in titles(plan_of({}))
    assert "deploy.write_image" not in titles(plan)


def test_a_step_of_priority_0_runs_only_when_asked_for() -> None:
    """R-DT-11, R-DT-12."""
    assert "raid.create" not in titles(plan_of({}))
    assert titles(plan_of({"CUSTOM_A": [asked("raid", "create", 90)]}))[:3] == [
        "deploy.deploy",
        "raid.create",
        "deploy.write_image",
    ]


def test_ties_are_broken_by_the_kind_of_interface() -> None:
    plan = plan_of({})
    assert titles(plan) == ["deploy.deploy", "deploy.write_image", "vendor.log", "bios.reset", "raid.delete"]


def test_two_templates_that_ask_for_the_same_are_both_named() -> None:
    """R-DT-14."""
    plan = plan_of({"CUSTOM_B": [asked("bios", "apply", 5, a=1)], "CUSTOM_A": [asked("bios", "apply", 9, a=1)]})
    (step,) = [each for each in plan.order if each.title == "bios.apply"]
    assert (step.priority, step.origin.kind, step.origin.names) == (9, OriginKind.TEMPLATE, ("CUSTOM_A", "CUSTOM_B"))


@pytest.mark.parametrize("by_request", [True, False])
def test_a_core_step_is_never_moved(*, by_request: bool) -> None:
    """R-DT-15."""
    moved = [asked("deploy", "deploy", 7)]
    with pytest.raises(Invalid, match="core step"):
        plan_of({} if by_request else {"CUSTOM_A": moved}, moved if by_request else ())


def test_what_the_ramdisk_may_bring_is_postponed_and_judged_once_it_has_reported() -> None:
    brought = [asked("deploy", "erase_devices", 90)]
    early = plan_of({"CUSTOM_A": brought}, ramdisk_brings_more=True)
    assert [step.title for step in early.postponed] == ["deploy.erase_devices"]
    with pytest.raises(Invalid, match=r"no deploy step deploy\.erase_devices"):
        plan_of({"CUSTOM_A": brought}, ramdisk_brings_more=False)


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = [asked("raid", "paint", 1), asked("bios", "apply", 1, c=3)]
    with pytest.raises(Invalid) as refused:
        plan_of({"CUSTOM_A": wrong}, ramdisk_brings_more=False)
    assert "raid.paint" in refused.value.message
    assert "does not take the arguments c" in refused.value.message
