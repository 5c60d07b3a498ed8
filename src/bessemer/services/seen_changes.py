"""Which changes a caller may see, and how he reads them page by page."""

import msgspec

from bessemer.model.change import Change, Narrowing, Owned
from bessemer.model.listing import EVERYTHING, Scope
from bessemer.services.asking import Asking
from bessemer.services.visibility import node_target
from bessemer.store import change_reading
from bessemer.store.transaction import Transaction

ALL_RULE = "bessemer:change:list_all"
OWN_RULE = "bessemer:change:list"
ONE_RULE = "bessemer:change:get"
MOST_AT_ONCE = 500


class SeenChanges(msgspec.Struct, frozen=True):
    """Some changes in their order."""

    found: list[Change]
    position: int
    """How far the log has been read for them."""
    has_more: bool


def scope_of_changes(asking: Asking) -> Scope:
    """Tell which changes the caller may see, refusing callers that may see none."""
    if asking.caller.allows(ALL_RULE):
        return EVERYTHING
    asking.caller.require(OWN_RULE, {"project_id": asking.caller.identity.project})
    return Scope(project=asking.caller.identity.project)


def may_see(asking: Asking, one: Owned) -> bool:
    """Tell whether the caller may see one change."""
    return asking.caller.allows(ALL_RULE) or asking.caller.allows(ONE_RULE, node_target(one.owner, one.lessee))


def seen_after(
    tx: Transaction,
    asking: Asking,
    position: int,
    until: int,
    narrowing: Narrowing,
    most: int = MOST_AT_ONCE,
) -> SeenChanges:
    """Fetch the changes behind a position that the caller may see, as many as there are up to another."""
    rows = change_reading.after(tx, position, until, most, narrowing, scope_of_changes(asking))
    has_more = len(rows) == most
    reached = rows[-1].change.id if has_more else until
    return SeenChanges([one.change for one in rows if may_see(asking, one)], reached, has_more)


def page_of_changes(tx: Transaction, asking: Asking, since: int, most: int, narrowing: Narrowing) -> SeenChanges:
    """Fetch one page of what has a place in the order already."""
    return seen_after(tx, asking, since, change_reading.newest(tx), narrowing, most)
