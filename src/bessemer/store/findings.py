"""Keeps what a report changed of a machine: its ports, its traits, its inventory."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from bessemer.model.errors import Conflict
from bessemer.model.field import Flag
from bessemer.model.listing import EVERYTHING, Wanted
from bessemer.model.node import NODE, Node
from bessemer.model.port import PORT
from bessemer.model.resource import fields_of, is_json
from bessemer.rules.inspection.changeable import PORT_FIELDS
from bessemer.rules.inspection.processing import Findings, Known, PortChange
from bessemer.rules.record_values import default_values
from bessemer.store import hardware_facts, inventories, lists, members, rows
from bessemer.store.json_text import json_from_text
from bessemer.store.transaction import Transaction

COLUMNS = ("uuid", "address", *sorted(PORT_FIELDS))
ALL_OF_THEM = 2**31 - 1


def known_of(tx: Transaction, node: Node) -> Known:
    """Read what hooks and rules may look at of a node."""
    kept = inventories.inventory_of_node(tx, node.id)
    return Known(
        node={name: getattr(node, name) for name in fields_of(NODE.record) if hasattr(node, name)},
        ports=_ports_of(tx, node.uuid),
        earlier=None if kept is None else json_from_text(kept.inventory),
    )


def _ports_of(tx: Transaction, uuid: str) -> list[dict[str, Any]]:
    found = lists.page(
        tx, PORT.noun, Wanted(columns=COLUMNS, filters=(("node_uuid", uuid),), limit=ALL_OF_THEM), EVERYTHING
    )
    assert found is not None  # without a marker a page always exists
    return [_port(dict(zip(COLUMNS, row[1:], strict=False))) for row in found.rows]


def _port(values: dict[str, Any]) -> dict[str, Any]:
    fields = fields_of(PORT.record)
    for name, value in values.items():
        if value is not None and is_json(fields[name].kind):
            values[name] = json_from_text(value)
        elif isinstance(fields[name].kind, Flag):
            values[name] = bool(value)
    return values


def check_findings(tx: Transaction, node: Node, findings: Findings) -> None:
    """Refuse findings that others stand in the way of, before anything of them is written."""
    name = findings.node.get("name")
    if name is not None and name != node.name and rows.is_any(tx, NODE.noun, "name", name):
        raise Conflict(f"There is a node with the name {name[:80]!r} already; it must be unique.")
    for port in findings.ports:
        if port.fields.get("name") is not None and rows.is_any(tx, PORT.noun, "name", port.fields["name"]):
            raise Conflict(f"There is a port with the name {port.fields['name'][:80]!r} already; it must be unique.")


def keep_findings(tx: Transaction, node: Node, findings: Findings, *, with_inventory: bool) -> list[str]:
    """Write everything but the fields of the node; gives what is to be said of it."""
    said = [line for port in findings.ports if (line := _keep_port(tx, node, port))]
    if findings.traits is not None:
        members.replace_members(tx, NODE.noun, "traits", node.id, findings.traits)
    if with_inventory:
        hardware_facts.put_inventory(tx, node.id, findings.inventory, findings.plugin_data)
    return said


def _keep_port(tx: Transaction, node: Node, port: PortChange) -> str:
    if port.uuid is None:
        return _add_port(tx, node, port.address, port.fields)
    row = rows.id_of(tx, PORT.noun, "uuid", port.uuid)
    if row is not None and port.is_gone:
        rows.remove(tx, PORT.noun, row)
    elif row is not None and port.fields:
        rows.change(tx, PORT, row, port.fields)
    return ""


def _add_port(tx: Transaction, node: Node, address: str, fields: Mapping[str, Any]) -> str:
    if rows.is_any(tx, PORT.noun, "address", address):
        return f"The address {address} is not added as a port: another node has a port with it."
    values = {**default_values(PORT), **fields, "uuid": str(uuid4()), "address": address, "node_id": node.id}
    rows.add(tx, PORT, values)
    return ""
