"""Read what is to be measured of the whole installation, whichever process asks."""

from typing import Any

from sqlalchemy import bindparam, func, select

from bessemer.model.measures import Measures
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

OPS = s.operations.c


def read_measures(tx: Transaction) -> Measures:
    """Read all of it."""
    active = tx.rows(
        "measure operations",
        lambda: (
            select(OPS.kind, OPS.status, func.count())
            .where(OPS.active == 1)
            .group_by(OPS.kind, OPS.status)
            .order_by(OPS.kind, OPS.status)
        ),
    )
    now: Any = bindparam("now", required=True)
    due = tx.rows(
        "measure queue",
        lambda: select(OPS.owner, func.min(OPS.wake_at)).where(OPS.active == 1, OPS.wake_at <= now).group_by(OPS.owner),
        {"now": tx.now},
    )
    conductors = s.conductors.c
    leases = tx.rows(
        "measure leases",
        lambda: select(conductors.hostname, func.coalesce(conductors.updated_at, conductors.created_at)),
    )
    return Measures(
        now=tx.now,
        active=[(str(kind), str(status), int(count)) for kind, status, count in active],
        due_since={str(owner): str(moment) for owner, moment in due},
        renewed_at={str(host): str(moment) for host, moment in leases},
    )
