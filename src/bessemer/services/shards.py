"""Tell how the nodes are spread over shards."""

from bessemer.services.asking import Asking
from bessemer.store.shards import count_by_shard
from bessemer.store.transaction import Transaction


def list_shards(tx: Transaction, asking: Asking) -> list[tuple[str | None, int]]:
    """Give each shard with its number of nodes, by name; last, under None, those in no shard."""
    asking.caller.require("baremetal:shards:get")
    return sorted(count_by_shard(tx), key=lambda each: (each[0] is None, each[0] or ""))
