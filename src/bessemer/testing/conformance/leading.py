"""Leads a deed of a driver through its turns, as the engine does, and checks what comes of it."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import FIRST, NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Failed, First, Learned, Outcome, Waiting, outcome_from_return
from bessemer.model.errors import BessemerError
from bessemer.model.node import Node

MOST_TURNS = 20
FIELDS = frozenset(field.name for field in msgspec.structs.fields(Node))


def lead(interface: Interface, node: NodeView, method: str, arguments: Mapping[str, Any]) -> Outcome:
    """Give a deed its turns, until it ends or waits for what only a machine or another interface can do."""
    turn, outcome = FIRST, _turn(interface, node, method, arguments, FIRST)
    for _ in range(MOST_TURNS):
        if not isinstance(outcome, Waiting) or outcome.look_again_after_s is None:
            break
        remembered = {**node.driver_internal_info, **outcome.learned.remembered}
        node = msgspec.structs.replace(node, driver_internal_info=remembered)
        turn = Turn(memo=msgspec.json.decode(msgspec.json.encode(outcome.memo)))
        outcome = _turn(interface, node, method, arguments, turn)
    return outcome


def lead_or_refusal(
    interface: Interface, node: NodeView, method: str, arguments: Mapping[str, Any]
) -> Outcome | BessemerError:
    """Lead a deed, or give the refusal that it raised; any other error is a fault of the driver, and is raised on."""
    try:
        return lead(interface, node, method, arguments)
    except BessemerError as refusal:
        return refusal


def answer_or_refusal(ask: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Ask what is answered at once, or give the refusal that was raised; any other error is raised on."""
    try:
        return ask(*arguments, **named)
    except BessemerError as refusal:
        return refusal


def faults_of(found: Outcome | BessemerError) -> list[str]:
    """Say what the engine, or the person who reads it, could not use in what came of a deed."""
    if isinstance(found, BessemerError):
        return [] if found.message.strip() else ["The refusal has no text."]
    faults = _faults_of_learned(found.learned)
    if isinstance(found, Failed):
        faults += [f"Failed has no {name}." for name in ("reason", "remedy") if not getattr(found, name).strip()]
    if isinstance(found, Waiting | First) and not _is_json(found.memo):
        faults.append(f"The memo {found.memo!r} is not plain JSON, so it would be lost with the process.")
    return faults


def is_done(found: Outcome | BessemerError) -> bool:
    """Tell whether a deed came to a good end."""
    return isinstance(found, Done)


def _turn(interface: Interface, node: NodeView, method: str, arguments: Mapping[str, Any], turn: Turn) -> Outcome:
    return outcome_from_return(getattr(interface, method)(node, turn, **arguments), method)


def _faults_of_learned(learned: Learned) -> list[str]:
    unknown = sorted(set(learned.fields) - FIELDS)
    faults = [f"The field {name!r} that was learned is none of a node." for name in unknown]
    plain = msgspec.structs.asdict(learned)
    return faults + [f"What was learned as {name} is not plain JSON." for name in plain if not _is_json(plain[name])]


def _is_json(value: Any) -> bool:
    try:
        msgspec.json.encode(value)
    except (TypeError, ValueError):
        return False
    return True
