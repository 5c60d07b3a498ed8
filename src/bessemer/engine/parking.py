"""Leaves operations alone that wait, holding no thread and no connection meanwhile."""

from bessemer.drivers.contract.outcome import Waiting
from bessemer.engine.books import Books
from bessemer.engine.deadlines import FOR_ONE_TURN_S, limit_in
from bessemer.engine.flow import Flow
from bessemer.engine.next import Next
from bessemer.model.events import Event
from bessemer.model.operation import OperationStatus
from bessemer.store.moments import NEVER, later


def park(books: Books, flow: Flow, waiting: Waiting) -> Next:
    """Leave an operation alone until its machine is heard of, or until the moment for which the driver asked."""
    stage = flow.stage(books.operation.stage)
    if (stage.waits or stage.steps is not None) and books.can(Event.WAIT) and not books.progress.failing:
        books.move(Event.WAIT)
    look = None if waiting.look_again_after_s is None else later(books.now, max(0.0, waiting.look_again_after_s))
    until = books.progress.until or limit_in(books.desk.settings, books.state).ends(books.now)
    deadline = until if look is None else max(until, later(look, FOR_ONE_TURN_S))
    memo = "call_memo" if books.progress.calls else "memo"
    books.go_on(look_at=look, until=until, recheck=False, **{memo: waiting.memo})
    books.advance(status=OperationStatus.WAITING, wake_at=look, deadline=deadline)
    books.tell_run(waiting.message, waiting.progress)
    return Next.PARKED


def hold(books: Books) -> Next:
    """Leave an operation alone until a person lets it go on."""
    books.advance(status=OperationStatus.HELD, wake_at=None, deadline=NEVER)
    books.go_on(heard=books.operation.wake_seq)
    return Next.PARKED


def park_again(books: Books) -> Next:
    """Leave an operation alone that was woken too early, for as long as it had still to wait."""
    look = books.progress.look_at
    until = books.progress.until or limit_in(books.desk.settings, books.state).ends(books.now)
    deadline = until if look is None else max(until, later(look, FOR_ONE_TURN_S))
    books.go_on(until=until, heard=books.operation.wake_seq)
    books.advance(wake_at=look, deadline=deadline)
    return Next.PARKED
