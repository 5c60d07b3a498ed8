"""Everything that is wrong with a deploy template, before it is stored and before any machine gets it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bessemer.model.errors import Invalid
from bessemer.model.step import Argument, Step
from bessemer.rules.field_values import checked_value, shown
from bessemer.rules.reserved_steps import RESERVED, identity_of
from bessemer.rules.step_arguments import argument_faults
from bessemer.rules.step_lists import CORE_STEPS, TEMPLATE_STEPS, key_field
from bessemer.rules.traits import fault_in_trait

Path = tuple[str | int, ...]
"""The keys and places that lead to a value."""

FIELDS = ("name", "steps", "extra", "uuid", "description")
KEYS = TEMPLATE_STEPS.required


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong, with where it is."""

    at: Path
    text: str


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """What a template is meant for."""

    steps: Mapping[tuple[str, str], Step]
    """The deploy steps that there are, by interface and name."""
    more_to_come: bool
    """Whether the ramdisk may bring further ones."""
    standard_traits: frozenset[str]


def faults_of_template(document: Any, target: Target) -> list[Fault]:
    """List everything that is wrong with a template, or with a bare list of steps."""
    if isinstance(document, list):
        return list(_faults_of_steps((), document, target))
    if not isinstance(document, dict):
        return [Fault(at=(), text="A template is an object with name and steps, or a bare list of steps.")]
    return [*_faults_of_fields(document, target), *_faults_of_steps(("steps",), document.get("steps"), target)]


def _faults_of_fields(document: Mapping[Any, Any], target: Target) -> Iterator[Fault]:
    for key in document:
        if key not in FIELDS:
            yield Fault(at=(key,), text=f"A template has no field {shown(key)}; it has {', '.join(FIELDS)}.")
    name = document.get("name")
    if not isinstance(name, str):
        yield Fault(at=("name",), text=f"name must be a trait, which is a string; {shown(name)} is none.")
    elif (fault := fault_in_trait(name, target.standard_traits)) is not None:
        yield Fault(at=("name",), text=fault)


def _faults_of_steps(at: Path, steps: Any, target: Target) -> Iterator[Fault]:
    if not isinstance(steps, list) or not steps:
        yield Fault(at=at, text=f"steps must be a list of at least one step; {shown(steps)} is none.")
        return
    for place, step in enumerate(steps):
        yield from _faults_of_step((*at, place), step, target)
    yield from _repetitions(at, steps)


def _faults_of_step(at: Path, step: Any, target: Target) -> Iterator[Fault]:
    if not isinstance(step, dict):
        yield Fault(at=at, text=f"A step is an object with {', '.join(KEYS)}; {shown(step)} is none.")
        return
    for key in step:
        if key not in KEYS:
            yield Fault(at=(*at, key), text=f"A step has no key {shown(key)}; it has {', '.join(KEYS)}.")
    for key in KEYS:
        if key not in step:
            yield Fault(at=at, text=f"The step needs {key}.")
        else:
            yield from _faults_of_value((*at, key), key, step[key])
    if not any(True for key in KEYS for _ in _faults_of_value(at, key, step.get(key))):
        yield from _faults_of_use(at, step, target)


def _faults_of_value(at: Path, key: str, value: Any) -> Iterator[Fault]:
    try:
        checked_value(key, key_field(TEMPLATE_STEPS, key), value)
    except Invalid as error:
        yield Fault(at=at, text=error.message)


def _faults_of_use(at: Path, step: Mapping[str, Any], target: Target) -> Iterator[Fault]:
    """Judge a well-formed step against those that there are."""
    name, runs = (step["interface"], step["step"]), int(step["priority"]) > 0
    if name in CORE_STEPS and runs:
        yield Fault(
            at=(*at, "priority"),
            text=f"{'.'.join(name)} is a core step, whose place is fixed: give it priority 0 to leave it out, or take "
            "it from the list.",
        )
    known = target.steps.get(name)
    declared = RESERVED.get(step["step"], None if known is None else known.arguments)
    if declared is not None:
        yield from _faults_of_arguments((*at, "args"), ".".join(name), declared, step["args"], runs=runs)
    elif not target.more_to_come:
        alike = ", ".join(sorted(each for kind, each in target.steps if kind == name[0])) or "none"
        yield Fault(at=(*at, "step"), text=f"There is no deploy step {'.'.join(name)}; {name[0]} has: {alike}.")


def _faults_of_arguments(
    at: Path, title: str, declared: Mapping[str, Argument], given: Mapping[str, Any], *, runs: bool
) -> Iterator[Fault]:
    for name, value in given.items():
        for text in argument_faults(title, declared, {name: value}, runs=False):
            yield Fault(at=(*at, name), text=text)
    present = {name: value for name, value in given.items() if name in declared}
    wrong = argument_faults(title, declared, present, runs=False)
    for text in argument_faults(title, declared, present, runs=runs):
        if text not in wrong:
            yield Fault(at=at, text=text)


def _repetitions(at: Path, steps: Sequence[Any]) -> Iterator[Fault]:
    seen: dict[Any, int] = {}
    for place, step in enumerate(steps):
        if not isinstance(step, dict) or any(key not in step for key in KEYS):
            continue
        same = identity_of(str(step["interface"]), str(step["step"]), step["args"], step["priority"])
        first = seen.setdefault(same, place)
        if first != place:
            yield Fault(at=(*at, place), text=f"This repeats step {first} with the same arguments; take one out.")


def postponed_in(document: Any, target: Target) -> list[Path]:
    """Find the steps that nobody can judge before the ramdisk has told its own."""
    steps, at = (document, ()) if isinstance(document, list) else (document.get("steps"), ("steps",))
    return [
        (*at, place, "step")
        for place, step in enumerate(steps if isinstance(steps, list) else ())
        if isinstance(step, dict)
        and step.get("step") not in RESERVED
        and (step.get("interface"), step.get("step")) not in target.steps
    ]
