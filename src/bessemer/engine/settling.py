"""Takes a driver's outcome into the books."""

from bessemer.drivers.contract.outcome import Done, Failed, First, Outcome, Waiting
from bessemer.engine.books import Books
from bessemer.engine.entering import go_on_after_deed
from bessemer.engine.flow import Flow
from bessemer.engine.next import Next, Trouble
from bessemer.engine.parking import park
from bessemer.model.operation import OperationStatus

REBOOT = {"kind": "power", "method": "reboot", "arguments": {}}

ABORTED = Trouble(reason="It was aborted, as was asked for.", remedy="", aborted=True)


def settle(books: Books, flow: Flow, outcome: Outcome) -> Next | Trouble:
    """Keep what was learned, then do as the outcome says."""
    books.learn(outcome.learned)
    match outcome:
        case Done():
            return _call_done(books, flow, outcome) if books.progress.calls else _done(books, flow, outcome.message)
        case Waiting():
            return park(books, flow, outcome)
        case First():
            return _first(books, outcome)
        case Failed():
            return Trouble(reason=outcome.reason, remedy=outcome.remedy)


def _first(books: Books, first: First) -> Next | Trouble:
    """Let other interfaces go first."""
    if books.progress.calls:
        call = books.progress.calls[0]
        return Trouble(
            reason=f"{call['kind']}.{call['method']}, which was asked to go first, asked others to go first itself",
            remedy="Tell the authors of the driver: only one deed may ask for others.",
        )
    calls = tuple({"kind": call.kind, "method": call.method, "arguments": dict(call.arguments)} for call in first.calls)
    books.go_on(calls=calls, call_memo=None, memo=first.memo, look_at=None, recheck=False)
    books.advance(status=OperationStatus.RUNNING, wake_at=None)
    books.tell_run(first.message, None)
    return Next.DEED


def _call_done(books: Books, flow: Flow, done: Done) -> Next | Trouble:
    """Go on to the next call, or back to the deed."""
    books.go_on(calls=books.progress.calls[1:], call_memo=None, look_at=None, until=None, recheck=False)
    if books.progress.calls or not books.progress.ending:
        books.advance(status=OperationStatus.RUNNING, wake_at=None)
        return Next.DEED
    return _done(books, flow, done.message)


def _done(books: Books, flow: Flow, message: str) -> Next | Trouble:
    """Leave the deed, unless the machine is to be rebooted after it or all is to end with it."""
    step = books.work.step
    if step is not None and step.get("reboot_requested") and not books.progress.ending:
        books.go_on(calls=(REBOOT,), call_memo=None, ending=True, look_at=None, until=None, recheck=False)
        books.advance(status=OperationStatus.RUNNING, wake_at=None)
        return Next.DEED
    books.end_run("done", message)
    if books.progress.abort_after or (books.operation.abort and not books.progress.failing):
        books.advance(abort=False)
        return ABORTED
    return go_on_after_deed(books, flow)
