"""Inspection rules: which conditions hold, what actions change, and that a rule that fails changes nothing."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.rules.inspection.evaluating import Failure
from bessemer.rules.inspection.signatures import ACTIONS, CONDITIONS
from bessemer.rules.inspection.written_rules import checked_actions, checked_conditions
from tests.unit.inspected import MAC, NODE, PORT, act, inspected, report, rule

TRAIT = act("add-trait", name="CUSTOM_HELD")


def holds(condition: dict[str, Any]) -> bool:
    """Tell whether a rule with the condition acts."""
    kept = checked_conditions([condition])
    return inspected(rule(TRAIT, conditions=kept)).traits is not None


@pytest.mark.parametrize(
    ("op", "args", "expected"),
    [
        ("eq", {"values": ["{inventory[cpu][count]}", 8]}, True),
        ("eq", {"values": ["{inventory[cpu][count]}", "8"]}, True),
        ("eq", {"values": [8, 8.0, "{inventory[cpu][count]}"]}, False),
        ("eq", {"values": [1, True]}, False),
        ("eq", {"values": [1]}, True),
        ("eq", {"values": ["{node.name}", "r1"]}, True),
        ("lt", {"values": ["{inventory[cpu][count]}", 10]}, True),
        ("lt", {"values": ["9", "10"]}, True),
        ("lt", {"values": ["a", "b"]}, True),
        ("gt", {"values": ["{inventory[memory][physical_mb]}", 32767]}, True),
        ("gt", {"values": [3, 2, 1]}, True),
        ("gt", {"values": [3, 1, 2]}, False),
        ("is-empty", {"value": "{inventory[missing]}"}, True),
        ("is-empty", {"value": "{plugin_data[error]}"}, True),
        ("is-empty", {"value": []}, True),
        ("is-empty", {"value": "{inventory[cpu]}"}, False),
        ("in-net", {"address": "{inventory[bmc_address]}", "subnet": "198.51.100.0/24"}, True),
        ("in-net", {"address": "{inventory[interfaces][1][ipv6_address]}", "subnet": "fe80::/10"}, True),
        ("in-net", {"address": "203.0.113.1", "subnet": "198.51.100.0/24"}, False),
        ("matches", {"value": "{inventory[system_vendor][manufacturer]}", "regex": "Dell.*"}, True),
        ("matches", {"value": "{inventory[system_vendor][manufacturer]}", "regex": "ell"}, False),
        ("contains", {"value": "{inventory[system_vendor][manufacturer]}", "regex": "ell"}, True),
        ("one-of", {"value": "{inventory[cpu][architecture]}", "values": ["aarch64", "x86_64"]}, True),
        ("one-of", {"value": 8, "values": []}, False),
        ("is-none", {"value": "{plugin_data[error]}"}, True),
        ("is-none", {"value": "{inventory[missing]}"}, True),
        ("is-none", {"value": "{inventory[cpu]}"}, False),
        ("is-true", {"value": "{inventory[disks][0][rotational]}"}, True),
        ("is-true", {"value": "Yes"}, True),
        ("is-true", {"value": 0}, False),
        ("is-false", {"value": "{inventory[disks][1][rotational]}"}, True),
        ("is-false", {"value": None}, True),
        ("is-false", {"value": "maybe"}, False),
    ],
)
def test_what_conditions_ask(op: str, args: dict[str, Any], expected: bool) -> None:  # noqa: FBT001
    assert holds({"op": op, "args": args}) is expected
    assert holds({"op": f"!{op}", "args": args}) is not expected
    assert holds({"op": op, "args": list(args.values())}) is expected


def test_every_operator_and_every_action_is_tried() -> None:
    tried = {mark[0] for mark in test_what_conditions_ask.pytestmark[0].args[1]}
    assert tried == CONDITIONS.keys()
    done = {mark[0]["op"] for mark in test_what_actions_do.pytestmark[0].args[1]}
    assert done | {"fail", "log", "api-call"} == ACTIONS.keys()


@pytest.mark.parametrize(
    ("multiple", "items", "expected"),
    [
        (None, ["eth0", "none"], True),
        ("any", ["none", "eth0"], True),
        ("all", ["eth0", "none"], False),
        ("all", ["eth0", "eth0"], True),
        ("first", ["none", "eth0"], True),
        ("last", ["eth0", "none"], False),
        ("last", ["none", "eth0"], True),
        ("any", [], False),
        ("any", {"name": "x"}, False),
    ],
)
def test_conditions_in_loops(multiple: str | None, items: Any, expected: bool) -> None:  # noqa: FBT001
    args = {"values": ["{inventory[interfaces][0][name]}", "{item}"]}
    condition = {"op": "eq", "args": args, "loop": items, **({"multiple": multiple} if multiple else {})}
    assert holds(condition) is expected


def test_all_conditions_must_hold() -> None:
    yes, no = act("is-true", value=True), act("is-true", value=False)
    assert inspected(rule(TRAIT, conditions=[yes, yes])).traits is not None
    assert inspected(rule(TRAIT, conditions=[yes, no])).traits is None


@pytest.mark.parametrize(
    ("action", "node", "ports"),
    [
        (act("set-attribute", path="extra/cpus", value="{inventory[cpu][count]}"), {"extra": {"cpus": "8"}}, {}),
        (act("set-attribute", path="/extra/a/b", value=[1]), {"extra": {"a": {"b": [1]}}}, {}),
        (act("set-attribute", path="extra.a.b", value=1), {"extra": {"a": {"b": 1}}}, {}),
        (act("set-attribute", path="resource_class", value="{item}", loop=["a", "b"]), {"resource_class": "b"}, {}),
        (act("extend-attribute", path="extra/seen", value="x"), {"extra": {"seen": ["x"]}}, {}),
        (act("extend-attribute", path="extra/s", value="x", unique=True, loop=[1, 2]), {"extra": {"s": ["x"]}}, {}),
        (act("del-attribute", path="driver_info/ipmi_address"), {"driver_info": {"ipmi_password": "swordfish"}}, {}),
        (act("del-attribute", path="name"), {"name": None}, {}),
        (act("set-capability", name="raid", value=1), {"properties": {"capabilities": "raid:1"}}, {}),
        (act("unset-capability", name="raid"), {"properties": {"capabilities": ""}}, {}),
        (act("add-trait", name="HW_CPU_X86_VMX"), {}, {}),
        (act("remove-trait", name="CUSTOM_OLD"), {}, {}),
        (act("set-plugin-data", path="a.b", value=1), {}, {}),
        (act("extend-plugin-data", path="a", value=1), {}, {}),
        (act("unset-plugin-data", path="root_disk/name"), {}, {}),
        (act("set-port-attribute", port_id=PORT, path="physical_network", value="n"), {}, {"physical_network": "n"}),
        (act("set-port-attribute", port_id=MAC.upper(), path="extra/a", value=1), {}, {"extra": {"a": 1}}),
        (act("extend-port-attribute", port_id=MAC, path="extra/l", value=1), {}, {"extra": {"l": [1]}}),
        (act("del-port-attribute", port_id=MAC, path="pxe_enabled"), {}, {"pxe_enabled": True}),
    ],
)  # fmt: skip
def test_what_actions_do(action: dict[str, Any], node: dict[str, Any], ports: dict[str, Any]) -> None:
    found = inspected(rule(*checked_actions([action])))
    assert found.node == node
    assert [port.fields for port in found.ports] == ([ports] if ports else [])


def test_traits_and_plugin_data_come_with_the_findings() -> None:
    """R-NT-28."""
    found = inspected(
        rule(
            act("add-trait", name="CUSTOM_{item}", loop=["A", "B"]),
            act("remove-trait", name="CUSTOM_OLD"),
            act("set-plugin-data", path="seen/by", value="me"),
        )
    )
    assert found.traits == ("CUSTOM_A", "CUSTOM_B")
    assert found.plugin_data["seen"] == {"by": "me"}


def test_higher_priorities_come_first_and_see_what_others_did() -> None:
    later = rule(act("set-attribute", path="description", value="{node.resource_class}"), priority=1)
    first = rule(act("set-attribute", path="resource_class", value="big"), priority=2)
    assert inspected(later, first).node == {"resource_class": "big", "description": "big"}


def test_a_rule_that_fails_changes_nothing_and_says_why() -> None:
    failing = rule(act("set-attribute", path="extra/a", value=1), act("fail", msg="no {inventory[cpu][count]}"))
    with pytest.raises(Failure, match=f"{failing.uuid} says: no 8"):
        inspected(failing)
    assert NODE["extra"] == {}


def test_what_is_logged_is_told() -> None:
    found = inspected(rule(act("log", msg="on {node.name}", level="warning")))
    assert [(line.level, line.text) for line in found.lines] == [("warning", "on r1")]


def test_a_call_is_noted_and_not_made() -> None:
    action = act("api-call", url="https://hooks.example.org/{node.uuid}", headers={"X-A": "b"}, timeout=2, retries=0)
    (call,) = inspected(rule(*checked_actions([action]))).calls
    assert (call.url, call.headers) == (f"https://hooks.example.org/{NODE['uuid']}", {"X-A": "b"})
    assert (call.timeout_s, call.retries) == (2.0, 0)


@pytest.mark.parametrize(
    ("mask", "sensitive", "seen"),
    [
        ("always", True, "******"),
        ("always", False, "******"),
        ("never", False, "swordfish"),
        ("sensitive", False, "******"),
        ("sensitive", True, "swordfish"),
    ],
)
def test_secrets_are_hidden_from_rules(mask: str, sensitive: bool, seen: str) -> None:  # noqa: FBT001
    for text in ("{node.driver_info[ipmi_password]}", "{inventory[system_vendor][password]}"):
        action = act("set-attribute", path="description", value=text)
        found = inspected(rule(action, sensitive=sensitive), mask_secrets=mask)
        assert found.node == {"description": seen}


def test_a_secret_that_is_hidden_is_not_lost() -> None:
    found = inspected(rule(act("set-attribute", path="driver_info/ipmi_username", value="root")))
    assert found.node["driver_info"]["ipmi_password"] == "swordfish"


@pytest.mark.parametrize(
    "action",
    [
        act("set-attribute", path="resource_class", value=["x"]),
        act("set-attribute", path="resource_class", value="x" * 81),
        act("set-attribute", path="extra", value="no object"),
        act("set-attribute", path="name/inner", value=1),
        act("set-attribute", path="{item}", value="active", loop=["provision_state"]),
        act("set-attribute", path="{item}", value=1, loop=["{inventory[cpu][architecture]}"]),
        act("extend-attribute", path="name", value=1),
        act("add-trait", name="{item}", loop=["not a trait"]),
        act("set-port-attribute", port_id="52:54:00:00:00:99", path="extra/a", value=1),
        act("set-port-attribute", port_id=MAC, path="local_link_connection", value={"port_id": "1"}),
        act("set-capability", name="a", value="b,c:d"),
        act("log", msg="x", level="{item}", loop=["loud"]),
        act("api-call", url="https://h/{inventory[missing]}"),
    ],
)
def test_what_cannot_be_done_fails_the_inspection(action: dict[str, Any]) -> None:
    checked_actions([action])
    with pytest.raises(Failure):
        inspected(rule(action))


@pytest.mark.parametrize(
    "condition",
    [
        act("lt", values=["{inventory[cpu][count]}", "many"], force_strings=False),
        act("in-net", address="{inventory[cpu][architecture]}", subnet="10.0.0.0/8"),
        act("in-net", address="10.0.0.1", subnet="{inventory[cpu][architecture]}"),
        act("lt", values=[1, None]),
    ],
)
def test_what_cannot_be_asked_fails_the_inspection(condition: dict[str, Any]) -> None:
    checked_conditions([condition])
    kept = rule(TRAIT, conditions=[condition])
    if condition["args"].get("values") == ["{inventory[cpu][count]}", "many"]:
        assert inspected(kept).traits is not None
        return
    with pytest.raises(Failure, match=kept.uuid):
        inspected(kept)


LEAVES = st.none() | st.booleans() | st.integers() | st.text()
SAID = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


@given(SAID)
def test_a_machine_may_say_what_it_likes(said: Any) -> None:
    """A rule either acts, or fails; nothing else ever happens, and nothing else is ever changed."""
    text = "{inventory[said]}"
    kept = rule(
        act("set-attribute", path="description", value=text),
        act("set-capability", name="said", value=text),
        act("set-plugin-data", path="said", value=text),
        act("set-attribute", path="extra/said", value="{item}", loop=[text]),
        conditions=[act("!eq", values=[text, 1]), act("!matches", value=text, regex="(a+)+$")],
    )
    with suppress(Failure):
        found = inspected(kept, body=report(inventory={"said": said}))
        assert set(found.node) <= {"description", "properties", "extra"}


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ("text", "must be an object"),
        ({"op": "eq"}, "needs op and args"),
        ({"op": "eq", "args": {}, "extra": 1}, "unknown key 'extra'"),
        ({"op": "no", "args": {}}, "unknown op"),
        ({"op": "!!eq", "args": {"values": []}}, "unknown op"),
        ({"op": ["eq"], "args": {}}, "unknown op"),
        ({"op": "eq", "args": "x"}, "args that are an object"),
        ({"op": "eq", "args": {}}, "needs values"),
        ({"op": "eq", "args": {"values": 1}}, "values must be a list"),
        ({"op": "eq", "args": {"values": [], "x": 1}}, "unknown argument 'x'"),
        ({"op": "eq", "args": [[], True, 3]}, "takes 2 arguments at most"),
        ({"op": "eq", "args": {"values": ["{inventry[a]}"]}}, "speaks of 'inventry'"),
        ({"op": "eq", "args": {"values": []}, "loop": 3}, "loop that is a list"),
        ({"op": "eq", "args": {"values": []}, "loop": [0] * 1001}, "1000 are allowed"),
        ({"op": "eq", "args": {"values": []}, "loop": [1], "multiple": "some"}, "unknown multiple"),
        ({"op": "matches", "args": {"value": "x", "regex": "("}}, "not a regular expression"),
        ({"op": "matches", "args": {"value": "x", "regex": r"(a)\1"}}, "bounded time"),
        ({"op": "matches", "args": {"value": "x", "regex": ""}}, "must not be empty"),
        ({"op": "in-net", "args": {"address": "x", "subnet": "10.0.0.0/99"}}, "must be a network"),
    ],
)
def test_conditions_that_cannot_be_kept(part: Any, problem: str) -> None:
    with pytest.raises(Invalid, match="condition number 1") as refused:
        checked_conditions([part])
    assert problem in refused.value.message


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ({"op": "!log", "args": {"msg": "x"}}, "unknown op"),
        ({"op": "log", "args": {"msg": "x"}, "multiple": "any"}, "unknown key 'multiple'"),
        ({"op": "log", "args": {"msg": "x", "level": "loud"}}, "one of debug"),
        ({"op": "log", "args": {"msg": 3}}, "must be a text"),
        ({"op": "fail", "args": {}}, "needs msg"),
        ({"op": "set-attribute", "args": {"path": "provision_state", "value": "active"}}, "rules may change"),
        ({"op": "set-attribute", "args": {"path": "uuid", "value": "x"}}, "rules may change"),
        ({"op": "set-attribute", "args": {"path": "extra//a", "value": "x"}}, "empty part"),
        ({"op": "set-attribute", "args": {"path": 3, "value": "x"}}, "must be a text"),
        ({"op": "extend-attribute", "args": {"path": "extra/a", "value": 1, "unique": "yes"}}, "true or false"),
        ({"op": "set-port-attribute", "args": {"port_id": MAC, "path": "address", "value": "x"}}, "rules may change"),
        ({"op": "add-trait", "args": {"name": ""}}, "must not be empty"),
        ({"op": "api-call", "args": {"url": "file:///etc/passwd"}}, "must be a URL"),
        ({"op": "api-call", "args": {"url": "http://{inventory[bmc_address]}/"}}, "its host spelled out"),
        ({"op": "api-call", "args": {"url": "http://h/", "headers": {"a": "b\r\nc: d"}}}, "line ends"),
        ({"op": "api-call", "args": {"url": "http://h/", "proxies": {"http": "http://p"}}}, "directly"),
        ({"op": "api-call", "args": {"url": "http://h/", "timeout": 0}}, "at most 60 seconds"),
        ({"op": "api-call", "args": {"url": "http://h/", "retries": 99}}, "from 0 to 10"),
    ],
)
def test_actions_that_cannot_be_kept(part: Any, problem: str) -> None:
    with pytest.raises(Invalid, match="action number 1") as refused:
        checked_actions([part])
    assert problem in refused.value.message


def test_a_rule_without_actions_cannot_be_kept() -> None:
    with pytest.raises(Invalid, match="at least one action"):
        checked_actions([])


def test_what_is_checked_is_kept_as_it_was_given() -> None:
    condition = {"op": "!eq", "args": [["a", "b"]], "loop": [1]}
    assert checked_conditions([condition]) == [{**condition, "multiple": "any"}]
    assert checked_conditions([act("eq", values=[], loop=[])]) == [act("eq", values=[])]
