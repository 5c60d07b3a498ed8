"""Tell what happened to a node."""

import msgspec

from bessemer.model.errors import NotFound
from bessemer.model.listing import EVERYTHING, Rows, Wanted
from bessemer.model.node_facts import HISTORY
from bessemer.services.asking import Asking
from bessemer.services.nodes.seen import see_node
from bessemer.services.visibility import no_such
from bessemer.store import lists
from bessemer.store.transaction import Transaction

RULE = "baremetal:node:history:get"


def history_of(tx: Transaction, asking: Asking, ident: str, wanted: Wanted) -> Rows:
    """Fetch one page of a node's history."""
    found = lists.page(tx, HISTORY.noun, _of_node(tx, asking, ident, wanted), EVERYTHING)
    if found is None:
        raise NotFound(f"The marker {str(wanted.marker)[:80]!r} is in no history, so nothing can come after it.")
    return found


def history_entry(tx: Transaction, asking: Asking, ident: str, uuid: str, columns: tuple[str, ...]) -> Rows:
    """Fetch one entry of a node's history as a list of one."""
    wanted = Wanted(columns=columns, filters=(("uuid", uuid),), limit=1)
    found = lists.page(tx, HISTORY.noun, _of_node(tx, asking, ident, wanted), EVERYTHING)
    if found is None or not found.rows:
        raise no_such("entry in the history of this node with the UUID", uuid)
    return found


def _of_node(tx: Transaction, asking: Asking, ident: str, wanted: Wanted) -> Wanted:
    """Narrow the log of changes to what is told of this node; an earlier node of the same UUID is another."""
    node = see_node(tx, asking, ident, RULE)
    within = (("subject", "node"), ("subject_uuid", node.uuid), ("told", True), ("since", node.created_at))
    return msgspec.structs.replace(wanted, filters=(*wanted.filters, *within))
