"""Leads an operation into its next stage or step."""

from collections.abc import Sequence
from typing import Any

from bessemer.drivers.contract.outcome import Done, Waiting
from bessemer.engine.books import Books
from bessemer.engine.deadlines import limit_of_work
from bessemer.engine.desk_steps import DESK_STEPS, desk_step_of
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.next import Next, Trouble
from bessemer.engine.parking import park
from bessemer.engine.performing import SEE_MACHINE, deed_title
from bessemer.engine.step_fields import hide_step, show_step
from bessemer.model.errors import BessemerError
from bessemer.model.operation import OperationStatus, Progress

TAKES_UP = ("failing", "aborting", "failed_at", "is_cleared", "evidence")
"""What is known of the progress when something else is begun."""


def enter(books: Books, flow: Flow, stages: Sequence[Stage]) -> Next | Trouble:
    """Go through stages until one needs the machine."""
    for stage in stages:
        try:
            entered = _entered(books, flow, stage)
        except BessemerError as error:
            books.advance(stage=stage.name)
            return Trouble(reason=error.message, remedy=SEE_MACHINE)
        if entered is not None:
            return entered
    return Next.OVER


def _entered(books: Books, flow: Flow, stage: Stage) -> Next | Trouble | None:
    """Go into one stage; None when it is over at once."""
    if stage.when is not None and not stage.when(books.work):
        return None
    books.advance(stage=stage.name, step_index=None)
    if stage.event is not None:
        books.move(stage.event)
    if stage.desk is not None:
        return _written(books, stage.desk(books.tx, books.work))
    if stage.steps is not None:
        return enter_step(books, flow, 0)
    return begin_deed(books, flow)


def _written(books: Books, result: Written | Refused) -> Trouble | None:
    if isinstance(result, Refused):
        return Trouble(reason=result.reason, remedy=result.remedy)
    apply(books, result)
    return None


def apply(books: Books, written: Written) -> None:
    """Write what was decided at the desk."""
    books.edit(written.node)
    gone = tuple(name for name, value in written.remembered.items() if value is None)
    books.remember({name: value for name, value in written.remembered.items() if value is not None}, forget=gone)
    if written.steps is not None:
        books.advance(steps=written.steps)
    if written.arguments is not None:
        books.advance(arguments=written.arguments)


def enter_step(books: Books, flow: Flow, index: int) -> Next | Trouble | None:
    """Begin a step; None when there are no more."""
    kind = flow.stage(books.operation.stage).steps
    assert kind is not None  # only the stage with the steps has steps
    while index < len(books.operation.steps):
        books.advance(step_index=index)
        show_step(books, kind, books.operation.steps[index], index)
        name = desk_step_of(books.operation.steps[index])
        if name is None:
            return begin_deed(books, flow)
        _note_beginning(books, flow)
        settled = DESK_STEPS[name](books)
        if not isinstance(settled, Done):
            return park(books, flow, settled) if isinstance(settled, Waiting) else settled
        books.end_run("done", settled.message)
        index += 1
    hide_step(books, kind)
    books.advance(step_index=None)
    return None


def go_on_after_deed(books: Books, flow: Flow) -> Next | Trouble:
    """Leave the deed that is done for the next one."""
    books.go_back_to_work()
    operation = books.operation
    if operation.step_index is not None:
        trouble = _listed_again(books, flow.stage(operation.stage))
        if trouble is not None:
            return trouble
        entered = enter_step(books, flow, operation.step_index + 1)
        if entered is not None:
            return entered
    return enter(books, flow, flow.rest(operation.stage))


def _listed_again(books: Books, stage: Stage) -> Trouble | None:
    """List the steps anew, if the one that is done has brought others."""
    if stage.again is None or not books.has_learned(f"agent_cached_{stage.steps}_steps"):
        return None
    try:
        return _written(books, stage.again(books.tx, books.work))
    except BessemerError as error:
        return Trouble(reason=error.message, remedy=SEE_MACHINE)


def begin_deed(books: Books, flow: Flow) -> Next:
    """Have something begun, unless this conductor is closing: then it is left for its next life, or for another one."""
    if books.desk.is_closing():
        books.advance(status=OperationStatus.QUEUED, wake_at=books.now)
        books.advance(progress=Progress(heard=books.operation.wake_seq, **_taken_up(books)))
        return Next.PARKED
    _note_beginning(books, flow)
    return Next.DEED


def _note_beginning(books: Books, flow: Flow) -> None:
    """Note that something is begun, before it is."""
    books.advance(
        place=books.operation.place + 1,
        status=OperationStatus.RUNNING,
        wake_at=None,
        deadline=limit_of_work(books.desk.settings).ends(books.now),
        progress=Progress(begun=True, heard=books.operation.wake_seq, **_taken_up(books)),
    )
    books.begin_run(deed_title(flow, books.work))


def _taken_up(books: Books) -> dict[str, Any]:
    return {name: getattr(books.progress, name) for name in TAKES_UP}
