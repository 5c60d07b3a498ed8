"""Which lists of steps templates and runbooks may have, and what becomes of their secrets."""

from typing import Any

import pytest

from bessemer.model.errors import Invalid
from bessemer.model.masking import MASK, masked
from bessemer.model.step_lists import Runbook
from bessemer.rules.runbooks import check_plain_flags, check_runbook_name, settled_ownership
from bessemer.rules.step_lists import INTERFACES, RUNBOOK_STEPS, TEMPLATE_STEPS, checked_steps, with_secrets_kept

STEP: dict[str, Any] = {"interface": "bios", "step": "apply", "args": {}, "priority": 10}


def step(**changes: Any) -> dict[str, Any]:
    return {**STEP, **changes}


def runbook(**fields: Any) -> Runbook:
    plain: dict[str, Any] = {
        "id": 1,
        "uuid": "u",
        "name": "r",
        "steps": [],
        "disable_ramdisk": False,
        "public": False,
        "owner": None,
        "extra": {},
        "description": None,
        "traits": [],
        "created_at": "",
        "updated_at": None,
    }
    return Runbook(**{**plain, **fields})


@pytest.mark.parametrize("interface", INTERFACES)
def test_steps_of_seven_kinds_of_interface_may_be_asked_for(interface: str) -> None:
    assert checked_steps(TEMPLATE_STEPS, [step(interface=interface)]) == [step(interface=interface)]


def test_a_priority_of_digits_is_kept_as_a_number() -> None:
    assert checked_steps(TEMPLATE_STEPS, [step(priority="070")])[0]["priority"] == 70


@pytest.mark.parametrize(
    "bad",
    [
        step(interface="network"),
        step(interface=None),
        step(step=""),
        step(step="x" * 256),
        step(step="a\0b"),
        step(step=3),
        step(args=None),
        step(args=[]),
        step(priority=-1),
        step(priority=1.5),
        step(priority=True),
        step(priority="x"),
        step(priority=None),
        step(priority=2**31),
        step(order=1),
        {"interface": "bios", "step": "apply", "args": {}},
        {"interface": "bios", "step": "apply", "priority": 1},
        "apply",
        None,
    ],
)
def test_a_wrong_step_is_refused_by_its_place(bad: Any) -> None:
    with pytest.raises(Invalid, match="tep 1"):
        checked_steps(TEMPLATE_STEPS, [STEP, bad])


def test_a_list_without_steps_is_refused() -> None:
    with pytest.raises(Invalid, match="at least one"):
        checked_steps(TEMPLATE_STEPS, [])


def test_a_template_repeats_a_step_with_other_arguments() -> None:
    steps = [step(args={"disk": "sda", "n": 1}), step(args={"disk": "sdb", "n": 1})]
    assert checked_steps(TEMPLATE_STEPS, steps) == steps


def test_a_template_does_not_repeat_a_step_with_the_same_arguments() -> None:
    with pytest.raises(Invalid, match=r"repeats bios\.apply"):
        checked_steps(TEMPLATE_STEPS, [step(args={"a": 1, "b": 2}), step(args={"b": 2, "a": 1}, priority=5)])


def test_a_runbook_does_not_repeat_a_step_at_all() -> None:
    first = {"interface": "bios", "step": "apply", "order": 1}
    with pytest.raises(Invalid, match="repeats"):
        checked_steps(RUNBOOK_STEPS, [first, {**first, "args": {"a": 1}}])


def test_a_core_step_can_be_left_out_but_not_moved() -> None:
    core = step(interface="deploy", step="deploy")
    assert checked_steps(TEMPLATE_STEPS, [{**core, "priority": "0"}])[0]["priority"] == 0
    with pytest.raises(Invalid, match="core step"):
        checked_steps(TEMPLATE_STEPS, [core])


def test_a_step_of_a_runbook_needs_an_order_and_no_arguments() -> None:
    given = {"interface": "raid", "step": "create", "order": "2"}
    assert checked_steps(RUNBOOK_STEPS, [given]) == [{"interface": "raid", "step": "create", "args": {}, "order": 2}]
    with pytest.raises(Invalid, match="needs order"):
        checked_steps(RUNBOOK_STEPS, [{"interface": "raid", "step": "create"}])
    with pytest.raises(Invalid, match="priority"):
        checked_steps(RUNBOOK_STEPS, [{**given, "priority": 1}])


def test_secrets_survive_a_client_that_writes_back_what_it_was_shown() -> None:
    old = [
        step(args={"password": "one", "disk": "a"}),
        step(args={"password": "two", "disk": "b"}),
        step(step="other", args={"token": "three"}),
    ]
    shown = [{**each, "args": masked(each["args"])} for each in old]
    assert with_secrets_kept(shown, old) == old
    assert with_secrets_kept([shown[2], shown[0], shown[1]], old) == [old[2], old[0], old[1]]


def test_a_secret_stays_with_its_step_when_other_arguments_change() -> None:
    changed = with_secrets_kept(
        [step(args={"password": MASK, "disk": "b"})], [step(args={"password": "one", "disk": "a"})]
    )
    assert changed == [step(args={"password": "one", "disk": "b"})]


def test_steps_that_look_the_same_keep_their_secrets_by_place() -> None:
    old = [step(args={"password": "one"}), step(args={"password": "two"})]
    assert with_secrets_kept([step(args={"password": MASK})] * 2, old) == old


def test_a_mask_that_hides_nothing_stays_as_it_is() -> None:
    shown = [step(step="new", args={"password": MASK}), {"args": {"password": MASK}}, 3]
    assert with_secrets_kept(shown, [step(args={"password": "one"})]) == shown
    assert with_secrets_kept("steps", []) == "steps"


def test_a_runbook_that_becomes_public_loses_its_owner() -> None:
    assert settled_ownership(runbook(owner="p"), {"public": True}) == {"public": True, "owner": None}


@pytest.mark.parametrize(
    ("before", "changes"), [(runbook(public=True), {"owner": "p"}), (runbook(), {"owner": "p", "public": True})]
)
def test_a_public_runbook_gets_no_owner(before: Runbook, changes: dict[str, Any]) -> None:
    with pytest.raises(Invalid, match="no owner"):
        settled_ownership(before, changes)


def test_an_empty_owner_is_none() -> None:
    assert settled_ownership(runbook(owner="p"), {"owner": ""}) == {"owner": None}


def test_a_runbook_takes_an_owner_when_it_stops_being_public() -> None:
    changes = {"owner": "p", "public": False}
    assert settled_ownership(runbook(public=True), changes) == changes


@pytest.mark.parametrize("word", ["yes", 1, "true", []])
def test_flags_of_runbooks_are_no_words(word: Any) -> None:
    with pytest.raises(Invalid, match="public"):
        check_plain_flags({"public": word})


def test_old_versions_name_runbooks_after_traits() -> None:
    check_runbook_name("anything", 112, frozenset())
    check_runbook_name("CUSTOM_A", 111, frozenset())
    check_runbook_name("HW_X", 111, frozenset({"HW_X"}))
    with pytest.raises(Invalid, match="trait"):
        check_runbook_name("anything", 111, frozenset())
