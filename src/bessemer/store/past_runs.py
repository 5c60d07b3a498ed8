"""How long steps took on other machines of the same kind."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, and_, bindparam, func, select

from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

RUNS = s.step_runs
LATELY = 10_000
"""How many of the latest runs of the whole installation are looked through."""
MOST = 500
"""How many of these are counted."""
WIDTHS = (1, 4, 16, 64)
"""How many names a prepared statement asks for: a few sizes keep their number small, and the last is the most."""


def runs_on(tx: Transaction, driver: str, names: Collection[str]) -> list[tuple[str, str, str]]:
    """Fetch the latest runs of some steps that ended well on machines of a driver: name, beginning and end."""
    wanted = sorted(set(names))[: WIDTHS[-1]]
    if not wanted:
        return []
    width = next(width for width in WIDTHS if width >= len(wanted))
    places = [f"n{place}" for place in range(width)]
    filled = [*wanted, *[wanted[-1]] * (width - len(wanted))]
    values = {"driver": driver, "lately": LATELY, "most": MOST, **dict(zip(places, filled, strict=True))}
    found = tx.rows(("past runs", width), lambda: _query(places), values)
    return [(name, began, ended) for name, began, ended in found]


def _query(places: list[str]) -> Select[Any]:
    newest = select(func.max(RUNS.c.id)).scalar_subquery()
    return (
        select(RUNS.c.name, RUNS.c.started_at, RUNS.c.ended_at)
        .select_from(
            RUNS.join(s.operations, s.operations.c.id == RUNS.c.operation_id).join(
                s.nodes, s.nodes.c.id == s.operations.c.node_id
            )
        )
        .where(
            and_(
                RUNS.c.id > newest - bindparam("lately", required=True),
                RUNS.c.name.in_([bindparam(place, required=True) for place in places]),
                RUNS.c.step_index.is_not(None),
                RUNS.c.outcome == "done",
                RUNS.c.ended_at.is_not(None),
                s.nodes.c.driver == bindparam("driver", required=True),
            )
        )
        .order_by(RUNS.c.id.desc())
        .limit(bindparam("most", required=True))
    )
