"""Start a change of the power of a machine."""

from bessemer.model.operation import OperationKind
from bessemer.model.verbs import Wish
from bessemer.rules.power_verbs import judged_power
from bessemer.services.asking import Asking
from bessemer.services.find import find_node
from bessemer.services.nodes.start_work import NewWork, Started, start_work
from bessemer.store import operations
from bessemer.store.transaction import Transaction


def request_power(tx: Transaction, asking: Asking, ident: str, wish: Wish) -> Started:
    """Have the power of a node changed."""
    node = find_node(tx, asking, ident, "baremetal:node:set_power_state")
    plan = judged_power(node, operations.fetch_active(tx, node.id), wish)
    work = NewWork(
        kind=OperationKind.POWER,
        target=plan.goal,
        arguments={"target": str(plan.target), "timeout_s": plan.timeout_s},
        node={"target_power_state": str(plan.goal)},
    )
    return start_work(tx, asking, node, work)
