"""What conditions of inspection rules ask, given values that are filled in."""

import ipaddress
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.rules.field_values import is_same, shown
from bessemer.rules.inspection.patterns import pattern_from_text
from bessemer.rules.inspection.signatures import network_from

EMPTY = frozenset({"", "None", "[]", "{}"})
YES, NO = frozenset({"yes", "true"}), frozenset({"no", "false"})

Asked = Callable[..., bool]


def is_equal(one: Any, other: Any) -> bool:
    """Compare two values; a text, which is what filling in makes of everything, is compared with the other's text."""
    if isinstance(one, str) != isinstance(other, str):
        return str(one) == str(other)
    return is_same(one, other) or (_is_number(one) and _is_number(other) and one == other)


def is_less(one: Any, other: Any) -> bool:
    """Compare two values by size: as numbers where both are, as texts where neither is."""
    numbers = _number(one), _number(other)
    if numbers[0] is not None and numbers[1] is not None:
        return numbers[0] < numbers[1]
    if isinstance(one, str) and isinstance(other, str):
        return one < other
    raise Invalid(f"{shown(one)} and {shown(other)} cannot be compared by size.")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Any) -> float | None:
    if _is_number(value):
        return float(value)
    try:
        return float(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _in_a_row(holds: Callable[[Any, Any], bool]) -> Asked:
    def asked(values: Any, *, force_strings: bool = False) -> bool:
        if not isinstance(values, list):
            raise Invalid(f"values must be a list; {shown(values)} was given.")
        compared = [str(value) for value in values] if force_strings else values
        return all(holds(one, other) for one, other in pairwise(compared))

    return asked


def is_empty(value: Any) -> bool:
    """Tell whether there is nothing in a value."""
    return str(value) in EMPTY


def is_in_net(address: Any, subnet: Any) -> bool:
    """Tell whether an address is in a network; the zone of an IPv6 address makes no difference."""
    try:
        found = ipaddress.ip_address(str(address).partition("%")[0])
    except ValueError as error:
        raise Invalid(f"{shown(address)} is not an IP address.") from error
    return found in network_from(subnet)


def is_true(value: Any) -> bool:
    """Tell whether a value means yes."""
    return value.lower() in YES if isinstance(value, str) else isinstance(value, int | float) and bool(value)


def is_false(value: Any) -> bool:
    """Tell whether a value means no."""
    if isinstance(value, str):
        return value.lower() in NO
    return value is None or (isinstance(value, int | float) and not value)


def is_one_of(value: Any, values: Any = ()) -> bool:
    """Tell whether a value is among others."""
    return any(is_equal(value, each) for each in values)


OPERATORS: Mapping[str, Asked] = {
    "eq": _in_a_row(is_equal),
    "lt": _in_a_row(is_less),
    "gt": _in_a_row(lambda one, other: is_less(other, one)),
    "is-empty": is_empty,
    "in-net": is_in_net,
    "matches": lambda value, regex: pattern_from_text(regex).fits(str(value)),
    "contains": lambda value, regex: pattern_from_text(regex).is_in(str(value)),
    "one-of": is_one_of,
    "is-none": lambda value: value is None,
    "is-true": is_true,
    "is-false": is_false,
}

OF_NOTHING = frozenset({"is-empty", "is-none"})
"""Operators for which a value that is not there is nothing, and not the text that speaks of it."""
