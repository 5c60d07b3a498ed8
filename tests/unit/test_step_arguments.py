"""Arguments of a step are judged by what the step declares, before anything touches a machine."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.step import Argument, ArgumentType
from bessemer.rules.step_arguments import argument_faults
from tests.unit.documents import anything

TITLE = "power.oil"
OF_TYPE: dict[ArgumentType, tuple[Any, ...]] = {
    ArgumentType.STRING: ("", "a"),
    ArgumentType.INTEGER: (0, -1, 2**70),
    ArgumentType.NUMBER: (0, 1.5, -1),
    ArgumentType.BOOLEAN: (True, False),
    ArgumentType.OBJECT: ({}, {"a": 1}),
    ArgumentType.ARRAY: ([], [1]),
}
VALUES: tuple[Any, ...] = ("", "a", 0, 1.5, True, {}, [], None)


def faults(argument: Argument, given_value: Any) -> list[str]:
    return argument_faults(TITLE, {"drops": argument}, {"drops": given_value})


@pytest.mark.parametrize("of_type", ArgumentType)
def test_a_value_of_another_type_is_refused(of_type: ArgumentType) -> None:
    """Truth is no number, and a number no truth."""
    argument = Argument(description="d", type=of_type)
    assert [faults(argument, value) for value in OF_TYPE[of_type]] == [[]] * len(OF_TYPE[of_type])
    fitting = [value for value in VALUES if not faults(argument, value)]
    mine = [type(value) for value in OF_TYPE[of_type]]
    assert all(type(value) in mine for value in fitting), fitting
    [told] = faults(argument, None)
    assert told.startswith("power.oil: the argument drops must be ")


@given(value=anything)
def test_what_declares_no_type_takes_anything(value: Any) -> None:
    assert faults(Argument(description="d"), value) == []


def test_a_value_that_is_none_of_the_choices_is_refused_with_them() -> None:
    argument = Argument(description="d", choices=("thick", "thin", 1))
    assert faults(argument, "thin") == faults(argument, 1) == []
    [told] = faults(argument, "thicker")
    assert all(word in told for word in ("thick", "thin", "thicker"))
    assert faults(argument, 1.0)


def test_all_that_is_wrong_is_told_at_once() -> None:
    declared = {
        "drops": Argument(description="How many drops.", required=True),
        "kind": Argument(description="d", type=ArgumentType.STRING),
    }
    told = argument_faults(TITLE, declared, {"kind": 3, "colour": "red"})
    assert [next(word for word in ("colour", "drops", "kind") if word in each) for each in told] == [
        "colour", "drops", "kind",
    ]  # fmt: skip
    assert "How many drops." in told[1]


def test_a_step_that_does_not_run_may_lack_arguments() -> None:
    """As one that a template switches off."""
    declared = {"drops": Argument(description="d", required=True)}
    assert argument_faults(TITLE, declared, {}, runs=False) == []
    assert argument_faults(TITLE, declared, {}) != []


@given(value=st.text(min_size=8))
def test_what_may_be_a_secret_is_not_repeated(value: str) -> None:
    declared = {"bmc_password": Argument(description="d", type=ArgumentType.INTEGER)}
    [told] = argument_faults(TITLE, declared, {"bmc_password": value})
    assert told == "power.oil: the argument bmc_password must be a whole number; something else was given."
