"""Note which RAID configuration a node is to have."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.node import NODE
from bessemer.rules.busy_nodes import check_unreserved
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_node
from bessemer.services.hardware import Asked
from bessemer.services.nodes.ask import ask_about
from bessemer.store import rows
from bessemer.store.transaction import Transaction

RULE = "baremetal:node:set_raid_state"


def raid_question_for(tx: Transaction, asking: Asking, ident: str, wanted: Mapping[str, Any]) -> Asked:
    """Ask what is wrong with a RAID configuration for a node."""
    node = find_node(tx, asking, ident, RULE)
    check_unreserved(node)
    return ask_about(tx, asking, node, "raid_faults", {"raid_config": wanted})


def set_target_raid(tx: Transaction, asking: Asking, ident: str, wanted: Mapping[str, Any]) -> None:
    """Keep the configuration; a cleaning with the right steps makes the machine have it."""
    node = find_node(tx, asking, ident, RULE)
    check_unreserved(node)
    if node.target_raid_config != wanted:
        rows.change(tx, NODE, node.id, {"target_raid_config": wanted}, version=node.version)
        before = {"target_raid_config": node.target_raid_config}
        note(tx, asking, ("node", node.uuid), "changed", before=before, after={"target_raid_config": wanted})
