"""Add, change and delete volume connectors and targets, which follow the same rules."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from bessemer.model.resource import Resource
from bessemer.model.volume import VOLUME_TARGET
from bessemer.rules.busy_nodes import check_unreserved
from bessemer.rules.json_patch import Operation
from bessemer.rules.record_values import created_values, default_values
from bessemer.rules.volume_edits import check_volume_deletion, check_volume_edit
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.parts import begin_edit, find_part, finish_edit, node_for_new_part, remove_part
from bessemer.services.visibility import scope_of
from bessemer.store import rows
from bessemer.store.transaction import Transaction


def create_volume(tx: Transaction, asking: Asking, resource: Resource, body: Any) -> str:
    """Add a connector or a target to a node, returning its UUID."""
    given = created_values(resource, body, asking.minor)
    values = {**default_values(resource), **given}
    values.setdefault("uuid", str(uuid4()))
    node = node_for_new_part(tx, asking, resource, values.pop("node_uuid"))
    rows.add(tx, resource, {**values, "node_id": node.id})
    note(tx, asking, (resource.noun, values["uuid"]), "created", after=given)
    return str(values["uuid"])


def edit_volume(
    tx: Transaction, asking: Asking, resource: Resource, ident: str, operations: Sequence[Operation]
) -> str:
    """Apply a patch to a connector or a target, returning its UUID."""
    edit = begin_edit(tx, asking, resource, ident, operations)
    check_volume_edit(edit.node)
    check_volume_edit(edit.home)
    return finish_edit(tx, asking, resource, edit)


def delete_volume(tx: Transaction, asking: Asking, resource: Resource, told: Sequence[str], ident: str) -> None:
    """Delete a connector or a target."""
    part, node = find_part(tx, asking, resource, ident, "delete")
    check_unreserved(node)
    check_volume_deletion(node)
    remove_part(tx, asking, resource, part, "node_uuid", *told)


def require_volume_lists(asking: Asking) -> None:
    """Refuse callers who may not list volumes at all."""
    scope_of(asking, VOLUME_TARGET)
