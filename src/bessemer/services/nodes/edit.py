"""Change the fields of a node by a patch."""

from collections.abc import Mapping, Sequence
from typing import Any

from bessemer.model.errors import Conflict, Invalid, NotAcceptable
from bessemer.model.masking import restored
from bessemer.model.node import NODE, Node
from bessemer.rules.allocations import check_untying, untied
from bessemer.rules.interface_choice import FIELDS, offer_for, resolved_interfaces
from bessemer.rules.json_patch import Operation, patched
from bessemer.rules.network_data import check_network_data
from bessemer.rules.node_edits import check_node_edit, with_consequences
from bessemer.rules.record_values import changed_values, check_patch, check_patch_version, patchable_document
from bessemer.services.allocations import forget_allocation
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.services.nodes.field_policy import require_for_changes
from bessemer.services.nodes.names import check_name
from bessemer.services.nodes.references import chassis_id_of, parent_uuid_of
from bessemer.store import allocations, rows
from bessemer.store.transaction import Transaction

CHASSIS_REMOVABLE_SINCE = 25
SECRETIVE = ("driver_info", "instance_info")


def edit_node(
    tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation], *, reset_interfaces: bool = False
) -> str:
    """Apply a patch to a node, returning its UUID; what does not fit as a whole changes nothing."""
    check_patch(NODE, operations)
    check_patch_version(NODE, operations, asking.minor)
    _check_operations(operations, reset_interfaces=reset_interfaces)
    node = find_node(tx, asking, ident, "baremetal:node:update")
    before = patchable_document(NODE, node)
    after = patched(before, operations)
    for name in SECRETIVE:
        if isinstance(after.get(name), dict):
            after[name] = restored(after[name], before[name])
    changes = changed_values(NODE, before, after)
    if changes.get("chassis_uuid", "") is None and asking.minor < CHASSIS_REMOVABLE_SINCE:
        raise NotAcceptable(f"chassis_uuid can be removed from API version 1.{CHASSIS_REMOVABLE_SINCE} on.")
    if not changes and not reset_interfaces:
        return node.uuid
    require_for_changes(asking, node, changes)
    check_node_edit(node, changes, asking.minor)
    check_untying(node, changes)
    changes = with_consequences(node, changes)
    _check_contents(tx, asking, node, changes)
    named = {each.root for each in operations}
    _resolve(tx, asking, node, changes, named, reset=reset_interfaces)
    _write(tx, asking, node, changes)
    return node.uuid


def _check_operations(operations: Sequence[Operation], *, reset_interfaces: bool) -> None:
    for each in operations:
        whole = len(each.path) == 1
        if whole and each.root in {"name", "parent_node"} and each.op != "remove" and each.value is None:
            raise Invalid(f"{each.root} cannot be set to null; clear it with the operation remove.")
    if reset_interfaces and not any(each.root == "driver" for each in operations):
        raise Invalid("reset_interfaces goes only with a change of the driver.")


def _check_contents(tx: Transaction, asking: Asking, node: Node, changes: dict[str, Any]) -> None:
    if changes.get("name") is not None:
        check_name(changes["name"], asking.minor)
    if changes.get("network_data"):
        check_network_data(changes["network_data"])
    if changes.get("parent_node"):
        child = {"uuid": node.uuid, "owner": changes.get("owner", node.owner)}
        changes["parent_node"] = parent_uuid_of(tx, asking, changes["parent_node"], child)
    if "owner" in changes and node.allocation_uuid and allocations.owner_of(tx, node.allocation_uuid):
        raise Conflict(f"The node {node.uuid} belongs to an allocation that has an owner; remove the allocation first.")


def _resolve(
    tx: Transaction, asking: Asking, node: Node, changes: dict[str, Any], named: set[str], *, reset: bool
) -> None:
    """Settle all interfaces anew when the driver, the group or any of them changes: only the end result counts."""
    touched = {"driver", "conductor_group", *FIELDS} & changes.keys()
    if not touched and not reset:
        return
    driver, group = changes.get("driver", node.driver), changes.get("conductor_group", node.conductor_group)
    offer = offer_for(asking.fleet.now(tx), driver, group)
    forgotten = set() if not (reset or offer.is_classic) else FIELDS.keys() - named
    wanted: Mapping[str, str | None] = {
        field: changes[field] if field in changes else None if field in forgotten else getattr(node, field)
        for field in FIELDS
    }
    chosen = resolved_interfaces(driver, offer, wanted)
    changes |= {field: name for field, name in chosen.items() if name != getattr(node, field)}
    for field in FIELDS:
        if changes.get(field, "") is None:
            changes[field] = chosen[field]


def _write(tx: Transaction, asking: Asking, node: Node, changes: dict[str, Any]) -> None:
    written = dict(changes)
    if "chassis_uuid" in written:
        written["chassis_id"] = chassis_id_of(tx, written.pop("chassis_uuid"))
    if "instance_uuid" in written and written["instance_uuid"] is None and node.allocation_uuid:
        forget_allocation(tx, asking, node.allocation_uuid)
        written = {**untied(node), **written}
    rows.change(tx, NODE, node.id, written, version=node.version)
    note(
        tx,
        asking,
        ("node", node.uuid),
        "changed",
        before={name: getattr(node, name) for name in changes},
        after=changes,
    )
