"""What a conductor writes down of its drivers, and where two conductors differ."""

from typing import Any

import pytest

from bessemer.rules.offers import disagreements, offered_rows
from bessemer.store.schema import conductor_hardware_interfaces as table

TYPES = {"ipmi": {"boot": ["ipxe", "pxe"], "power": ["ipmitool"]}}
DEFAULTS = {"ipmi": {"boot": "pxe", "power": "ipmitool"}}


def test_the_table_has_the_columns_that_were_agreed_on() -> None:
    """R-DCR-45: with their lengths, one row for each interface, and none that outlives its conductor."""
    lengths = {"hardware_type": 255, "interface_type": 16, "interface_name": 255}
    assert {name: table.c[name].type.length for name in lengths} == lengths  # type: ignore[attr-defined]
    assert {"conductor_id", "default", *lengths} <= set(table.c.keys())
    [key] = table.c.conductor_id.foreign_keys
    assert (key.column.table.name, key.ondelete) == ("conductors", "CASCADE")
    [unique] = [each for each in table.constraints if each.name == "uq_conductor_interface"]
    assert [column.name for column in unique.columns] == ["conductor_id", *lengths]  # type: ignore[attr-defined]


def test_each_interface_has_a_row_that_says_whether_it_is_the_default() -> None:
    """R-DCR-49: in the type's own order, which the API shows."""
    rows = offered_rows(TYPES, DEFAULTS)
    assert [(each["interface_type"], each["interface_name"], each["default"]) for each in rows] == [
        ("boot", "ipxe", False),
        ("boot", "pxe", True),
        ("power", "ipmitool", True),
    ]


def test_a_classic_driver_has_one_row_and_nothing_to_choose() -> None:
    """R-DCR-42, R-DCR-45: so that it is listed."""
    assert offered_rows({}, {}, ["crank"]) == [
        {"hardware_type": "crank", "interface_type": "classic", "interface_name": "crank", "default": False}
    ]


CASES: dict[str, tuple[dict[str, Any], list[tuple[str, ...]]]] = {
    "the same in another order": ({"two": {"ipmi": {"boot": ["pxe", "ipxe"], "power": ["ipmitool"]}}}, []),
    "another type": ({"two": {"redfish": {"boot": ["pxe"]}}}, []),
    "one more": (
        {"two": {"ipmi": {"boot": ["pxe", "ipxe", "http"], "power": ["ipmitool"]}}},
        [("two", "'ipmi'", "boot", "http, ipxe, pxe", "(ipxe, pxe)")],
    ),
    "one less": ({"two": {"ipmi": {"boot": ["pxe", "ipxe"]}}}, [("two", "'ipmi'", "power", "(none)", "(ipmitool)")]),
    "a kind that is unknown here": (
        {"two": {"ipmi": {"boot": ["pxe", "ipxe"], "power": ["ipmitool"], "beam": ["up"]}}},
        [("two", "'ipmi'", "beam", "(up)", "(none)")],
    ),
    "a classic driver of the same name": (
        {"two": {"ipmi": {"classic": ["ipmi"]}}},
        [("boot", "(none)"), ("classic", "(ipmi)"), ("power", "(none)")],
    ),
    "two that differ": (
        {"two": {"ipmi": {"boot": ["ipxe"], "power": ["ipmitool"]}}, "three": {"ipmi": {"power": ["ipmitool"]}}},
        [("three", "boot"), ("two", "boot")],
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_conductors_differ_where_the_same_type_has_other_interfaces(what: str) -> None:
    """R-DCR-47: told by host, type and kind, with both sets."""
    others, expected = CASES[what]
    found = disagreements(offered_rows(TYPES, DEFAULTS), others)
    assert len(found) == len(expected), found
    assert all(all(word in told for word in words) for told, words in zip(found, expected, strict=True)), found
