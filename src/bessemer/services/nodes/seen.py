"""Find a node that something is read below, if the caller may read it."""

import msgspec

from bessemer.model.listing import EVERYTHING, Wanted
from bessemer.model.node import NODE
from bessemer.services.asking import Asking
from bessemer.services.find import column_for
from bessemer.services.visibility import no_such, require_on_node
from bessemer.store import lists
from bessemer.store.transaction import Transaction

UNPAGED = 2**31 - 1
"""The limit of lists that come whole."""


class SeenNode(msgspec.Struct, frozen=True, kw_only=True):
    """What has to be known of a node to read what belongs to it."""

    id: int
    uuid: str
    created_at: str


def see_node(tx: Transaction, asking: Asking, ident: str, rule: str) -> SeenNode:
    """Find a node by UUID or name, in one statement."""
    wanted = Wanted(
        columns=("uuid", "created_at", "owner", "lessee"),
        filters=((column_for(NODE, ident, asking.minor), ident),),
        limit=1,
    )
    found = lists.page(tx, NODE.noun, wanted, EVERYTHING)
    if found is None or not found.rows:
        raise no_such("node", ident)
    row, uuid, created_at, owner, lessee = found.rows[0]
    require_on_node(asking, rule, ident, owner, lessee)
    return SeenNode(id=row, uuid=uuid, created_at=created_at)
