"""Add, change and delete the frames that machines sit in."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import msgspec

from bessemer.model.chassis import CHASSIS
from bessemer.model.errors import Invalid
from bessemer.model.listing import Rows, Wanted
from bessemer.model.node import NODE
from bessemer.rules.json_patch import Operation, patched
from bessemer.rules.record_values import (
    changed_values,
    check_patch,
    created_values,
    default_values,
    patchable_document,
)
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import column_for, find_record
from bessemer.services.nodes.find_many import list_nodes
from bessemer.store import rows
from bessemer.store.transaction import Transaction


def create_chassis(tx: Transaction, asking: Asking, body: Any) -> str:
    """Add an empty chassis, returning its UUID."""
    asking.caller.require("baremetal:chassis:create")
    given = created_values(CHASSIS, body, asking.minor)
    values = {**default_values(CHASSIS), **given}
    values.setdefault("uuid", str(uuid4()))
    rows.add(tx, CHASSIS, values)
    note(tx, asking, ("chassis", values["uuid"]), "created", after=given)
    return str(values["uuid"])


def edit_chassis(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to a chassis, returning its UUID."""
    asking.caller.require("baremetal:chassis:update")
    check_patch(CHASSIS, operations)
    chassis = find_record(tx, CHASSIS, ident, asking.minor, locked=True)
    before = patchable_document(CHASSIS, chassis)
    changes = changed_values(CHASSIS, before, patched(before, operations))
    if changes:
        rows.change(tx, CHASSIS, chassis.id, changes)
        told = {name: before[name] for name in changes}
        note(tx, asking, ("chassis", chassis.uuid), "changed", before=told, after=changes)
    return str(chassis.uuid)


def delete_chassis(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete a chassis that no node sits in."""
    asking.caller.require("baremetal:chassis:delete")
    chassis = find_record(tx, CHASSIS, ident, asking.minor, locked=True)
    if rows.is_any(tx, "node", "chassis_id", chassis.id):
        raise Invalid(f"The chassis {chassis.uuid} has nodes in it. Take them out of it first.")
    rows.remove(tx, "chassis", chassis.id)
    note(tx, asking, ("chassis", chassis.uuid), "deleted", before={"description": chassis.description})


def list_nodes_in_chassis(tx: Transaction, asking: Asking, ident: str, wanted: Wanted) -> Rows:
    """Fetch one page of the nodes that sit in a chassis, as far as the caller may see them."""
    column_for(CHASSIS, ident, asking.minor)
    others = tuple(each for each in wanted.filters if each[0] != "chassis_uuid")
    narrowed = msgspec.structs.replace(wanted, filters=(*others, ("chassis_uuid", ident)))
    return list_nodes(tx, asking, NODE, narrowed)
