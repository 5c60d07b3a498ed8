"""Create, change and delete allocations: wishes for a node of some kind."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from bessemer.model.allocation import ALLOCATION, BACKFILL_SINCE, Allocation, AllocationState
from bessemer.model.errors import Forbidden, Invalid
from bessemer.model.node import NODE, Node
from bessemer.rules.allocations import (
    check_backfill,
    check_release,
    checked_candidates,
    checked_node,
    checked_trait_names,
    tied,
    untied,
)
from bessemer.rules.field_values import is_same
from bessemer.rules.json_patch import Operation, patched
from bessemer.rules.record_values import (
    changed_values,
    check_patch,
    check_patch_version,
    created_values,
    default_values,
    patchable_document,
)
from bessemer.rules.traits import checked_traits
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_referred_node
from bessemer.services.seen_allocations import RULE, find_allocation, find_allocation_of
from bessemer.services.visibility import node_target
from bessemer.store import allocations, candidates, rows
from bessemer.store.transaction import Transaction


def create_allocation(tx: Transaction, asking: Asking, body: Any) -> str:
    """Write a wish down, returning its UUID; one that names a node in use gets that node at once."""
    body, node = _without_node(tx, asking, body)
    values = {**default_values(ALLOCATION), **created_values(ALLOCATION, body, asking.minor)}
    values["owner"] = _owner_of_new(asking, values.get("owner"))
    values["traits"] = checked_traits(checked_trait_names(values["traits"]), asking.rules.standard_traits)
    values["candidate_nodes"] = _candidates(tx, asking, values["candidate_nodes"])
    if node is not None:
        values.setdefault("resource_class", node.resource_class)
        values.setdefault("uuid", node.instance_uuid or str(uuid4()))
    elif "resource_class" not in values:
        raise Invalid("An allocation needs a resource_class, unless it names a node that is in use already.")
    values.setdefault("uuid", str(uuid4()))
    row = rows.add(tx, ALLOCATION, {**values, "state": str(AllocationState.ALLOCATING)})
    note(tx, asking, (ALLOCATION.noun, values["uuid"]), "created", after=values)
    if node is not None:
        _backfill(tx, asking, row, node)
    return str(values["uuid"])


def _without_node(tx: Transaction, asking: Asking, body: Any) -> tuple[Any, Node | None]:
    """Take the node that an allocation names out of its body."""
    if not isinstance(body, dict) or asking.minor < BACKFILL_SINCE or "node" not in body:
        return body, None
    rest = {name: value for name, value in body.items() if name != "node"}
    if body["node"] is None:
        return rest, None
    return rest, find_referred_node(tx, asking, checked_node(body["node"]))


def _owner_of_new(asking: Asking, owner: str | None) -> str | None:
    """Settle for whom a node is wished: a project can ask for itself only."""
    if asking.caller.allows(f"{RULE}create_restricted"):
        return owner or None
    asking.caller.require(f"{RULE}create")
    own = asking.caller.identity.project
    if own is None or owner not in {None, "", own}:
        raise Forbidden("An allocation of your own must have your own project as its owner.")
    return own


def _candidates(tx: Transaction, asking: Asking, idents: list[Any]) -> list[str]:
    """Turn names of candidates into UUIDs, in the order they came, refusing nodes that the caller cannot see."""
    unique = checked_candidates(idents)
    if not unique:
        return []
    known: dict[str, str] = {}
    for each in candidates.named(tx, unique):
        if asking.caller.allows("baremetal:node:get", node_target(each.owner, each.lessee)):
            known |= {each.uuid: each.uuid} | ({} if each.name is None else {each.name: each.uuid})
    for ident in unique:
        if ident not in known:
            raise Invalid(f"candidate_nodes names the node {ident[:80]!r}, which does not exist.")
    return list(dict.fromkeys(known[ident] for ident in unique))


def _backfill(tx: Transaction, asking: Asking, row: int, node: Node) -> None:
    found = rows.fetch(tx, ALLOCATION, "id", row)
    assert isinstance(found, Allocation)  # it has just been inserted in this very transaction
    check_backfill(found, node)
    changes = tied(found, node, row)
    rows.change(tx, NODE, node.id, changes, version=node.version)
    rows.change(tx, ALLOCATION, row, {"node_id": node.id, "state": str(AllocationState.ACTIVE)})
    note(tx, asking, (NODE.noun, node.uuid), "changed", before=_as_it_was(node, changes), after=changes)
    after = {"state": str(AllocationState.ACTIVE), "node_uuid": node.uuid}
    note(tx, asking, (ALLOCATION.noun, found.uuid), "changed", before={"state": found.state}, after=after)


def _as_it_was(node: Node, changes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: getattr(node, name) for name in changes}


def edit_allocation(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to the name and the notes of an allocation, returning its UUID."""
    check_patch(ALLOCATION, operations)
    check_patch_version(ALLOCATION, operations, asking.minor)
    allocation = find_allocation(tx, asking, ident, f"{RULE}update")
    for each in operations:
        if each.path == ("name",) and each.op != "remove" and each.value is None:
            raise Invalid("name cannot be set to null; clear it with the operation remove.")
    before = patchable_document(ALLOCATION, allocation)
    changes = changed_values(ALLOCATION, before, patched(before, operations))
    changes = {name: value for name, value in changes.items() if not is_same(value, before[name])}
    if changes:
        rows.change(tx, ALLOCATION, allocation.id, changes)
        old = {name: before[name] for name in changes}
        note(tx, asking, (ALLOCATION.noun, allocation.uuid), "changed", before=old, after=changes)
    return allocation.uuid


def delete_allocation(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete an allocation, giving its node back."""
    _delete(tx, asking, find_allocation(tx, asking, ident, f"{RULE}delete"))


def delete_allocation_of(tx: Transaction, asking: Asking, node: str) -> None:
    """Delete the allocation that holds a node, giving the node back."""
    _delete(tx, asking, find_allocation_of(tx, asking, node, f"{RULE}delete"))


def _delete(tx: Transaction, asking: Asking, allocation: Allocation) -> None:
    if allocation.node_id is not None:
        node = rows.fetch(tx, NODE, "id", allocation.node_id)
        assert isinstance(node, Node)  # the allocation refers to it
        check_release(node)
        changes = untied(node)
        rows.change(tx, NODE, node.id, changes, version=node.version)
        note(tx, asking, (NODE.noun, node.uuid), "changed", before=_as_it_was(node, changes), after=changes)
    forget_allocation(tx, asking, allocation.uuid)


def forget_allocation(tx: Transaction, asking: Asking, uuid: str) -> None:
    """Remove an allocation whose node is being changed or deleted anyway."""
    note(tx, asking, (ALLOCATION.noun, uuid), "deleted")
    allocations.remove(tx, uuid)
