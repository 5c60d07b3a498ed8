"""A trait is one of the library or begins with CUSTOM_, and a list of them has no repetitions and few entries."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.rules.traits import LONGEST, MOST_ON_A_NODE, checked_traits, fault_in_trait

STANDARD = frozenset({"HW_CPU_X86_AVX512F", "COMPUTE_NODE"})
CUSTOM = re.compile(r"CUSTOM_[A-Z0-9_]+")
valid = st.sampled_from(sorted(STANDARD)) | st.from_regex(r"CUSTOM_[A-Z0-9_]{1,20}", fullmatch=True)
odd = st.text(max_size=12) | st.sampled_from(
    ["CUSTOM_", "custom_a", "CUSTOM_a", "CUSTOM_A\n", "CUSTOM_É", "CUSTOM_A B", " CUSTOM_A", "HW_CPU", "X" * 300]
)


def is_valid(trait: str) -> bool:
    return trait in STANDARD or CUSTOM.fullmatch(trait) is not None


@given(trait=valid | odd)
def test_a_trait_is_valid_or_its_fault_is_told_with_its_name(trait: str) -> None:
    """R-NT-4: of the library, or CUSTOM_ with upper-case letters, digits and underscores."""
    fault = fault_in_trait(trait, STANDARD)
    assert (fault is None) == is_valid(trait)
    assert fault is None or trait[:40] in fault or repr(trait[:80]) in fault


def test_a_trait_is_as_long_as_schedulers_allow() -> None:
    """R-NT-3: 255 characters, whatever they are."""
    longest = "CUSTOM_".ljust(LONGEST, "A")
    assert fault_in_trait(longest, STANDARD) is None
    assert "256 characters" in str(fault_in_trait(f"{longest}A", STANDARD))
    assert "256 characters" in str(fault_in_trait(f"{longest}A", frozenset({f"{longest}A"})))


@given(traits=st.lists(valid, max_size=20))
def test_repetitions_collapse_and_the_order_stays(traits: list[str]) -> None:
    checked = checked_traits(traits, STANDARD)
    assert checked == list(dict.fromkeys(traits))
    assert checked_traits(checked, STANDARD) == checked


@given(traits=st.lists(valid, max_size=5), bad=odd.filter(lambda trait: not is_valid(trait)), place=st.integers(0, 5))
def test_one_bad_trait_is_enough_to_refuse_a_list(traits: list[str], bad: str, place: int) -> None:
    traits.insert(place, bad)
    fault = fault_in_trait(bad, STANDARD)
    assert fault is not None
    with pytest.raises(Invalid) as refusal:
        checked_traits(traits, STANDARD)
    assert refusal.value.message == fault


def test_a_node_has_fifty_traits_and_no_more() -> None:
    """R-NT-5: repetitions are not counted."""
    fifty = [f"CUSTOM_{number}" for number in range(MOST_ON_A_NODE)]
    assert checked_traits([*fifty, *fifty], STANDARD) == fifty
    with pytest.raises(Invalid, match="51 traits were given"):
        checked_traits([*fifty, "CUSTOM_A"], STANDARD)
