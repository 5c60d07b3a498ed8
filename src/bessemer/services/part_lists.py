"""List what belongs to nodes, narrowed by node, port group, shard or group of conductors."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from bessemer.model.listing import Rows, Wanted
from bessemer.model.node import NODE
from bessemer.model.portgroup import PORTGROUP
from bessemer.model.resource import Resource
from bessemer.rules.cabling import check_port_filters, check_portgroup_filters
from bessemer.services.asking import Asking
from bessemer.services.listing import list_page
from bessemer.services.parts import id_of_seen
from bessemer.store.transaction import Transaction

CHECKS: Mapping[str, Callable[[Iterable[str]], None]] = {
    "port": check_port_filters,
    "portgroup": check_portgroup_filters,
}
"""Which filters of a resource exclude each other."""
PARENTS = {"node": NODE, "portgroup": PORTGROUP}


def list_parts(tx: Transaction, asking: Asking, resource: Resource, wanted: Wanted) -> Rows:
    """Fetch one page of parts of all nodes that the caller may see."""
    filters = _meaningful(wanted)
    _check_combination(resource, filters)
    for name, parent in PARENTS.items():
        if name in filters:
            ident = filters.pop(name)
            filters[f"{name}_id"] = id_of_seen(tx, asking, parent, ident, f"baremetal:{parent.policy}:get")
    return list_page(tx, asking, resource, _narrowed(wanted, filters))


def list_parts_below(
    tx: Transaction, asking: Asking, resource: Resource, wanted: Wanted, parent: Resource, ident: str
) -> Rows:
    """Fetch one page of the parts of one node or of one port group."""
    filters = _meaningful(wanted)
    filters.pop(parent.noun, None)  # the path has said it already
    _check_combination(resource, {*filters, parent.noun})
    above = id_of_seen(tx, asking, parent, ident, f"baremetal:{resource.policy}:get")
    within = ((f"{parent.noun}_id", above),)
    return list_page(tx, asking, resource, _narrowed(wanted, filters), within)


def _meaningful(wanted: Wanted) -> dict[str, Any]:
    """Drop filters that name nothing; a node_uuid goes before a node."""
    filters = {name: value for name, value in wanted.filters if value != ()}
    if "node_uuid" in filters:
        filters["node"] = filters.pop("node_uuid")
    if "conductor_groups" in filters:
        filters["conductor_groups"] = tuple(group.lower() for group in filters["conductor_groups"])
    return filters


def _check_combination(resource: Resource, names: Iterable[str]) -> None:
    check = CHECKS.get(resource.noun)
    if check is not None:
        check(names)


def _narrowed(wanted: Wanted, filters: Mapping[str, Any]) -> Wanted:
    return msgspec.structs.replace(wanted, filters=tuple(filters.items()))
