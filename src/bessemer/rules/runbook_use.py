"""Whether a runbook may be used on a node."""

from collections.abc import Collection

from bessemer.model.errors import Invalid
from bessemer.model.step_lists import Runbook
from bessemer.rules.runbooks import FREE_NAMES_SINCE


def check_runbook_use(runbook: Runbook, of_node: Collection[str], minor: int) -> None:
    """Refuse a runbook that no trait of the node approves of; before traits of runbooks, its name was the trait."""
    approving = set(runbook.traits) if minor >= FREE_NAMES_SINCE else {runbook.name}
    if not approving:
        raise Invalid(f"The runbook {runbook.name!r} has no traits, so it is approved for no node. Give it one.")
    if not approving & set(of_node):
        raise Invalid(
            f"The runbook {runbook.name!r} is not approved for this node, which has none of the traits "
            f"{', '.join(sorted(approving))}. Give one of them to the node."
        )
