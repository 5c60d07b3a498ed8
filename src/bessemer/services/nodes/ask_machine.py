"""Put questions and orders to a machine that are answered at once, if the caller may."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model.errors import Conflict
from bessemer.model.node import Node
from bessemer.model.states import ProvisionState
from bessemer.rules.busy_nodes import check_unreserved
from bessemer.rules.provision_states import UNSETTLED
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.services.hardware import Asked
from bessemer.services.nodes.ask import NONE, ask_about
from bessemer.store.transaction import Transaction

RULE = "baremetal:node:"


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Something that changes the machine, so not while somebody else works on it."""

    rule: str
    """The end of the name of the policy rule."""
    settled: bool = False
    """Whether the node must not even be on its way from one state to another."""


QUESTIONS: Mapping[str, str] = {
    "boot_device": "get_boot_device",
    "supported_boot_devices": "get_boot_device",
    "indicators": "get_indicator_state",
    "indicator": "get_indicator_state",
    "vifs": "vif:list",
    "virtual_media": "vmedia:get",
}
"""What is only asked, by the name of the question, with the ends of the names of the policy rules."""

ORDERS: Mapping[str, Order] = {
    "set_boot_device": Order(rule="set_boot_device"),
    "set_boot_mode": Order(rule="set_boot_mode", settled=True),
    "set_secure_boot": Order(rule="set_secure_boot", settled=True),
    "inject_nmi": Order(rule="inject_nmi"),
    "set_indicator": Order(rule="set_indicator_state"),
    "set_console": Order(rule="set_console_state"),
    "attach_vif": Order(rule="vif:attach"),
    "detach_vif": Order(rule="vif:detach"),
    "attach_virtual_media": Order(rule="vmedia:attach"),
    "detach_virtual_media": Order(rule="vmedia:detach"),
}
"""What changes the machine, by the name of the question."""


def question_for(tx: Transaction, asking: Asking, ident: str, name: str, arguments: Mapping[str, Any] = NONE) -> Asked:
    """Ask something of a machine that changes nothing, and so may be asked at any time."""
    node = find_node(tx, asking, ident, f"{RULE}{QUESTIONS[name]}")
    return ask_about(tx, asking, node, name, arguments)


def order_for(tx: Transaction, asking: Asking, ident: str, name: str, arguments: Mapping[str, Any] = NONE) -> Asked:
    """Have a machine changed at once; that it was ordered is noted."""
    order = ORDERS[name]
    node = find_node(tx, asking, ident, f"{RULE}{order.rule}")
    check_unreserved(node)
    if order.settled:
        _check_settled(node)
    asked = ask_about(tx, asking, node, name, arguments)
    note(tx, asking, ("node", node.uuid), name.replace("_", " "), after={**arguments})
    return asked


def _check_settled(node: Node) -> None:
    if ProvisionState(node.provision_state) in UNSETTLED:
        raise Conflict(
            f"The node {node.uuid} is {node.provision_state!r}, and a change of how it boots could break what goes on. "
            "Wait until it has settled, or abort its work."
        )


def console_question_for(tx: Transaction, asking: Asking, ident: str) -> Asked | None:
    """Ask how the console is reached; None while it is not being served."""
    node = find_node(tx, asking, ident, f"{RULE}get_console")
    return ask_about(tx, asking, node, "console") if node.console_enabled else None
