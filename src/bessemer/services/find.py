"""Find one thing by what stands in a URL or in a reference: its UUID or its name."""

from typing import Any, TypeVar, cast

from bessemer.model.errors import Invalid
from bessemer.model.node import NODE, Node
from bessemer.model.resource import Record, Resource
from bessemer.rules.identifiers import is_logical_name, is_uuid, uuid_from_text
from bessemer.services.asking import Asking
from bessemer.services.visibility import no_such, require_on_node
from bessemer.store import rows
from bessemer.store.transaction import Transaction

R = TypeVar("R", bound=Record)


def column_for(resource: Resource, ident: str, minor: int) -> str:
    """Tell which column an identifier is looked up in, refusing what can be neither UUID nor name."""
    if resource.identifier != "uuid":
        return resource.identifier
    if is_uuid(ident):
        return "uuid"
    if resource.names_since is None:
        raise Invalid(f"{ident[:80]!r} is not the UUID of {resource.one}.")
    if resource.names_since > minor or uuid_from_text(ident) is not None:
        raise no_such(resource.noun, ident)
    if not is_logical_name(ident):
        raise Invalid(f"{ident[:80]!r} can be neither the UUID nor the name of {resource.one}.")
    return "name"


def find_node(tx: Transaction, asking: Asking, ident: str, rule: str, *, locked: bool = False) -> Node:
    """Fetch a whole node that the caller may do something to; locked, nobody else can change it meanwhile."""
    found = rows.fetch(tx, NODE, column_for(NODE, ident, asking.minor), ident, locked=locked)
    if found is None:
        raise no_such("node", ident)
    node = cast("Node", found)
    require_on_node(asking, rule, ident, node.owner, node.lessee)
    return node


def find_referred_node(tx: Transaction, asking: Asking, ident: str) -> Node:
    """Fetch a node that a body refers to: one that cannot be seen is a fault of the body."""
    found = rows.fetch(tx, NODE, "uuid" if is_uuid(ident) else "name", ident)
    node = cast("Node | None", found)
    if node is None or not asking.caller.allows(
        "baremetal:node:get", {"node.owner": node.owner, "node.lessee": node.lessee}
    ):
        raise Invalid(f"The body refers to the node {ident[:80]!r}, which does not exist.")
    return node


def find_record(tx: Transaction, resource: Resource, ident: str, minor: int, *, locked: bool = False) -> Any:
    """Fetch one whole record, or say that there is none; locked, nobody else can change it meanwhile."""
    found = rows.fetch(tx, resource, column_for(resource, ident, minor), ident, locked=locked)
    if found is None:
        raise no_such(resource.noun, ident)
    return found
