"""Read the BIOS settings of a node, as they were seen last."""

from bessemer.model.listing import EVERYTHING, Rows, Wanted
from bessemer.model.node_facts import BIOS
from bessemer.services.asking import Asking
from bessemer.services.nodes.seen import UNPAGED, see_node
from bessemer.services.visibility import no_such
from bessemer.store import lists
from bessemer.store.transaction import Transaction

RULE = "baremetal:node:bios:get"


def bios_of(tx: Transaction, asking: Asking, ident: str, columns: tuple[str, ...]) -> tuple[str, Rows]:
    """Give the UUID of a node with all of its BIOS settings, by name."""
    node = see_node(tx, asking, ident, RULE)
    wanted = Wanted(columns=columns, filters=(("node_id", node.id),), limit=UNPAGED, sort_key="name")
    found = lists.page(tx, BIOS.noun, wanted, EVERYTHING)
    assert found is not None  # without a marker a page always exists
    return node.uuid, found


def bios_setting(tx: Transaction, asking: Asking, ident: str, name: str, columns: tuple[str, ...]) -> tuple[str, Rows]:
    """Give the UUID of a node with one of its BIOS settings as a list of one."""
    node = see_node(tx, asking, ident, RULE)
    wanted = Wanted(columns=columns, filters=(("node_id", node.id), ("name", name)), limit=1)
    found = lists.page(tx, BIOS.noun, wanted, EVERYTHING)
    if found is None or not found.rows:
        raise no_such("BIOS setting of this node called", name)
    return node.uuid, found
