"""Ends operations, be it well or badly."""

from collections.abc import Mapping, Sequence

import msgspec

from bessemer.engine.books import Books
from bessemer.engine.entering import apply
from bessemer.engine.flow import Flow, Refused, Stage
from bessemer.engine.next import Trouble
from bessemer.engine.performing import deed_title
from bessemer.engine.step_fields import hide_step
from bessemer.model.events import Event
from bessemer.model.operation import OperationStatus, Progress
from bessemer.model.states import Fault, StateSort
from bessemer.rules.provision_states import STATES

TO_ACT: Mapping[Fault, str] = {
    Fault.CLEAN: (
        "The node is in maintenance and is offered to nobody, as its disks may hold data of others: ask for manage, "
        "end the maintenance, then ask for provide, which cleans it again."
    ),
}
"""What a person has to do before a node is of use again that is in maintenance for a fault."""


def fail(books: Books, flow: Flow, trouble: Trouble) -> Sequence[Stage]:
    """Note a failure, and tell what is to be cleared up after it."""
    at = deed_title(flow, books.work)
    books.end_run("aborted" if trouble.aborted else "failed", trouble.reason)
    if books.progress.failing:
        return _fail_again(books, flow, trouble, at)
    stage = books.operation.stage
    is_in_steps = books.operation.step_index is not None
    fault = flow.fault if is_in_steps and not trouble.aborted else None
    text = " ".join(filter(None, (_text(flow, trouble, at), TO_ACT.get(fault) if fault is not None else None)))
    books.edit({"last_error": text})
    if fault is not None:
        books.edit({"maintenance": True, "maintenance_reason": text, "fault": str(fault)})
    kind = next((each.steps for each in flow.stages if each.steps is not None), None)
    if kind is not None:
        hide_step(books, kind)
    books.advance(
        step_index=None,
        error=f"{at}: {trouble.reason}",
        remedy=trouble.remedy or None,
        progress=Progress(
            failing=True,
            aborting=trouble.aborted,
            failed_at=stage,
            heard=books.progress.heard,
            is_cleared=True,
            evidence=books.progress.evidence,
        ),
    )
    return () if trouble.leave else flow.clearing


def _fail_again(books: Books, flow: Flow, trouble: Trouble, at: str) -> Sequence[Stage]:
    """Note that something could not be cleared up, and go on with the rest."""
    more = _sentence(f"Clearing up after that failed too, at {at}: {trouble.reason}")
    books.go_on(is_cleared=False)
    books.edit({"last_error": f"{books.node.last_error or ''} {more}".strip()})
    books.advance(error=f"{books.operation.error or ''} {more}".strip())
    return () if trouble.leave else flow.rest(books.operation.stage)


def _text(flow: Flow, trouble: Trouble, at: str) -> str:
    if trouble.aborted:
        return f"{flow.title} was aborted at {at}, as was asked for."
    return " ".join(filter(None, (_sentence(f"{flow.title} failed at {at}: {trouble.reason}"), trouble.remedy)))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def finish(books: Books, flow: Flow) -> None:
    """End an operation of which all stages are behind."""
    progress = books.progress
    if progress.failing:
        status = OperationStatus.ABORTED if progress.aborting else OperationStatus.FAILED
        for event in _ways_out(books, flow):
            books.move(event)
        if flow.clearing_fault is not None and not progress.is_cleared:
            fault = {"maintenance_reason": books.node.last_error, "fault": str(flow.clearing_fault)}
            books.edit({"maintenance": True, **fault})
    else:
        status = OperationStatus.DONE
        books.go_back_to_work()
        if flow.moves:
            books.move(flow.success(books.work))
    for desk in (flow.failed if progress.failing else None, flow.finish):
        if desk is not None:
            written = desk(books.tx, books.work)
            assert not isinstance(written, Refused)  # an end cannot be refused
            apply(books, written)
    books.advance(
        active=None, status=status, step_index=None, ended_at=books.now, wake_at=None, progress=_last_words(progress)
    )
    books.edit({"operation_id": None})
    books.desk.meters.operation_ended(books.tx, books.operation, str(status))


def _last_words(progress: Progress) -> Progress:
    return msgspec.structs.replace(progress, memo=None, call_memo=None, calls=())


def _ways_out(books: Books, flow: Flow) -> Sequence[Event]:
    """Tell what happens to a node whose work ends badly; one that has left the states of work by itself stays there."""
    if not flow.moves or STATES[books.state].sort in {StateSort.RESTING, StateSort.PARKED}:
        return ()
    if books.progress.aborting:
        before = () if books.can(Event.ABORT) else (Event.WAIT,)
        again = () if flow.after_abort is None or not books.progress.is_cleared else (flow.after_abort,)
        return (*before, Event.ABORT, *again)
    return (Event.FAIL,)
