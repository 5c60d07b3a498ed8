"""Inspection rules through openstacksdk."""

from typing import Any

import pytest
from openstack import exceptions

CONDITION = {"op": "gt", "args": {"values": ["{inventory[cpu][count]}", 8]}}
ACTIONS = [{"op": "add-trait", "args": {"name": "CUSTOM_{item}"}, "loop": ["A", "B"]}]


@pytest.fixture
def rule(sdk: Any) -> Any:
    """A rule."""
    return sdk.create_inspection_rule(description="d", priority=3, conditions=[CONDITION], actions=ACTIONS)


def test_a_rule_is_created_and_shown(sdk: Any, rule: Any) -> None:
    found = sdk.get_inspection_rule(rule.id)
    for each in (rule, found):
        assert (each.description, each.priority, each.phase, each.sensitive) == ("d", 3, "main", False)
        assert (each.conditions, each.actions) == ([CONDITION], ACTIONS)


def test_rules_are_listed(sdk: Any, rule: Any) -> None:
    assert [each.id for each in sdk.inspection_rules()] == [rule.id]
    assert [each.actions for each in sdk.inspection_rules(detail=True)] == [ACTIONS]
    assert [each.priority for each in sdk.inspection_rules(fields=["uuid", "priority"])] == [3]


def test_a_rule_is_changed(sdk: Any, rule: Any) -> None:
    assert sdk.update_inspection_rule(rule, description="new").description == "new"
    patch = [{"op": "replace", "path": "/priority", "value": 9}]
    assert sdk.patch_inspection_rule(rule.id, patch).priority == 9
    found = sdk.get_inspection_rule(rule.id)
    assert (found.description, found.priority, found.actions) == ("new", 9, ACTIONS)


def test_a_rule_is_deleted(sdk: Any, rule: Any) -> None:
    sdk.delete_inspection_rule(rule.id)
    with pytest.raises(exceptions.NotFoundException):
        sdk.get_inspection_rule(rule.id)


def test_a_refusal_says_what_is_wrong(sdk: Any) -> None:
    with pytest.raises(exceptions.BadRequestException, match="unknown op"):
        sdk.create_inspection_rule(actions=[{"op": "no-such", "args": {}}])
