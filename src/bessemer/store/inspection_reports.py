"""What machines reported and nobody has looked at yet; and the nodes that wait for reports."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, bindparam, delete, insert, or_, select

from bessemer.model.inspection import AWAITED, BMC_ADDRESSES
from bessemer.rules.inspection.report import Report, report_from_body
from bessemer.store import schema as s
from bessemer.store.json_text import json_from_text, text_from_json
from bessemer.store.transaction import Transaction

STATES = ("inspecting", "inspect wait")
"""A machine may be quicker than the conductor that has just switched it on."""
KEPT = s.inspection_reports
AT_ONCE = 64
"""How many addresses one statement asks for."""


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
    for begin in range(0, len(macs), AT_ONCE):
        some = macs[begin : begin + AT_ONCE]
        # One statement fits any number: what is left of its places asks for the same address again.
        values = {f"mac_{place}": some[min(place, len(some) - 1)] for place in range(AT_ONCE)}
        found |= {str(uuid): None for (uuid,) in tx.rows("nodes at addresses", _nodes_at_query, values)}
    return list(found)


def _nodes_at_query() -> Select[Any]:
    joined = s.ports.join(s.nodes, s.ports.c.node_id == s.nodes.c.id)
    places = [_bound(f"mac_{place}") for place in range(AT_ONCE)]
    return select(s.nodes.c.uuid).select_from(joined).where(s.ports.c.address.in_(places)).distinct()


def waiting_node(tx: Transaction, uuid: str) -> Waiting | None:
    """Give a node if it waits for a report."""
    found = tx.rows(
        "node that waits for a report", lambda: _waiting().where(s.nodes.c.uuid == _bound("uuid")), {"uuid": uuid}
    )
    return next(iter(_that_wait(found)), None)


def waiting_at(tx: Transaction, addresses: Sequence[str]) -> list[Waiting]:
    """List the nodes that wait for a report and have one of these addresses as that of their BMC."""
    wanted, found = set(addresses), dict[str, Waiting]()
    for address in addresses:
        rows = tx.rows(
            "nodes that wait at a BMC",
            lambda: _waiting().where(s.nodes.c.driver_internal_info.like(_bound("written"))),
            {"written": f'%"{address}"%'},
        )
        found |= {each.uuid: each for each in _that_wait(rows) if wanted & set(each.bmc_addresses)}
    return list(found.values())


def _waiting() -> Select[Any]:
    nodes = s.nodes.c
    is_inspected = or_(*(nodes.provision_state == state for state in STATES))
    return select(nodes.id, nodes.uuid, nodes.driver_internal_info).where(is_inspected)


def _that_wait(rows: Iterable[tuple[Any, ...]]) -> list[Waiting]:
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
