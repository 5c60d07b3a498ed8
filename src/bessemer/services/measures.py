"""Tell how the work of the whole installation stands, in numbers."""

from bessemer.model.measures import Measures
from bessemer.services.asking import Asking
from bessemer.store.measures import read_measures
from bessemer.store.transaction import Transaction

RULE = "bessemer:metrics:get"


def measures_of_work(tx: Transaction, asking: Asking) -> Measures:
    """Read them, for those who may, or for anybody where the operator wants that."""
    if not asking.rules.public_metrics:
        asking.caller.require(RULE)
    return read_measures(tx)
