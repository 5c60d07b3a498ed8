"""Read what the last inspection of a node found."""

from bessemer.model.errors import NotFound
from bessemer.services.asking import Asking
from bessemer.services.nodes.seen import see_node
from bessemer.store.inventories import Inventory, inventory_of_node
from bessemer.store.transaction import Transaction


def inventory_of(tx: Transaction, asking: Asking, ident: str) -> Inventory:
    """Fetch the inventory of a node."""
    node = see_node(tx, asking, ident, "baremetal:node:inventory:get")
    found = inventory_of_node(tx, node.id)
    if found is None:
        raise NotFound(f"The node {node.uuid} has no inventory: it has not been inspected yet.")
    return found
