"""Resolve what a node refers to: the chassis it sits in, the node it is a part of."""

from collections.abc import Mapping
from typing import Any, cast

from bessemer.model.errors import Invalid
from bessemer.model.node import NODE, Node
from bessemer.services.asking import Asking
from bessemer.services.find import find_referred_node
from bessemer.store import rows
from bessemer.store.transaction import Transaction

DEEPEST_FAMILY = 32
"""How many parents above each other are followed in search of a circle."""


def chassis_id_of(tx: Transaction, uuid: str | None) -> int | None:
    """Find the chassis a body names."""
    if uuid is None:
        return None
    found = rows.id_of(tx, "chassis", "uuid", uuid)
    if found is None:
        raise Invalid(f"chassis_uuid refers to the chassis {uuid!r}, which does not exist.")
    return found


def parent_uuid_of(tx: Transaction, asking: Asking, ident: str, child: Mapping[str, Any]) -> str:
    """Find the node that another is to be a part of; both must have the same owner, and no circle may arise."""
    parent = find_referred_node(tx, asking, ident)
    if parent.uuid == child["uuid"]:
        raise Invalid("A node cannot be a part of itself.")
    if parent.owner != child.get("owner") and not asking.caller.allows("baremetal:node:create"):
        raise Invalid(f"The node {ident[:80]!r} has another owner, so nothing can be made a part of it.")
    above = parent.parent_node
    for _ in range(DEEPEST_FAMILY):
        if above is None:
            return parent.uuid
        if above == child["uuid"]:
            raise Invalid(f"The node {ident[:80]!r} is itself a part of this node.")
        further = rows.fetch(tx, NODE, "uuid", above)  # a parent may have been deleted
        above = None if further is None else cast("Node", further).parent_node
    raise Invalid(f"Nodes can be parts of each other {DEEPEST_FAMILY} levels deep at the most.")
