"""The two transactions between which a driver has its turn: one notes that it begins, the other what came of it."""

from collections.abc import Sequence

from bessemer.drivers.contract.outcome import Outcome
from bessemer.engine.books import Books, Desk
from bessemer.engine.deciding import decide
from bessemer.engine.entering import enter
from bessemer.engine.failing import fail, finish
from bessemer.engine.flow import Flow
from bessemer.engine.flows.table import FLOWS
from bessemer.engine.next import Next, Trouble
from bessemer.engine.settling import settle
from bessemer.engine.work import Work
from bessemer.model.operation import Kept
from bessemer.store import operations
from bessemer.store.operations import Fenced
from bessemer.store.transaction import Transaction


def begin(tx: Transaction, desk: Desk, row: int) -> Work | None:
    """Begin the turn of an operation, giving what the driver is to do; None when there is nothing for it to do."""
    operation = operations.fetch(tx, row)
    if operation is None or operation.active is None or operation.owner != desk.settings.host:
        return None
    books = Books(tx, desk, operation)
    flow = FLOWS[operation.kind]
    return _written(books, flow, decide(books, flow))


def record(tx: Transaction, desk: Desk, work: Work, outcome: Outcome, kept: Sequence[Kept] = ()) -> Work | None:
    """Write down what came of a turn and which files were kept, giving what the driver is to do next, if anything."""
    held = work.operation
    operation = operations.fetch(tx, held.id)
    if operation is None or operation.active is None or (operation.owner, operation.epoch) != (held.owner, held.epoch):
        raise Fenced(f"The operation {held.uuid} has been taken over or has ended.")
    books = Books(tx, desk, operation)
    books.note_kept(kept)
    flow = FLOWS[operation.kind]
    return _written(books, flow, settle(books, flow, outcome))


def give_up(tx: Transaction, desk: Desk, row: int, trouble: Trouble) -> None:
    """End an operation at once and badly, because the engine itself cannot go on with it."""
    operation = operations.fetch(tx, row)
    if operation is not None and operation.active is not None and operation.owner == desk.settings.host:
        books = Books(tx, desk, operation)
        flow = FLOWS[operation.kind]
        fail(books, flow, trouble)
        finish(books, flow)
        books.write()


def _written(books: Books, flow: Flow, coming: Next | Trouble) -> Work | None:
    """Follow what comes next until the driver has to be asked or nothing is left to do, and write all of it."""
    while isinstance(coming, Trouble):
        coming = enter(books, flow, fail(books, flow, coming))
    if coming is Next.OVER:
        finish(books, flow)
    books.write()
    return books.work if coming is Next.DEED else None
