"""Texts of inspection rules are filled in from plain data, and nothing in them is ever run or looked up elsewhere."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.rules.inspection.templates import fault_in_template, filled, filled_in_all, sole_value

SOURCES: dict[str, Any] = {
    "inventory": {"cpu": {"count": 8, "flags": ["vmx", "avx2"]}, "": 1, "a.b": "dot"},
    "plugin_data": {"x": None},
    "node": {"uuid": "u", "driver_info": {"ipmi_address": "192.0.2.1"}},
    "item": {"path": "extra/a"},
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("{inventory[cpu][count]} CPUs", "8 CPUs"),
        ("{inventory[cpu][flags][1]}", "avx2"),
        ("{node.uuid}/{node.driver_info[ipmi_address]}", "u/192.0.2.1"),
        ("{item[path]}", "extra/a"),
        ("{{literal}}", "{literal}"),
        ("{plugin_data[x]}", "None"),
        ("{inventory[cpu][flags][0]!r}", "'vmx'"),
        ("{inventory[a.b]}", "dot"),
        ('{"json": 1}', '{"json": 1}'),
        ("{", "{"),
        ("{}", "{}"),
        ("{inventory[no]}", "{inventory[no]}"),
        ("{inventory[cpu][flags][9]}", "{inventory[cpu][flags][9]}"),
        ("{inventory[cpu][flags][-1]}", "{inventory[cpu][flags][-1]}"),
    ],
)
def test_examples(text: str, expected: str) -> None:
    assert filled(text, SOURCES).value == expected


@pytest.mark.parametrize(
    "text",
    [
        "{node.__class__}",
        "{inventory.__class__.__mro__}",
        "{inventory[cpu].__init__.__globals__}",
        "{node.driver_info.__len__}",
        "{inventory[cpu][count]:>999999999}",
        "{inventory[cpu][count].real}",
        "{item.items}",
    ],
)
def test_nothing_but_data_is_reached(text: str) -> None:
    assert filled(text, SOURCES).value == text


@given(st.text("{}[].!:_ abinvetory0", max_size=40))
def test_whatever_is_written_something_comes_of_it(text: str) -> None:
    assert isinstance(filled(text, SOURCES).value, str)


@given(st.text(max_size=30))
def test_what_a_machine_says_is_not_filled_in_again(said: str) -> None:
    assert filled("{inventory[said]}", {"inventory": {"said": said}}).value == said


def test_a_text_that_is_one_value_gives_the_value_itself() -> None:
    found = sole_value("{plugin_data[x]}", SOURCES)
    assert found is not None
    assert found.value is None
    assert sole_value("x {plugin_data[x]}", SOURCES) is None


def test_every_text_in_a_value_is_filled_in() -> None:
    lines: list[str] = []
    value = {"{node.uuid}": ["{item[path]}", 3, {"k": "{inventory[no]}"}]}
    assert filled_in_all(value, SOURCES, lines) == {"u": ["extra/a", 3, {"k": "{inventory[no]}"}]}
    assert lines == ["'{inventory[no]}' is left as it is: there is no inventory[no]."]


def test_values_in_web_addresses_stay_values() -> None:
    sources = {"inventory": {"name": "a/../b?c=d&e#f @evil"}}
    assert filled("http://h/{inventory[name]}", sources, quoting=True).value == (
        "http://h/a%2F..%2Fb%3Fc%3Dd%26e%23f%20%40evil"
    )


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [("{inventry[cpu]}", True), ("{nodes.uuid}", True), ("{node.uuid}", False), ('{"a": [1]}', False), ("{x}", False)],
)
def test_words_that_mean_nothing_are_found_when_they_are_written(text: str, is_wrong: bool) -> None:  # noqa: FBT001
    assert bool(fault_in_template(text)) is is_wrong
