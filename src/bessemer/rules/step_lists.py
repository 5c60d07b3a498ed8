"""Which lists of steps a deploy template or a runbook may have."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bessemer.model.errors import Invalid
from bessemer.model.field import Choice, Count, Document, Field, Text
from bessemer.model.masking import MASK, masked, restored
from bessemer.rules.field_values import checked_value, shown

INTERFACES = ("vendor", "power", "management", "firmware", "deploy", "bios", "raid")
"""The kinds of interface whose steps people may ask for."""

CORE_STEPS = frozenset({("deploy", "deploy")})
"""Steps whose place in a deployment is fixed: they can be left out, with priority 0, and not moved."""


Likeness = tuple[str, str, bytes]


class StepForm(msgspec.Struct, frozen=True, kw_only=True):
    """How the steps of one kind of list are written."""

    place: str
    """The key that says where a step runs: priority or order."""
    args_required: bool
    repeatable: bool
    """Whether one step may occur again with other arguments."""


TEMPLATE_STEPS = StepForm(place="priority", args_required=True, repeatable=True)
RUNBOOK_STEPS = StepForm(place="order", args_required=False, repeatable=False)

KINDS: Mapping[str, Field] = {
    "interface": Field(kind=Choice(INTERFACES), nullable=False, doc="The kind of interface that runs it."),
    "step": Field(kind=Text(255, 1), nullable=False, doc="Its name."),
    "args": Field(kind=Document(), nullable=False, doc="Its arguments."),
    "priority": Field(kind=Count(), nullable=False, doc="Higher runs earlier; 0 leaves it out."),
    "order": Field(kind=Count(), nullable=False, doc="Its place."),
}


def checked_steps(form: StepForm, steps: Sequence[Any]) -> list[dict[str, Any]]:
    """Return steps as they are kept, or refuse them naming the first that is wrong."""
    if not steps:
        raise Invalid("steps must be a list of at least one step.")
    checked = [_checked_step(form, place, step) for place, step in enumerate(steps)]
    _refuse_repetition(form, checked)
    return checked


def _checked_step(form: StepForm, place: int, step: Any) -> dict[str, Any]:
    if not isinstance(step, dict):
        raise Invalid(f"Step {place} of steps must be a JSON object; {shown(step)} was given.")
    keys = ("interface", "step", "args", form.place)
    unknown = sorted(step.keys() - set(keys))
    if unknown:
        raise Invalid(f"Step {place} of steps has the unknown key {unknown[0][:80]!r}; known are {', '.join(keys)}.")
    given = step if form.args_required else {"args": {}, **step}
    missing = [key for key in keys if key not in given]
    if missing:
        raise Invalid(f"Step {place} of steps needs {' and '.join(missing)}.")
    checked = {key: checked_value(f"The key {key} of step {place}", KINDS[key], given[key]) for key in keys}
    if form is TEMPLATE_STEPS and (checked["interface"], checked["step"]) in CORE_STEPS and checked["priority"]:
        raise Invalid(
            f"Step {place} of steps moves the core step {checked['interface']}.{checked['step']}, whose place is "
            "fixed: give it priority 0 to leave it out, or take it from the list."
        )
    return checked


def _refuse_repetition(form: StepForm, steps: Sequence[Mapping[str, Any]]) -> None:
    seen: set[tuple[str, str, bytes]] = set()
    for place, step in enumerate(steps):
        args = msgspec.json.encode(step["args"], order="deterministic") if form.repeatable else b""
        same = (step["interface"], step["step"], args)
        if same in seen:
            remedy = "give it other arguments or take it out" if form.repeatable else "take it out"
            raise Invalid(f"Step {place} of steps repeats {step['interface']}.{step['step']}; {remedy}.")
        seen.add(same)


def with_secrets_kept(new: Any, old: Sequence[Mapping[str, Any]]) -> Any:
    """Put secrets back into steps where a client returned the mask it was shown; steps may have moved meanwhile."""
    if not isinstance(new, list):
        return new
    left: dict[Likeness, dict[int, None]] = {}
    for place, step in enumerate(old):
        for likeness in _likenesses(step):
            left.setdefault(likeness, {})[place] = None
    return [_kept(place, step, left, old) for place, step in enumerate(new)]


def _likenesses(step: Mapping[str, Any]) -> tuple[Likeness, Likeness]:
    """Give what two versions of one step have in common: at best all that is shown of it, at least its name."""
    name = (str(step.get("interface")), str(step.get("step")))
    return (*name, msgspec.json.encode(masked(step.get("args")), order="deterministic")), (*name, b"")


def _kept(place: int, step: Any, left: dict[Likeness, dict[int, None]], old: Sequence[Mapping[str, Any]]) -> Any:
    """Restore one step from the old one that is most like it, at best from the one in its place; each serves once."""
    if not isinstance(step, dict) or MASK not in _strings(step.get("args")):
        return step
    places = next((left[likeness] for likeness in _likenesses(step) if left.get(likeness)), None)
    if places is None:
        return step
    source = place if place in places else next(iter(places))
    for likeness in _likenesses(old[source]):
        del left[likeness][source]
    return {**step, "args": restored(step["args"], old[source]["args"])}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
