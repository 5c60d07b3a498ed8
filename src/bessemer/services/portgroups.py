"""Add, change and delete groups of ports."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from bessemer.model.errors import Invalid
from bessemer.model.portgroup import PORTGROUP
from bessemer.rules.busy_nodes import check_not_inspecting, check_unreserved
from bessemer.rules.cabling import check_unbound
from bessemer.rules.json_patch import Operation
from bessemer.rules.named_node import require_uuid
from bessemer.rules.record_values import created_values, default_values
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.parts import begin_edit, check_unique, find_part, finish_edit, node_for_new_part, remove_part
from bessemer.store import rows
from bessemer.store.transaction import Transaction


def create_portgroup(tx: Transaction, asking: Asking, body: Any) -> str:
    """Add an empty port group to a node, returning its UUID."""
    require_uuid(body)
    given = created_values(PORTGROUP, body, asking.minor)
    defaults = default_values(PORTGROUP)
    values = {**defaults, **given, "mode": given.get("mode") or defaults["mode"]}
    values.setdefault("uuid", str(uuid4()))
    node = node_for_new_part(tx, asking, PORTGROUP, values.pop("node_uuid"))
    check_unique(tx, PORTGROUP, given)
    rows.add(tx, PORTGROUP, {**values, "node_id": node.id})
    note(tx, asking, ("portgroup", values["uuid"]), "created", after=given)
    return str(values["uuid"])


def edit_portgroup(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to a port group, returning its UUID."""
    edit = begin_edit(tx, asking, PORTGROUP, ident, operations)
    check_not_inspecting(edit.node, asking.minor)
    check_unique(tx, PORTGROUP, edit.changes)
    if edit.moves:
        check_not_inspecting(edit.home, asking.minor)
        _check_empty(tx, edit.part, "moved to another node")
    return finish_edit(tx, asking, PORTGROUP, edit)


def delete_portgroup(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete an empty port group."""
    group, node = find_part(tx, asking, PORTGROUP, ident, "delete")
    check_unreserved(node)
    _check_empty(tx, group, "deleted")
    check_unbound("port group", group.uuid, group.internal_info, node)
    remove_part(tx, asking, PORTGROUP, group, "address", "name", "node_uuid")


def _check_empty(tx: Transaction, group: Any, what: str) -> None:
    if rows.is_any(tx, "port", "portgroup_id", group.id):
        raise Invalid(f"The port group {group.uuid} has ports, so it cannot be {what}. Take them out of it first.")
