"""Tell which nodes are parts of another."""

from bessemer.model.listing import Wanted
from bessemer.model.node import NODE
from bessemer.services.asking import Asking
from bessemer.services.nodes.seen import UNPAGED, see_node
from bessemer.services.visibility import scope_of
from bessemer.store import lists
from bessemer.store.transaction import Transaction


def children_of(tx: Transaction, asking: Asking, ident: str) -> tuple[str, list[str]]:
    """Give the UUID of a node, and those of its parts that the caller may see."""
    node = see_node(tx, asking, ident, "baremetal:node:get")
    wanted = Wanted(columns=("uuid",), filters=(("parent_node", node.uuid),), limit=UNPAGED)
    found = lists.page(tx, NODE.noun, wanted, scope_of(asking, NODE))
    return node.uuid, [] if found is None else [uuid for _, uuid in found.rows]
