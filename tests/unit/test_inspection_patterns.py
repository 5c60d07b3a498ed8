"""Regular expressions of inspection rules fit what Python's fit, in a time that no text can stretch."""

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.rules.inspection.patterns import LONGEST_TEXT, pattern_from_text

ATOMS = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", "1", r"\.", " "])
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda pair: f"(?:{pair[0]}|{pair[1]})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{1,2}", "{2}", "*?", "{,2}", "{1,}"])).map(
            lambda pair: f"({pair[0]}){pair[1]}"
        ),
        inner.map(lambda pattern: f"^{pattern}"),
        inner.map(lambda pattern: rf"{pattern}\b"),
    ),
    max_leaves=8,
)
TEXTS = st.text("ab1. ", max_size=12)


@given(PATTERNS, TEXTS)
def test_they_find_what_python_finds(pattern: str, text: str) -> None:
    ours = pattern_from_text(pattern)
    assert ours.is_in(text) == (re.search(pattern, text) is not None)
    assert ours.fits(text) == (re.fullmatch(pattern, text) is not None)


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("Dell.*R(640|740)", "Dell Inc. R740", True),
        ("(?i)dell", "DELL", True),
        (r"[\]\-x]+", "]-x", True),
        (r"\x41\u00e9", "Aé", True),
        ("a{2,3}", "a", False),
        ("", "", True),
        ("x|", "", True),
    ],
)
def test_examples(pattern: str, text: str, fits: bool) -> None:  # noqa: FBT001 - a column of the table
    assert pattern_from_text(pattern).fits(text) is fits


@pytest.mark.parametrize(
    "pattern",
    ["(", "[a", "a**", r"(a)\1", "(?=a)", "(?!a)", "(?<=a)b", "(?P<n>a)", "(?P<n>a)(?P=n)", "a{1000}", "a++",
     "x" * 1001, "(?s).", r"\N{DIGIT ONE}", "(" * 30 + ")" * 30, "((a{100}){100}){100}"],
)  # fmt: skip
def test_what_cannot_be_matched_in_bounded_time_is_refused(pattern: str) -> None:
    with pytest.raises(Invalid):
        pattern_from_text(pattern)


def cost(pattern: str, length: int) -> float:
    ours = pattern_from_text(pattern)
    begin = process_time()
    assert not ours.is_in("a" * length)
    return process_time() - begin


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(a|aa)+b", ".*.*.*.*b", "(.*a){20}b"])
def test_expressions_that_python_never_ends_with_cost_as_much_as_their_text_is_long(pattern: str) -> None:
    short, long = (min(cost(pattern, length) for _ in range(3)) for length in (LONGEST_TEXT // 8, LONGEST_TEXT))
    assert long < 40 * short
