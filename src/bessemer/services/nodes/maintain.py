"""Take a machine out of the server's hands for people to work on it, and give it back."""

from bessemer.model.node import NODE
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.store import rows
from bessemer.store.transaction import Transaction


def set_maintenance(tx: Transaction, asking: Asking, ident: str, reason: str | None) -> None:
    """Put a node into maintenance, in any state, for a reason."""
    node = find_node(tx, asking, ident, "baremetal:node:set_maintenance")
    changes = {"maintenance": True, "maintenance_reason": reason}
    before = {"maintenance": node.maintenance, "maintenance_reason": node.maintenance_reason}
    if changes != before:
        rows.change(tx, NODE, node.id, changes, version=node.version)
        note(tx, asking, ("node", node.uuid), "changed", before=before, after=changes)


def clear_maintenance(tx: Transaction, asking: Asking, ident: str) -> None:
    """End the maintenance of a node; its reason and its fault go with it."""
    node = find_node(tx, asking, ident, "baremetal:node:clear_maintenance")
    before = {"maintenance": node.maintenance, "maintenance_reason": node.maintenance_reason, "fault": node.fault}
    after = {"maintenance": False, "maintenance_reason": None, "fault": None}
    if before != after:
        rows.change(tx, NODE, node.id, after, version=node.version)
        note(tx, asking, ("node", node.uuid), "changed", before=before, after=after)
