"""Keeps what was learned of a machine while a question was answered."""

import asyncio
from typing import cast

from bessemer.drivers.contract.outcome import Learned
from bessemer.engine.bench import Bench
from bessemer.engine.learning import learn_elsewhere, learned_fields
from bessemer.model.node import NODE, Node
from bessemer.store import rows
from bessemer.store.transaction import Transaction


async def keep(bench: Bench, uuid: str, learned: Learned) -> None:
    """Write it down; a node that was deleted meanwhile needs none of it."""
    await asyncio.to_thread(bench.database.write, _keep, uuid, learned)


def _keep(tx: Transaction, uuid: str, learned: Learned) -> None:
    found = rows.fetch(tx, NODE, "uuid", uuid)
    if found is None:
        return
    node = cast("Node", found)
    learn_elsewhere(tx, node, learned)
    fields = {name: value for name, value in learned_fields(node, learned).items() if getattr(node, name) != value}
    if fields:
        rows.change(tx, NODE, node.id, fields, version=node.version)
