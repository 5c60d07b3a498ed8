"""Nodes that are parts of other nodes."""

from typing import Any

from sqlalchemy import bindparam, select, update

from bessemer.store import schema as s
from bessemer.store.transaction import Transaction


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def parts_of(tx: Transaction, uuid: str) -> list[str]:
    """List the UUIDs of the nodes that are parts of one."""
    found = tx.rows(
        "parts of",
        lambda: select(s.nodes.c.uuid).where(s.nodes.c.parent_node == _bound("parent")).order_by(s.nodes.c.id),
        {"parent": uuid},
    )
    return [row[0] for row in found]


def set_parts_free(tx: Transaction, uuid: str) -> list[str]:
    """Make the parts of a node stand for themselves, returning their UUIDs."""
    freed = parts_of(tx, uuid)
    if freed:
        tx.change(
            "set parts free",
            lambda: (
                update(s.nodes)
                .where(s.nodes.c.parent_node == _bound("parent"))
                .values(parent_node=None, version=s.nodes.c.version + 1, updated_at=_bound("moment"))
            ),
            {"parent": uuid, "moment": tx.now},
        )
    return freed
