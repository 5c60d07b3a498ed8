"""Read the firmware versions of a node, as they were seen last."""

from bessemer.model.listing import EVERYTHING, Rows, Wanted
from bessemer.model.node_facts import FIRMWARE
from bessemer.services.asking import Asking
from bessemer.services.nodes.seen import UNPAGED, see_node
from bessemer.store import lists
from bessemer.store.transaction import Transaction


def firmware_of(tx: Transaction, asking: Asking, ident: str, columns: tuple[str, ...]) -> Rows:
    """Fetch the firmware of all components of a node, by component."""
    node = see_node(tx, asking, ident, "baremetal:node:firmware:get")
    wanted = Wanted(columns=columns, filters=(("node_id", node.id),), limit=UNPAGED, sort_key="component")
    found = lists.page(tx, FIRMWARE.noun, wanted, EVERYTHING)
    assert found is not None  # without a marker a page always exists
    return found
