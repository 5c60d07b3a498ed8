"""What machines reported and nobody has looked at yet; and the nodes that wait for reports."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from bessemer.model.inspection import AWAITED, BMC_ADDRESSES
from bessemer.rules.inspection.report import Report, report_from_body
from bessemer.store import schema as s
from bessemer.store.json_text import json_from_text, text_from_json
from bessemer.store.transaction import Transaction

STATES = ("inspecting", "inspect wait")
"""A machine may be quicker than the conductor that has just switched it on."""
KEPT = s.inspection_reports


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A node whose machine is being inspected."""

    id: int
    uuid: str
    bmc_addresses: tuple[str, ...]


def nodes_at(tx: Transaction, macs: Sequence[str]) -> list[str]:
    """List the UUIDs of the nodes that have ports with these MAC addresses."""
    found: dict[str, None] = {}
    for mac in macs:
        row = tx.row(
            "node at address",
            lambda: (
                select(s.nodes.c.uuid)
                .select_from(s.ports.join(s.nodes, s.ports.c.node_id == s.nodes.c.id))
                .where(s.ports.c.address == _bound("mac"))
            ),
            {"mac": mac},
        )
        if row is not None:
            found[str(row[0])] = None
    return list(found)


def waiting_nodes(tx: Transaction) -> list[Waiting]:
    """List the nodes that wait for a report."""
    nodes = s.nodes.c
    rows = tx.rows(
        "nodes that wait for reports",
        lambda: select(nodes.id, nodes.uuid, nodes.driver_internal_info).where(nodes.provision_state.in_(STATES)),
        {},
    )
    found = ((row, uuid, json_from_text(memory)) for row, uuid, memory in rows)
    return [
        Waiting(id=int(row), uuid=str(uuid), bmc_addresses=tuple(memory.get(BMC_ADDRESSES) or ()))
        for row, uuid, memory in found
        if memory.get(AWAITED)
    ]


def put_report(tx: Transaction, node: int, report: Report) -> None:
    """Keep a report until somebody looks at it, in place of an earlier one."""
    drop_report(tx, node)
    text = text_from_json({**report.plugin_data, "inventory": report.inventory})
    tx.change(
        "put report",
        lambda: insert(KEPT).values(node_id=_bound("node"), report=_bound("report"), created_at=_bound("now")),
        {"node": node, "report": text, "now": tx.now},
    )


def report_of(tx: Transaction, node: int) -> Report | None:
    """Read the report of a node that nobody has looked at yet."""
    found = tx.row("report", lambda: select(KEPT.c.report).where(KEPT.c.node_id == _bound("node")), {"node": node})
    return None if found is None else report_from_body(json_from_text(found[0]))


def drop_report(tx: Transaction, node: int) -> None:
    """Forget the report of a node."""
    tx.change("drop report", lambda: delete(KEPT).where(KEPT.c.node_id == _bound("node")), {"node": node})
