"""Decides what is to be done when the turn of an operation has come."""

from bessemer.drivers.contract.outcome import Done, Waiting
from bessemer.engine.books import Books
from bessemer.engine.deadlines import is_put_off_by_machine, limit_in, limit_of_work
from bessemer.engine.desk_steps import DESK_STEPS, desk_step_of
from bessemer.engine.entering import begin_deed, enter
from bessemer.engine.flow import Flow
from bessemer.engine.next import Next, Trouble
from bessemer.engine.parking import hold, park, park_again
from bessemer.engine.performing import deed_title
from bessemer.engine.settling import ABORTED, settle
from bessemer.model.events import Event
from bessemer.model.operation import OperationStatus
from bessemer.model.step import OnTakeover
from bessemer.rules.provision_events import TRANSITIONS

MOST_ATTEMPTS = 10
"""How often something is begun anew that conductors have died over."""

LOOK = "See whether the machine can be reached and what it is at, then ask for the same again."


def decide(books: Books, flow: Flow) -> Next | Trouble:
    """Tell what comes next in an operation that nobody works on at this moment."""
    operation = books.operation
    if not operation.stage:
        return enter(books, flow, flow.stages)
    if not flow.knows(operation.stage):
        return _unknown(books)
    if operation.deadline < books.now and books.desk.is_clock_right():
        return _overdue(books, flow)
    if operation.status is OperationStatus.RUNNING:
        return _interrupted(books, flow)
    return (_abort(books, flow) if operation.abort else None) or _go_on(books, flow)


def _unknown(books: Books) -> Trouble:
    return Trouble(
        reason=f"this release of the conductor knows no stage {books.operation.stage!r}, so it cannot go on from there",
        remedy="Bring all conductors to the same release, then ask for the same again.",
        leave=True,
    )


def _go_on(books: Books, flow: Flow) -> Next | Trouble:
    if books.operation.status is OperationStatus.HELD:
        return hold(books)
    if not books.progress.begun:
        return begin_deed(books, flow)
    return _next_turn(books, flow)


def _overdue(books: Books, flow: Flow) -> Next | Trouble:
    """End what was not done in time; the machines that people work on may take theirs."""
    operation = books.operation
    if operation.status is OperationStatus.WAITING and books.node.maintenance and not books.progress.failing:
        books.go_on(until=None)
        return park_again(books)
    waited = operation.status is OperationStatus.WAITING
    limit = limit_in(books.desk.settings, books.state) if waited else limit_of_work(books.desk.settings)
    at = deed_title(flow, books.work)
    return Trouble(
        reason=f"{at} was not done within the {limit.seconds} s that the option {limit.option} allows",
        remedy=LOOK,
        leave=books.progress.failing,
    )


def _interrupted(books: Books, flow: Flow) -> Next | Trouble:
    """Take up what another process, or an earlier life of this one, was at when it died."""
    on_takeover = _on_takeover(books, flow)
    at, attempt = deed_title(flow, books.work), books.progress.attempt
    if on_takeover is OnTakeover.FAIL:
        return Trouble(
            reason=f"{at} was begun by a conductor that died, and it is not safe to run it twice",
            remedy="Find out from the machine how far it came; if it may be run again, ask for the same again.",
        )
    if attempt >= MOST_ATTEMPTS:
        return Trouble(
            reason=f"{at} was begun {attempt} times, and each time the conductor died over it",
            remedy="Look into the logs of the conductors for what ended them.",
        )
    books.end_run("interrupted", "The conductor died over it.")
    books.go_on(attempt=attempt + 1, recheck=on_takeover is OnTakeover.RECHECK, look_at=None)
    books.begin_run(at)
    return _turn(books, flow)


def _on_takeover(books: Books, flow: Flow) -> OnTakeover:
    if books.progress.calls:
        return OnTakeover.RERUN
    step = books.work.step
    if step is not None and desk_step_of(step) is None:
        return OnTakeover(step.get("on_takeover", OnTakeover.RERUN))
    return flow.stage(books.operation.stage).on_takeover


def _abort(books: Books, flow: Flow) -> Next | Trouble | None:
    """Abort, or note that it is to be done as soon as it can; None when the deed may have its turn."""
    progress = books.progress
    books.advance(abort=False)
    books.go_on(heard=progress.heard + 1)
    if progress.failing or not _may_abort(books, flow):
        return None
    step = books.work.step
    if step is None or step.get("abortable") or books.operation.status is OperationStatus.HELD:
        return ABORTED
    books.go_on(abort_after=True)
    return None if books.operation.wake_seq > books.progress.heard else park_again(books)


def _may_abort(books: Books, flow: Flow) -> bool:
    """Tell whether the node can get out of its state by aborting, at once or from the waiting state beside it."""
    if not flow.moves:
        return True
    ways = TRANSITIONS[books.state]
    return Event.ABORT in ways or (Event.WAIT in ways and Event.ABORT in TRANSITIONS[ways[Event.WAIT]])


def _next_turn(books: Books, flow: Flow) -> Next | Trouble:
    """Give the deed its next turn, unless it asked for a later moment and only the machine was heard of."""
    look, was_heard = books.progress.look_at, books.operation.wake_seq > books.progress.heard
    if was_heard and is_put_off_by_machine(books.state):
        books.go_on(until=limit_in(books.desk.settings, books.state).ends(books.now))
    if look is not None and look > books.now:
        return park_again(books)
    return _turn(books, flow)


def _turn(books: Books, flow: Flow) -> Next | Trouble:
    step = books.work.step
    name = None if step is None or books.progress.calls else desk_step_of(step)
    if name is not None:
        settled = DESK_STEPS[name](books)
        books.go_on(heard=books.operation.wake_seq)
        if isinstance(settled, Done):
            return settle(books, flow, settled)
        return park(books, flow, settled) if isinstance(settled, Waiting) else settled
    books.go_on(heard=books.operation.wake_seq, look_at=None)
    ends = limit_of_work(books.desk.settings).ends(books.now)
    books.advance(status=OperationStatus.RUNNING, wake_at=None, deadline=ends)
    return Next.DEED
