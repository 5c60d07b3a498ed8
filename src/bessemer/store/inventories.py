"""What inspections found, kept as it was found."""

import msgspec
from sqlalchemy import bindparam, select

from bessemer.store import schema as s
from bessemer.store.transaction import Transaction


class Inventory(msgspec.Struct, frozen=True, kw_only=True):
    """What an inspection found, as JSON text."""

    inventory: str
    plugin_data: str


def inventory_of_node(tx: Transaction, node: int) -> Inventory | None:
    """Fetch what the last inspection of a node found."""
    kept = s.node_inventories.c
    found = tx.row(
        "inventory",
        lambda: select(kept.inventory, kept.plugin_data).where(kept.node_id == bindparam("node", required=True)),
        {"node": node},
    )
    return None if found is None else Inventory(inventory=found[0], plugin_data=found[1])
