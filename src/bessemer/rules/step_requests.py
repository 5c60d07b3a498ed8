"""Which steps a request may ask for, and what is asked for by those of templates and runbooks."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any

import msgspec

from bessemer.model.errors import Invalid
from bessemer.model.plan import StepRequest
from bessemer.model.step import StepKind
from bessemer.rules.field_values import shown
from bessemer.rules.identifiers import uuid_from_text
from bessemer.rules.reserved_steps import NOT_ON_CHILD_NODES
from bessemer.rules.step_lists import Repetition, StepForm, checked_steps
from bessemer.rules.step_order import INTERFACES_OF

ON_CHILD_NODES: Mapping[str, Any] = {"execute_on_child_nodes": False, "limit_child_node_execution": []}


def _as_given(called: str, kind: StepKind) -> StepForm:
    return StepForm(
        called=called,
        required=("interface", "step"),
        optional={"args": {}, "order": 0, **ON_CHILD_NODES},
        interfaces=INTERFACES_OF[kind],
        repetition=Repetition.FREE,
    )


FORMS: Mapping[StepKind, StepForm] = {
    StepKind.DEPLOY: StepForm(
        called="deploy_steps",
        required=("interface", "step", "args", "priority"),
        interfaces=INTERFACES_OF[StepKind.DEPLOY],
        repetition=Repetition.VARIED,
    ),
    StepKind.CLEAN: _as_given("clean_steps", StepKind.CLEAN),
    StepKind.SERVICE: _as_given("service_steps", StepKind.SERVICE),
}
"""How the steps of a request are written, by what they are for."""


def requested_steps(kind: StepKind, given: Any, disallowed: frozenset[str]) -> tuple[StepRequest, ...]:
    """Read the list of steps of a request, refusing what is malformed or not allowed here."""
    form = FORMS[kind]
    if not isinstance(given, list):
        raise Invalid(f"{form.called} must be a JSON list of steps; {shown(given)} was given.")
    steps = requests_from(checked_steps(form, given))
    for place, step in enumerate(steps):
        fault = forbidden(step, kind, disallowed) or _fault_on_child_nodes(step)
        if fault:
            raise Invalid(f"Step {place} of {form.called}: {fault}")
    return tuple(map(_with_canonical_uuids, steps))


def requests_from(steps: Iterable[Mapping[str, Any]]) -> tuple[StepRequest, ...]:
    """Turn the checked steps of a request or a template into what they ask for, in their order."""
    return tuple(
        StepRequest(
            interface=step["interface"],
            step=step["step"],
            args=step["args"],
            priority=step.get("priority", 0),
            execute_on_child_nodes=step.get("execute_on_child_nodes", False),
            limit_child_node_execution=tuple(step.get("limit_child_node_execution", ())),
        )
        for step in steps
    )


def requests_from_runbook(steps: Iterable[Mapping[str, Any]]) -> tuple[StepRequest, ...]:
    """Turn the steps of a runbook into what they ask for, in the order that they say."""
    return requests_from(sorted(steps, key=itemgetter("order")))


def forbidden(step: StepRequest, kind: StepKind, disallowed: frozenset[str]) -> str | None:
    """Say why a step may not be asked for; None when it may."""
    if step.title not in disallowed:
        return None
    return f"{step.title} is forbidden here by the option api.disallow_{kind}_steps."


def _fault_on_child_nodes(step: StepRequest) -> str | None:
    if step.limit_child_node_execution and not step.execute_on_child_nodes:
        return "limit_child_node_execution needs execute_on_child_nodes, which says that child nodes run it at all."
    if step.execute_on_child_nodes and step.step in NOT_ON_CHILD_NODES:
        return f"{step.title} stops this node's own list of steps, so it cannot be run on child nodes."
    strange = [
        each for each in step.limit_child_node_execution if not isinstance(each, str) or not uuid_from_text(each)
    ]
    if strange:
        return f"limit_child_node_execution must list the UUIDs of nodes; {shown(strange[0])} is none."
    return None


def _with_canonical_uuids(step: StepRequest) -> StepRequest:
    limits = tuple(uuid_from_text(each) or each for each in step.limit_child_node_execution)
    return msgspec.structs.replace(step, limit_child_node_execution=limits)
