"""Whether an inspection rule can be kept: its conditions and actions with all their arguments."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.rules.field_values import shown
from bessemer.rules.inspection.signatures import ACTIONS, CONDITIONS, Signature

MOST_PARTS = 500
MOST_TURNS = 1000
MULTIPLE = ("any", "all", "first", "last")
NEGATION = "!"


def checked_conditions(given: Any) -> list[dict[str, Any]]:
    """Return conditions as they are kept, or say which is wrong and why."""
    return [_checked("condition", place, each, CONDITIONS) for place, each in _numbered("conditions", given)]


def checked_actions(given: Any) -> list[dict[str, Any]]:
    """Return actions as they are kept, or say which is wrong and why."""
    actions = [_checked("action", place, each, ACTIONS) for place, each in _numbered("actions", given)]
    if not actions:
        raise Invalid("An inspection rule needs at least one action.")
    return actions


def plain_op(op: str) -> str:
    """Give the operator that is asked or denied."""
    return op.removeprefix(NEGATION)


def _numbered(what: str, given: Any) -> list[tuple[int, Any]]:
    if len(given) > MOST_PARTS:
        raise Invalid(f"An inspection rule may have {MOST_PARTS} {what}; {len(given)} were given.")
    return list(enumerate(given, 1))


def _checked(what: str, place: int, given: Any, known: Mapping[str, Signature]) -> dict[str, Any]:
    where = f"The {what} number {place}"
    if not isinstance(given, dict):
        raise Invalid(f"{where} must be an object with op and args; {shown(given)} was given.")
    keys = {"op", "args", "loop"} | ({"multiple"} if known is CONDITIONS else set())
    strangers = sorted(given.keys() - keys)
    if strangers or not {"op", "args"} <= given.keys():
        problem = f"has the unknown key {strangers[0][:80]!r}" if strangers else "needs op and args"
        raise Invalid(f"{where} {problem}; known are {', '.join(sorted(keys))}.")
    op = given["op"]
    if not isinstance(op, str) or (plain_op(op) if known is CONDITIONS else op) not in known:
        raise Invalid(f"{where} has the unknown op {shown(op)}; known are {', '.join(known)}.")
    try:
        known[plain_op(op)].arguments(given["args"])
        _check_loop(given)
    except Invalid as fault:
        raise Invalid(f"{where}, {op}, {fault.message}") from fault
    loop = {name: given[name] for name in ("loop", "multiple") if given.get("loop") and name in given}
    if known is CONDITIONS and loop:
        loop.setdefault("multiple", MULTIPLE[0])
    return {"op": op, "args": given["args"], **loop}


def _check_loop(given: Mapping[str, Any]) -> None:
    loop = given.get("loop")
    if loop is not None and not isinstance(loop, list | dict):
        raise Invalid(f"must have a loop that is a list or an object; {shown(loop)} was given.")
    if loop is not None and len(loop) > MOST_TURNS:
        raise Invalid(f"has a loop of {len(loop)} items; {MOST_TURNS} are allowed.")
    if given.get("multiple", MULTIPLE[0]) not in MULTIPLE:
        raise Invalid(f"has the unknown multiple {shown(given['multiple'])}; known are {', '.join(MULTIPLE)}.")
