"""Put questions about a node to the conductor that serves it, if the caller may."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.node import Node
from bessemer.model.question import Question
from bessemer.rules.busy_nodes import check_unreserved
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.services.hardware import Asked
from bessemer.services.nodes.start_work import hosts_for
from bessemer.services.vendor_call import VendorCall
from bessemer.store.transaction import Transaction

NONE: Mapping[str, Any] = {}
PASSTHRU = "baremetal:node:vendor_passthru"


def validation_of(tx: Transaction, asking: Asking, ident: str) -> Asked:
    """Ask whether a node has what its interfaces need."""
    return ask_about(tx, asking, find_node(tx, asking, ident, "baremetal:node:validate"), "validate")


def steps_of(tx: Transaction, asking: Asking, ident: str) -> Asked:
    """Ask which steps a node can run."""
    return ask_about(tx, asking, find_node(tx, asking, ident, "bessemer:node:steps"), "steps")


def vendor_methods_of(tx: Transaction, asking: Asking, ident: str) -> Asked:
    """Ask which methods of its vendor a node offers."""
    return ask_about(tx, asking, find_node(tx, asking, ident, PASSTHRU), "vendor_methods")


def vendor_reading_of(tx: Transaction, asking: Asking, ident: str, call: VendorCall) -> Asked:
    """Ask for a method of the vendor by GET, which changes nothing and so is answered at any time."""
    return ask_about(tx, asking, find_node(tx, asking, ident, PASSTHRU), "vendor_call", call.arguments)


def vendor_call_on(tx: Transaction, asking: Asking, ident: str, call: VendorCall) -> Asked:
    """Ask for a method of the vendor that may change the machine, so not while somebody else works on it."""
    node = find_node(tx, asking, ident, PASSTHRU)
    check_unreserved(node)
    asked = ask_about(tx, asking, node, "vendor_call", call.arguments)
    called = {"method": call.method, "http_method": call.http_method}
    note(tx, asking, ("node", node.uuid), "vendor call", after=called)
    return asked


def ask_about(tx: Transaction, asking: Asking, node: Node, name: str, arguments: Mapping[str, Any] = NONE) -> Asked:
    """Choose the conductors for a question about a node; refuse when no live one may serve it."""
    question = Question(name=name, node=node.uuid, arguments=arguments)
    return Asked(hosts=hosts_for(tx, asking, node), question=question)
