"""How long steps took on other machines of the same kind."""

from typing import Any

from sqlalchemy import Select, and_, bindparam, func, select

from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

RUNS = s.step_runs
LATELY = 20_000
"""How many of the latest runs of the whole installation are looked through."""
MOST = 2_000
"""How many of these are counted."""


def runs_on(tx: Transaction, driver: str) -> list[tuple[str, str, str]]:
    """Fetch the latest runs of steps that ended well on machines of a driver: name, beginning and end."""
    return [
        (name, began, ended)
        for name, began, ended in tx.rows("past runs", _query, {"driver": driver, "lately": LATELY, "most": MOST})
    ]


def _query() -> Select[Any]:
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
                RUNS.c.step_index.is_not(None),
                RUNS.c.outcome == "done",
                RUNS.c.ended_at.is_not(None),
                s.nodes.c.driver == bindparam("driver", required=True),
            )
        )
        .order_by(RUNS.c.id.desc())
        .limit(bindparam("most", required=True))
    )
