"""Strategies for JSON: values of every kind, with keys that patches and databases may stumble over."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from bessemer.model.field import Value

AWKWARD_KEYS = ("", "a", "b", "-", "0", "1", "01", "a.b", "~", "~1", "/", "a/b", " ", "é", "🔧", "__class__")

texts = st.text(max_size=12) | st.sampled_from(["\0", "a\0b", "true", "1", "", " ", "🔧" * 90, "x" * 300, "x" * 5000])
numbers = (
    st.integers()
    | st.sampled_from([-1, 0, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400])
    | st.floats(allow_nan=False, allow_infinity=False)
)
scalars = st.none() | st.booleans() | numbers | texts
keys = st.sampled_from(AWKWARD_KEYS) | st.text(max_size=6)


def nested(leaves: st.SearchStrategy[Value], names: st.SearchStrategy[str] = keys) -> st.SearchStrategy[Value]:
    """Put leaves into lists and objects, some levels deep."""
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
        max_leaves=12,
    )


def letters(value: Any) -> bytes:
    """Write a value as JSON, in which 1, 1.0 and true differ as they do not in Python."""
    return msgspec.json.encode(value, order="deterministic")


anything = nested(scalars)
objects = st.dictionaries(keys, anything, max_size=4)
