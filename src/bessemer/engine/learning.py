"""Keeps what drivers came to know of machines."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bessemer.drivers.contract.outcome import Learned
from bessemer.model.node import Node
from bessemer.store import hardware_facts
from bessemer.store.transaction import Transaction

LEARNABLE = frozenset(
    {
        "boot_mode",
        "console_enabled",
        "health",
        "instance_info",
        "power_state",
        "raid_config",
        "secure_boot",
        "target_raid_config",
    }
)
"""Fields of a node that drivers may give a value; all others are the server's or the user's."""


def learned_fields(node: Node, learned: Learned) -> dict[str, Any]:
    """Tell the fields of the node that change by it."""
    fields = {name: value for name, value in learned.fields.items() if name in LEARNABLE}
    if learned.remembered:
        fields["driver_internal_info"] = merged(node.driver_internal_info, learned.remembered)
    if learned.properties:
        fields["properties"] = {**node.properties, **learned.properties}
    return fields


def merged(old: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Give keys new values; None removes a key."""
    return {name: value for name, value in {**old, **changes}.items() if value is not None or name not in changes}


def learn_elsewhere(tx: Transaction, node: Node, learned: Learned) -> None:
    """Keep what has tables of its own."""
    if learned.bios is not None:
        hardware_facts.replace_bios(tx, node.id, learned.bios)
    if learned.firmware is not None:
        hardware_facts.replace_firmware(tx, node.id, learned.firmware)
    if learned.inventory is not None:
        hardware_facts.put_inventory(tx, node.id, learned.inventory)
    for port, changes in learned.ports.items():
        hardware_facts.change_port(tx, node.id, port, partial(merged, changes=changes))
