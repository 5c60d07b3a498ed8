"""Change the traits of a node."""

from collections.abc import Sequence

from bessemer.model.errors import Conflict, Invalid, NotFound
from bessemer.model.node import NODE, Node
from bessemer.rules.traits import MOST_ON_A_NODE, checked_traits
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.store import members, rows
from bessemer.store.transaction import Transaction

RULE = "baremetal:node:traits:"


def traits_of(tx: Transaction, asking: Asking, ident: str) -> list[str]:
    """List the traits of a node."""
    return find_node(tx, asking, ident, f"{RULE}list").traits


def replace_traits(tx: Transaction, asking: Asking, ident: str, traits: Sequence[str]) -> None:
    """Make the traits of a node exactly those given."""
    node = _unreserved(find_node(tx, asking, ident, f"{RULE}set"))
    wanted = checked_traits(traits, asking.rules.standard_traits)
    if sorted(wanted) != sorted(node.traits):
        members.replace_members(tx, "node", "traits", node.id, wanted)
        _note(tx, asking, node, sorted(wanted))


def add_trait(tx: Transaction, asking: Asking, ident: str, trait: str) -> None:
    """Give a node one more trait; one that it has already is no error."""
    node = _unreserved(find_node(tx, asking, ident, f"{RULE}set"))
    checked_traits([trait], asking.rules.standard_traits)
    if trait in node.traits:
        return
    if len(node.traits) >= MOST_ON_A_NODE:
        raise Invalid(f"The node {node.uuid} has {len(node.traits)} traits already; it can have no more.")
    members.add_member(tx, "node", "traits", node.id, trait)
    _note(tx, asking, node, sorted([*node.traits, trait]))


def clear_traits(tx: Transaction, asking: Asking, ident: str) -> None:
    """Take all traits from a node."""
    node = _unreserved(find_node(tx, asking, ident, f"{RULE}delete"))
    if node.traits:
        members.replace_members(tx, "node", "traits", node.id, [])
        _note(tx, asking, node, [])


def drop_trait(tx: Transaction, asking: Asking, ident: str, trait: str) -> None:
    """Take one trait from a node; one that it does not have is an error."""
    node = _unreserved(find_node(tx, asking, ident, f"{RULE}delete"))
    if not members.drop_member(tx, "node", "traits", node.id, trait):
        raise NotFound(f"The node {node.uuid} does not have the trait {trait[:80]!r}.")
    _note(tx, asking, node, [each for each in node.traits if each != trait])


def _unreserved(node: Node) -> Node:
    if node.reservation is not None:
        raise Conflict(f"The node {node.uuid} is being worked on by the conductor {node.reservation}. Try again later.")
    return node


def _note(tx: Transaction, asking: Asking, node: Node, traits: list[str]) -> None:
    """Bump the node's version with its traits: whoever read the node before must notice."""
    rows.change(tx, NODE, node.id, {}, version=node.version)
    note(tx, asking, ("node", node.uuid), "changed", before={"traits": node.traits}, after={"traits": traits})
