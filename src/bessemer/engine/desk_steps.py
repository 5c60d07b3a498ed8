"""Runs the steps of the flow itself that do not touch the machine: holding, waiting, handing on to child nodes."""

from collections.abc import Callable, Mapping
from typing import Any

from bessemer.drivers.contract.outcome import Done, Waiting
from bessemer.engine.books import Books
from bessemer.engine.child_steps import on_child_nodes
from bessemer.engine.next import Next, Trouble
from bessemer.engine.parking import hold
from bessemer.model.events import Event
from bessemer.model.operation import OperationStatus

Settled = Done | Waiting | Next | Trouble


def _held(books: Books) -> Settled:
    """Stop until a person lets the work go on."""
    if books.progress.memo is not None or books.operation.status is OperationStatus.QUEUED:
        return Done(message="Somebody let the work go on.")
    books.move(Event.HOLD)
    return hold(books)


def _waited(books: Books) -> Settled:
    """Wait for a while, or until the machine is heard of."""
    if books.progress.memo is not None:
        return Done()
    step = books.work.step
    assert step is not None  # it is the step that is being run
    seconds = step["args"].get("seconds")
    return Waiting(memo={"since": books.now}, look_again_after_s=seconds, message="Waiting, as the step says.")


DESK_STEPS: Mapping[str, Callable[[Books], Settled]] = {"hold": _held, "wait": _waited, "": on_child_nodes}
"""By name; the one without a name is any step that child nodes are to run."""


def desk_step_of(step: Mapping[str, Any]) -> str | None:
    """Tell which of these a step is; None when it is one for the machine."""
    if step.get("execute_on_child_nodes"):
        return ""
    return step["step"] if step["step"] in DESK_STEPS else None
