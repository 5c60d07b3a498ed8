"""A step that is declared wrongly is found when its module is imported, by the class and the method at fault."""

from collections.abc import Callable
from typing import Any

import pytest

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.drivers.contract.steps import (
    DeclarationError,
    clean_step,
    declarations_of,
    deploy_step,
    service_step,
    verify_step,
)
from bessemer.model.step import ArgumentType, OnTakeover, StepKind
from tests.drivers.examples import LeverPower

DROPS = {"drops": {"description": "How many drops of oil."}}
Decorator = Callable[..., Any]


def oil(self: Any, node: NodeView, turn: Turn, *, drops: int = 1) -> Outcome:
    return Done()


def plain(self: Any, node: NodeView, turn: Turn) -> Outcome:
    return Done()


def needs(self: Any, node: NodeView, turn: Turn, *, drops: int) -> Outcome:
    return Done()


def bare(self: Any) -> Outcome:
    return Done()


WRONG: dict[str, tuple[Callable[[], Decorator], Callable[..., Any], str]] = {
    "a priority below 0": (lambda: clean_step(-1), plain, "priority"),
    "a priority that is a text": (lambda: clean_step("9"), plain, "priority"),  # type: ignore[arg-type]
    "a priority that is true": (lambda: deploy_step(True), plain, "priority"),  # noqa: FBT003
    "abortable that is a text": (lambda: clean_step(1, abortable="yes"), plain, "abortable"),  # type: ignore[arg-type]
    "an unknown word": (lambda: clean_step(1, on_takeover="pray"), plain, "on_takeover must be one of"),
    "arguments in a list": (lambda: clean_step(1, ["drops"]), oil, "argsinfo must map"),  # type: ignore[arg-type]
    "an argument without a description": (lambda: clean_step(1, {"drops": {}}), oil, "needs a description"),
    "an empty description": (lambda: clean_step(1, {"drops": {"description": " "}}), oil, "needs a description"),
    "an unknown key": (
        lambda: clean_step(1, {"drops": {"description": "d", "requird": True}}), oil, "unknown key 'requird'",
    ),
    "an unknown type": (lambda: clean_step(1, {"drops": {"description": "d", "type": "drop"}}), oil, "type must be"),
    "choices that are no list": (
        lambda: clean_step(1, {"drops": {"description": "d", "choices": 3}}), oil, "choices must be a list",
    ),
    "an argument that the method does not take": (lambda: service_step(0, DROPS), plain, "does not take"),
    "an argument that nobody tells of": (lambda: deploy_step(1), oil, "argsinfo does not tell"),
    "an argument that is needed": (lambda: clean_step(0, DROPS), needs, "cannot do without drops"),
    "a method without node and turn": (lambda: verify_step(1), bare, "must take self, node and turn"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_declaration_fails_with_the_class_and_the_method(what: str) -> None:
    declare, method, words = WRONG[what]
    with pytest.raises(DeclarationError, match=words) as error:
        declare()(method)
    assert f"{method.__module__}.{method.__qualname__}" in str(error.value)


def test_a_step_cannot_be_declared_twice() -> None:
    with pytest.raises(DeclarationError, match="twice"):

        @clean_step(1)
        @clean_step(2)
        def oil_again(self: Any, node: NodeView, turn: Turn) -> Outcome:
            return Done()


class OiledLever(LeverPower):
    """A lever with a step of its own, for cleaning and for service."""

    @clean_step(
        30, {"drops": {"description": "How many.", "type": "integer", "required": True}}, abortable=True,
        requires_ramdisk=False, on_takeover="fail",
    )  # fmt: skip
    @service_step(0, DROPS)
    def oil(self, node: NodeView, turn: Turn, *, drops: int = 1) -> Outcome:
        return Done()


class WellOiledLever(OiledLever):
    """Has the steps of its parent."""


@pytest.mark.parametrize("interface", [OiledLever, WellOiledLever])
def test_what_was_declared_can_be_read(interface: type[LeverPower]) -> None:
    """One method may be a step of several kinds; who derives from a class has its steps."""
    steps = {step.kind: step for step in interface.steps}
    assert set(steps) == {StepKind.CLEAN, StepKind.SERVICE}
    clean = steps[StepKind.CLEAN]
    assert (clean.interface, clean.step, clean.priority, clean.abortable) == ("power", "oil", 30, True)
    assert (clean.requires_ramdisk, clean.on_takeover) == (False, OnTakeover.FAIL)
    assert clean.arguments["drops"].type is ArgumentType.INTEGER
    assert steps[StepKind.SERVICE].priority == 0
    assert set(declarations_of(interface.oil)) == set(steps)  # type: ignore[attr-defined]
