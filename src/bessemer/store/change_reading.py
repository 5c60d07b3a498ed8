"""Read the log of changes in an order in which nothing can be missed."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, bindparam, func, insert, or_, select, update

from bessemer.model.change import Change, Narrowing, Owned
from bessemer.model.listing import Scope
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

C = s.changes.c
JSON = ("before", "after")
NAMES = tuple(name for name in Change.__struct_fields__ if name != "id")
MARK = {"mark": 1}
WIDTHS = (1, 10, 100, 1000)
"""How many rows a prepared statement numbers; a few sizes keep the number of statements small."""
MOST_NUMBERED = WIDTHS[-1]


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def newest(tx: Transaction) -> int:
    """Tell the highest position there is."""
    found = tx.row("newest change", lambda: select(func.max(C.position)))
    return int(found[0] or 0) if found else 0


def pruned(tx: Transaction) -> int:
    """Tell the highest position that has been pruned: who stopped reading before it may have missed something."""
    found = tx.row(
        "pruned changes", lambda: select(s.change_marks.c.pruned).where(s.change_marks.c.id == _bound("mark")), MARK
    )
    return int(found[0]) if found else 0


def is_any_unnumbered(tx: Transaction) -> bool:
    """Tell whether changes have been committed that have no position yet."""
    return tx.row("unnumbered change", lambda: select(C.seq).where(C.position.is_(None)).limit(1)) is not None


def number(tx: Transaction) -> None:
    """Give changes that have been committed meanwhile their positions, the earliest first.

    The counter of a table gives numbers to rows before they are committed, so a lower one may show up after a higher.
    Positions are given afterwards, by one transaction at a time: a reader who sees one sees all below it.
    """
    hold_marks(tx)
    rows = tx.rows(
        "unnumbered changes",
        lambda: select(C.seq).where(C.position.is_(None)).order_by(C.seq).limit(_bound("most")),
        {"most": MOST_NUMBERED},
    )
    found = [int(row[0]) for row in rows]
    if found:
        width = next(width for width in WIDTHS if width >= len(found))
        names = [f"s{place}" for place in range(width)]
        padded = [*found, *[found[-1]] * (width - len(found))]
        values = {**dict(zip(names, padded, strict=True)), "further": newest(tx) + 1 - found[0]}
        tx.change(
            ("number changes", width),
            lambda: (
                update(s.changes)
                .where(C.seq.in_([_bound(name) for name in names]))
                .values(position=C.seq + _bound("further"))
            ),
            values,
        )


def hold_marks(tx: Transaction) -> None:
    """Wait until nobody else numbers or prunes, and keep others from it until this transaction ends."""
    held = tx.row(
        "hold marks",
        lambda: select(s.change_marks.c.id).where(s.change_marks.c.id == _bound("mark")).with_for_update(),
        MARK,
    )
    if held is None:
        tx.change("make marks", lambda: insert(s.change_marks).values(id=_bound("mark"), pruned=0), MARK)


def after(
    tx: Transaction, position: int, until: int | None, most: int, narrowing: Narrowing, scope: Scope
) -> list[Owned]:
    """Fetch changes behind a position, in the order of their positions, as far as they may be seen."""
    given = {"node": narrowing.node, "subject": narrowing.subject}
    values = {"after": position, "until": until, "most": most, "project": scope.project, **given}
    chosen = tuple(name for name, value in given.items() if value is not None)
    rows = tx.rows(
        ("changes after", until is None, chosen, scope.everything),
        lambda: _after(chosen, scope, ends=until is not None),
        values,
    )
    return [_owned(row) for row in rows]


def _after(chosen: Sequence[str], scope: Scope, *, ends: bool) -> Select[Any]:
    clauses: list[ColumnElement[bool]] = [C.position > _bound("after")]
    if ends:
        clauses.append(C.position <= _bound("until"))
    clauses += [C[name] == _bound(name) for name in chosen]
    if not scope.everything:
        clauses.append(or_(C.owner == _bound("project"), C.lessee == _bound("project")))
    columns = [C[name] for name in NAMES]
    return select(C.position, C.owner, C.lessee, *columns).where(*clauses).order_by(C.position).limit(_bound("most"))


def _owned(row: tuple[Any, ...]) -> Owned:
    position, owner, lessee, *rest = row
    values = dict(zip(NAMES, rest, strict=True))
    for name in JSON:
        if values[name] is not None:
            values[name] = msgspec.Raw(values[name].encode())
    return Owned(change=Change(id=int(position), **values), owner=owner, lessee=lessee)
