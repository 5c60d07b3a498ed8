"""List nodes, narrowed in all the ways that nodes can be."""

from typing import Any

import msgspec

from bessemer.model.listing import Rows, Wanted
from bessemer.model.resource import Resource
from bessemer.rules.identifiers import is_uuid
from bessemer.rules.placement import buckets_of
from bessemer.services.asking import Asking
from bessemer.services.listing import list_page
from bessemer.services.visibility import no_such
from bessemer.store import rows
from bessemer.store.node_walks import shortened
from bessemer.store.transaction import Transaction


def list_nodes(tx: Transaction, asking: Asking, resource: Resource, wanted: Wanted) -> Rows:
    """Fetch one page of nodes; parts of other nodes are left out unless they are asked for."""
    filters = dict(wanted.filters)
    if "parent_node" in filters:
        filters.pop("include_children", None)
        filters["parent_node"] = _uuid_of(tx, filters["parent_node"])
    else:
        filters.setdefault("include_children", False)
    if filters.get("include_children"):
        del filters["include_children"]
    if "conductor_group" in filters:
        filters["conductor_group"] = filters["conductor_group"].lower()
    host = filters.pop("conductor", "")
    if host:
        filters["placed"] = _placed(tx, asking, host)
    filters = shortened(tx, filters, wanted.sort_key)
    found = list_page(tx, asking, resource, msgspec.structs.replace(wanted, filters=tuple(filters.items())))
    if not found.rows and "chassis_uuid" in filters:
        _require_chassis(tx, filters["chassis_uuid"])
    return found


def _require_chassis(tx: Transaction, uuid: str) -> None:
    """Tell an empty chassis from one that is not there: asked last, as lists with nodes in them need not ask."""
    if rows.id_of(tx, "chassis", "uuid", uuid) is None:
        raise no_such("chassis", uuid)


def _placed(tx: Transaction, asking: Asking, host: str) -> tuple[Any, ...]:
    """Tell which nodes a conductor would serve: by group, hardware type and buckets."""
    held = buckets_of(asking.fleet.now(tx), host)
    return tuple((*place, tuple(buckets)) for place, buckets in held.items())


def _uuid_of(tx: Transaction, ident: str) -> str:
    if is_uuid(ident):
        return ident.lower()
    found = rows.uuid_of(tx, "node", "name", ident)
    return ident if found is None else found
