"""Which runbooks a caller may see, list and change; what he may not see is not there."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bessemer.model.errors import Forbidden
from bessemer.model.listing import EVERYTHING, Rows, Wanted
from bessemer.model.resource import Resource
from bessemer.model.step_lists import RUNBOOK, Runbook
from bessemer.services.asking import Asking
from bessemer.services.find import column_for, find_record
from bessemer.services.listing import list_page
from bessemer.services.visibility import no_such
from bessemer.store import lists
from bessemer.store.transaction import Transaction

RULE = "baremetal:runbook:"


def list_runbooks(tx: Transaction, asking: Asking, resource: Resource, wanted: Wanted) -> Rows:
    """Fetch one page of runbooks; asked for by project, only public ones and those of the caller's own."""
    filters: dict[str, Any] = dict(wanted.filters)
    if filters.pop("project", False):
        filters["usable_by"] = asking.caller.identity.project
    return list_page(tx, asking, resource, msgspec.structs.replace(wanted, filters=tuple(filters.items())))


def show_runbook(tx: Transaction, asking: Asking, resource: Resource, ident: str, columns: Sequence[str]) -> Rows:
    """Fetch one runbook as a list of one."""
    column = column_for(resource, ident, asking.minor)
    wanted = Wanted(columns=(*columns, "owner", "public"), filters=((column, ident),), limit=1)
    found = lists.page(tx, resource.noun, wanted, EVERYTHING)
    if found is None or not found.rows:
        raise no_such(resource.noun, ident)
    owner, public = found.rows[0][-2:]
    if not _is_seen(asking, owner, public=bool(public)):
        raise no_such(resource.noun, ident)
    return found


def find_runbook(tx: Transaction, asking: Asking, ident: str, *rules: str) -> Runbook:
    """Fetch a whole runbook that all of the rules let the caller change; nobody else can change it meanwhile."""
    runbook: Runbook = find_record(tx, RUNBOOK, ident, asking.minor, locked=True)
    if not _is_seen(asking, runbook.owner, public=runbook.public):
        raise no_such(RUNBOOK.noun, ident)
    for rule in rules:
        if not asking.caller.allows(rule, {"runbook.owner": runbook.owner}):
            raise Forbidden(f"The policy rule {rule} does not allow you to do this to the runbook {runbook.name}.")
    return runbook


def traits_of_runbook(tx: Transaction, asking: Asking, ident: str) -> list[str]:
    """List the traits of a runbook."""
    found = show_runbook(tx, asking, RUNBOOK, ident, ("traits",))
    traits: list[str] = found.members["traits"].get(found.rows[0][0], [])
    return traits


def _is_seen(asking: Asking, owner: str | None, *, public: bool) -> bool:
    if asking.caller.allows(f"{RULE}get", {"runbook.owner": owner}):
        return True
    return public and asking.caller.allows(f"{RULE}list", {"project_id": asking.caller.identity.project})
