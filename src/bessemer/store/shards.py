"""How many nodes there are in each shard."""

from sqlalchemy import func, select

from bessemer.store import schema as s
from bessemer.store.transaction import Transaction


def count_by_shard(tx: Transaction) -> list[tuple[str | None, int]]:
    """Count the nodes of each shard; those in none are counted under None."""
    shard = s.nodes.c.shard
    rows = tx.rows("shards", lambda: select(shard, func.count(s.nodes.c.id)).group_by(shard))
    return [(name, int(count)) for name, count in rows]
