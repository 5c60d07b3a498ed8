"""Forget a machine."""

from bessemer.model.errors import Conflict, Forbidden
from bessemer.model.node import Node
from bessemer.model.states import DELETABLE, ProvisionState
from bessemer.services.allocations import forget_allocation
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.services.visibility import node_target
from bessemer.store import families, operations, rows
from bessemer.store.transaction import Transaction


def delete_node(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete a node with all that hangs on it; nodes that are parts of it stay, as nodes of their own."""
    node = find_node(tx, asking, ident, "baremetal:node:get", locked=True)
    _authorize(asking, node)
    _check_state(asking, node)
    if node.allocation_uuid:
        forget_allocation(tx, asking, node.allocation_uuid)
    for part in families.set_parts_free(tx, node.uuid):
        note(tx, asking, ("node", part), "changed", before={"parent_node": node.uuid}, after={"parent_node": None})
    note(tx, asking, ("node", node.uuid), "deleted", before={"name": node.name, "driver": node.driver})
    # MariaDB would try the groups before the ports in them, and stop at the first group that still has one.
    rows.remove_each(tx, "port", "node_id", node.id)
    rows.remove(tx, "node", node.id)
    operations.forget(tx, node.id)


def _authorize(asking: Asking, node: Node) -> None:
    target = node_target(node.owner, node.lessee)
    if not asking.caller.allows("baremetal:node:delete", target):
        asking.caller.require("baremetal:node:delete:self_owned_node", target)


def _check_state(asking: Asking, node: Node) -> None:
    if node.protected:
        why = f" ({node.protected_reason})" if node.protected_reason else ""
        raise Forbidden(f"The node {node.uuid} is protected{why}. Set protected to false first.")
    if node.reservation is not None:
        raise Conflict(f"The node {node.uuid} is being worked on by the conductor {node.reservation}. Try again later.")
    if node.maintenance:
        return
    if node.instance_uuid:
        raise Conflict(
            f"The node {node.uuid} carries the instance {node.instance_uuid}. "
            "Undeploy it, or put the node into maintenance, first."
        )
    allowed = DELETABLE | ({ProvisionState.AVAILABLE} if asking.rules.allow_deleting_available_nodes else set())
    if node.provision_state not in allowed:
        raise Conflict(
            f"The node {node.uuid} is {node.provision_state!r}. It can be deleted in maintenance, "
            f"or in one of: {', '.join(sorted(allowed))}."
        )
