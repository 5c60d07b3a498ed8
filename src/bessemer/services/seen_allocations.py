"""Which allocations a caller may see and list, and how they are found by the node that they hold."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from bessemer.model.allocation import ALLOCATION, Allocation
from bessemer.model.errors import Forbidden, NotFound
from bessemer.model.listing import EVERYTHING, Rows, Wanted
from bessemer.model.node import NODE
from bessemer.model.resource import Resource
from bessemer.rules.identifiers import uuid_from_text
from bessemer.services.asking import Asking
from bessemer.services.find import column_for, find_node, find_record, find_referred_node
from bessemer.services.listing import list_page
from bessemer.services.visibility import no_such
from bessemer.store import lists, rows
from bessemer.store.transaction import Transaction

RULE = "baremetal:allocation:"
NODE_RULE = "baremetal:node:get"


def list_allocations(tx: Transaction, asking: Asking, resource: Resource, wanted: Wanted) -> Rows:
    """Fetch one page of allocations."""
    filters: dict[str, Any] = dict(wanted.filters)
    if "node" in filters:
        ident = filters.pop("node")
        filters["node_id"] = find_referred_node(tx, asking, uuid_from_text(ident) or ident).id
    return list_page(tx, asking, resource, msgspec.structs.replace(wanted, filters=tuple(filters.items())))


def show_allocation(tx: Transaction, asking: Asking, resource: Resource, ident: str, columns: Sequence[str]) -> Rows:
    """Fetch one allocation as a list of one."""
    return _shown(tx, asking, (column_for(resource, ident, asking.minor), ident), columns, no_such("allocation", ident))


def show_allocation_of(tx: Transaction, asking: Asking, node: str, columns: Sequence[str]) -> Rows:
    """Fetch the allocation that holds a node as a list of one."""
    return _shown(tx, asking, ("node_id", find_node(tx, asking, node, NODE_RULE).id), columns, _none_of(node))


def _shown(tx: Transaction, asking: Asking, which: tuple[str, Any], columns: Sequence[str], missing: NotFound) -> Rows:
    wanted = Wanted(columns=(*columns, "owner"), filters=(which,), limit=1)
    found = lists.page(tx, ALLOCATION.noun, wanted, EVERYTHING)
    if found is None or not found.rows or not _is_seen(asking, found.rows[0][-1]):
        raise missing
    return found


def find_allocation(tx: Transaction, asking: Asking, ident: str, rule: str, *, locked: bool = True) -> Allocation:
    """Fetch a whole allocation that the rule allows the caller; locked, nobody else can change it meanwhile."""
    found: Allocation = find_record(tx, ALLOCATION, ident, asking.minor, locked=locked)
    return _allowed(asking, found, rule, no_such(ALLOCATION.noun, ident))


def find_allocation_of(tx: Transaction, asking: Asking, node: str, rule: str) -> Allocation:
    """Fetch the whole allocation that holds a node, if the rule lets the caller change it."""
    seen = find_node(tx, asking, node, NODE_RULE)
    found = cast("Allocation | None", rows.fetch(tx, ALLOCATION, "node_id", seen.id, locked=True))
    if found is None:
        raise _none_of(node)
    return _allowed(asking, found, rule, _none_of(node))


def _allowed(asking: Asking, found: Allocation, rule: str, missing: NotFound) -> Allocation:
    if not _is_seen(asking, found.owner):
        raise missing
    if not asking.caller.allows(rule, _target(found.owner)):
        raise Forbidden(f"The policy rule {rule} does not allow you to do this to the allocation {found.uuid}.")
    return found


def _is_seen(asking: Asking, owner: str | None) -> bool:
    return asking.caller.allows(f"{RULE}get", _target(owner))


def _target(owner: str | None) -> dict[str, str | None]:
    return {"allocation.owner": owner}


def _none_of(node: str) -> NotFound:
    return NotFound(f"There is no allocation of the {NODE.noun} {node[:80]!r}.")
