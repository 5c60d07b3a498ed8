"""Find the nodes whose power is to be asked for now."""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, bindparam, select

from bessemer.model.states import Fault
from bessemer.rules.power_watch import LEFT_ALONE
from bessemer.rules.turn_wheel import Stretch
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

N = s.nodes.c


class Placed(msgspec.Struct, frozen=True):
    """A node with what decides which conductor serves it."""

    uuid: str
    group: str
    driver: str
    bucket: int


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def watched(tx: Transaction, buckets: Stretch) -> list[Placed]:
    """List the nodes of some buckets that are to be powered as they say."""
    is_watched = and_(
        N.maintenance.is_(False),
        N.target_power_state.is_(None),
        *(N.provision_state != str(state) for state in sorted(LEFT_ALONE)),
    )
    return _placed(tx, "watched nodes", is_watched, buckets)


def faulty(tx: Transaction, buckets: Stretch) -> list[Placed]:
    """List the nodes of some buckets that wait in maintenance for their power to be readable again."""
    return _placed(tx, "nodes of faulty power", and_(N.maintenance.is_(True), N.fault == str(Fault.POWER)), buckets)


def _placed(tx: Transaction, key: str, which: ColumnElement[bool], buckets: Stretch) -> list[Placed]:
    def build() -> Select[Any]:
        in_turn = N.bucket.between(_bound("first"), _bound("last"))
        return select(N.uuid, N.conductor_group, N.driver, N.bucket).where(in_turn, N.operation_id.is_(None), which)

    found = tx.rows(key, build, {"first": buckets.first, "last": buckets.last})
    return [Placed(*row) for row in found]
