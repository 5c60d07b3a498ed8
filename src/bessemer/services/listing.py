"""List and show the records of any resource, as far as the caller may see them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bessemer.model.errors import NotFound
from bessemer.model.listing import EVERYTHING, Rows, Wanted
from bessemer.model.resource import Resource
from bessemer.rules.placement import conductor_of
from bessemer.services.asking import Asking
from bessemer.services.find import column_for
from bessemer.services.redaction import OWNED_BY, columns_to_judge_by, without_forbidden
from bessemer.services.visibility import no_such, require_on_node, scope_of
from bessemer.store import lists
from bessemer.store.transaction import Transaction

PLACED_BY = ("conductor_group", "driver", "bucket")
IN_CLEAR: Mapping[str, str] = {"driver_info": "show_password", "instance_info": "show_instance_secrets"}
"""Fields that are shown with their secrets to callers whom the policy rule allows."""


def list_page(
    tx: Transaction, asking: Asking, resource: Resource, wanted: Wanted, within: Sequence[tuple[str, Any]] = ()
) -> Rows:
    """Fetch one page of a list; `within` narrows it to the rows below one parent."""
    scope = EVERYTHING if within else scope_of(asking, resource)
    found = lists.page(tx, resource.noun, _completed(asking, resource, wanted, within), scope)
    if found is None:
        raise NotFound(f"The marker {str(wanted.marker)[:80]!r} is not in this list, so nothing can come after it.")
    return _finished(tx, asking, resource, found)


def show(tx: Transaction, asking: Asking, resource: Resource, ident: str, columns: tuple[str, ...]) -> Rows:
    """Fetch one record as a list of one."""
    column = column_for(resource, ident, asking.minor)
    wanted = Wanted(columns=columns, filters=((column, ident),), limit=1)
    found = lists.page(tx, resource.noun, _completed(asking, resource, wanted), scope_of(asking, resource))
    if found is None or not found.rows:
        raise no_such(resource.noun, ident)
    return _finished(tx, asking, resource, found)


def show_node(tx: Transaction, asking: Asking, resource: Resource, ident: str, columns: tuple[str, ...]) -> Rows:
    """Fetch one node as a list of one, judged by its owner and lessee."""
    wanted = Wanted(
        columns=(*columns, *OWNED_BY), filters=((column_for(resource, ident, asking.minor), ident),), limit=1
    )
    found = lists.page(tx, resource.noun, _completed(asking, resource, wanted), EVERYTHING)
    if found is None or not found.rows:
        raise no_such("node", ident)
    owner, lessee = found.rows[0][len(columns) + 1 : len(columns) + 3]
    require_on_node(asking, "baremetal:node:get", ident, owner, lessee)
    return _finished(tx, asking, resource, found)


def _completed(asking: Asking, resource: Resource, wanted: Wanted, within: Sequence[tuple[str, Any]] = ()) -> Wanted:
    """Ask also for what the reply is worked out from, and for secrets where the policy opens them."""
    columns = (*wanted.columns, *columns_to_judge_by(asking, resource, wanted.columns))
    if "conductor" in columns:
        columns = (*columns, *PLACED_BY)
    in_clear = tuple(name for name, rule in IN_CLEAR.items() if name in columns and asking.caller.allows(rule))
    return msgspec.structs.replace(wanted, columns=columns, filters=(*wanted.filters, *within), in_clear=in_clear)


def _finished(tx: Transaction, asking: Asking, resource: Resource, found: Rows) -> Rows:
    return without_forbidden(asking, resource, with_conductors(tx, asking, found))


def with_conductors(tx: Transaction, asking: Asking, found: Rows) -> Rows:
    """Add to nodes the conductor that would serve each now."""
    if found.columns[-len(PLACED_BY) :] != PLACED_BY:
        return found
    fleet = asking.fleet.now(tx)
    found.members["conductor"] = {row[0]: conductor_of(fleet, *row[-len(PLACED_BY) :]) for row in found.rows}
    return found


def done_and_shown(
    tx: Transaction,
    asking: Asking,
    resource: Resource,
    columns: tuple[str, ...],
    deed: Callable[..., str],
    *args: Any,
    **kwargs: Any,
) -> tuple[str, Rows]:
    """Do something to one record, and show in the same transaction what came of it."""
    uuid = deed(tx, asking, *args, **kwargs)
    wanted = Wanted(columns=columns, filters=(("uuid", uuid),), limit=1)
    found = lists.page(tx, resource.noun, _completed(asking, resource, wanted), EVERYTHING)
    assert found is not None  # without a marker a page always exists
    return uuid, _finished(tx, asking, resource, found)
