"""Which lists of steps a deploy template, a runbook or a request may have."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.model.errors import Invalid
from bessemer.model.field import Choice, Count, Document, Field, Flag, Items, Text
from bessemer.model.masking import MASK, masked, restored
from bessemer.model.step import StepKind
from bessemer.rules.field_values import checked_value, shown
from bessemer.rules.reserved_steps import identity_of
from bessemer.rules.step_order import INTERFACES_OF

INTERFACES = INTERFACES_OF[StepKind.DEPLOY]
"""The kinds of interface whose steps people may put into templates and runbooks."""

CORE_STEPS = frozenset({("deploy", "deploy")})
"""Steps whose place in a deployment is fixed: they can be left out, with priority 0, and not moved."""


Likeness = tuple[str, str, bytes]


class Repetition(StrEnum):
    """How often one step may occur in a list."""

    NEVER = "never"
    VARIED = "varied"
    """As often as its arguments differ; steps that steer the flow, as often as their priorities differ."""
    FREE = "free"


class StepForm(msgspec.Struct, frozen=True, kw_only=True):
    """How the steps of one kind of list are written."""

    called: str = "steps"
    """What the list is called in refusals."""
    required: tuple[str, ...]
    optional: Mapping[str, Any] = {}
    """The keys that may be missing, each with what then stands for it."""
    interfaces: tuple[str, ...] = INTERFACES
    repetition: Repetition


TEMPLATE_STEPS = StepForm(required=("interface", "step", "args", "priority"), repetition=Repetition.VARIED)
RUNBOOK_STEPS = StepForm(required=("interface", "step", "order"), optional={"args": {}}, repetition=Repetition.NEVER)

KINDS: Mapping[str, Field] = {
    "step": Field(kind=Text(255, 1), nullable=False, doc="Its name."),
    "args": Field(kind=Document(), nullable=False, doc="Its arguments."),
    "priority": Field(kind=Count(), nullable=False, doc="Higher runs earlier; 0 leaves it out."),
    "order": Field(kind=Count(), nullable=False, doc="Its place."),
    "execute_on_child_nodes": Field(kind=Flag(), nullable=False, doc="Whether the parts of the node run it instead."),
    "limit_child_node_execution": Field(kind=Items(), nullable=False, doc="The parts that run it, where not all do."),
}


def checked_steps(form: StepForm, steps: Sequence[Any]) -> list[dict[str, Any]]:
    """Return steps as they are kept, or refuse them naming the first that is wrong."""
    if not steps:
        raise Invalid(f"{form.called} must be a list of at least one step.")
    checked = [_checked_step(form, f"{place} of {form.called}", step) for place, step in enumerate(steps)]
    _refuse_repetition(form, checked)
    return checked


def _checked_step(form: StepForm, where: str, step: Any) -> dict[str, Any]:
    if not isinstance(step, dict):
        raise Invalid(f"Step {where} must be a JSON object; {shown(step)} was given.")
    keys = (*form.required, *form.optional)
    unknown = sorted(step.keys() - set(keys))
    if unknown:
        raise Invalid(f"Step {where} has the unknown key {unknown[0][:80]!r}; known are {', '.join(keys)}.")
    missing = [key for key in form.required if key not in step]
    if missing:
        raise Invalid(f"Step {where} needs {' and '.join(missing)}.")
    given = {**deepcopy(dict(form.optional)), **step}
    checked = {key: checked_value(f"The key {key} of step {where}", key_field(form, key), given[key]) for key in keys}
    if checked.get("priority") and (checked["interface"], checked["step"]) in CORE_STEPS:
        raise Invalid(
            f"Step {where} moves the core step {checked['interface']}.{checked['step']}, whose place is "
            "fixed: give it priority 0 to leave it out, or take it from the list."
        )
    return checked


def key_field(form: StepForm, key: str) -> Field:
    """Describe one key of the steps of a list."""
    if key == "interface":
        return Field(kind=Choice(form.interfaces), nullable=False, doc="The kind of interface that runs it.")
    return KINDS[key]


def _refuse_repetition(form: StepForm, steps: Sequence[Mapping[str, Any]]) -> None:
    if form.repetition is Repetition.FREE:
        return
    varied = form.repetition is Repetition.VARIED
    seen: set[tuple[Any, ...]] = set()
    for place, step in enumerate(steps):
        name = (step["interface"], step["step"])
        same = identity_of(*name, step["args"], step["priority"]) if varied else name
        if same in seen:
            remedy = "give it other arguments or take it out" if varied else "take it out"
            raise Invalid(f"Step {place} of {form.called} repeats {step['interface']}.{step['step']}; {remedy}.")
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
