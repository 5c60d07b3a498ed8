"""List, show and abort the work on machines."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bessemer.model.errors import Conflict, NotFound
from bessemer.model.listing import EVERYTHING, Rows, Scope, Wanted
from bessemer.model.masking import masked
from bessemer.model.operation import OperationStatus
from bessemer.model.operation_facts import OPERATION, Attempt, Deed, Failure
from bessemer.model.states import ProvisionState
from bessemer.rules.aborting import why_not_aborted
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import column_for
from bessemer.services.nodes.start_work import Started, owner_of
from bessemer.services.visibility import no_such, node_target
from bessemer.store import lists, operations, step_runs
from bessemer.store.json_text import json_from_text, text_from_json
from bessemer.store.transaction import Transaction

RULE = "bessemer:operation:"
EVIDENCE = f"{RULE}evidence"
WHY = "baremetal:node:get:last_error"
"""The rule that opens what went wrong with a node."""
TELLS_WHY = ("error", "remedy")
JUDGED_BY = ("node_owner", "node_lessee")
LOST = frozenset({"failed", "aborted"})
"""Outcomes of what an operation ended by."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One operation with its timeline."""

    rows: Rows
    timeline: tuple[Deed, ...]
    failure: Failure | None
    """Without its evidence, which is an address."""
    has_evidence: bool
    """Whether files are kept of it that the caller may read."""


def scope_of_operations(asking: Asking) -> Scope:
    """Tell which operations the caller may see, refusing callers that may see none."""
    if asking.caller.allows(f"{RULE}list_all"):
        return EVERYTHING
    asking.caller.require(f"{RULE}list", {"project_id": asking.caller.identity.project})
    return Scope(project=asking.caller.identity.project)


def list_operations(tx: Transaction, asking: Asking, wanted: Wanted) -> Rows:
    """Fetch one page of operations."""
    completed = msgspec.structs.replace(wanted, columns=(*wanted.columns, *JUDGED_BY))
    found = lists.page(tx, OPERATION.noun, completed, scope_of_operations(asking))
    if found is None:
        raise NotFound(f"The marker {str(wanted.marker)[:80]!r} is not in this list, so nothing can come after it.")
    return _without_forbidden(asking, _without_secrets(found))


def show_operation(tx: Transaction, asking: Asking, uuid: str, columns: tuple[str, ...]) -> Shown:
    """Fetch one operation with everything that was begun for it."""
    found = find_operation(tx, asking, uuid, columns)
    row = found.rows[0]
    runs = step_runs.of_operation(tx, row[0])
    if not asking.caller.allows(WHY, _target(found, row)):
        runs = [{**run, "message": None} for run in runs]
    may_read = asking.caller.allows(EVIDENCE, _target(found, row))
    has_evidence = may_read and bool(operations.evidence_of(tx, row[0]))
    found = _without_forbidden(asking, _without_secrets(found))
    return Shown(rows=found, timeline=_timeline(runs), failure=_failure(found, runs), has_evidence=has_evidence)


def find_operation(tx: Transaction, asking: Asking, uuid: str, columns: tuple[str, ...]) -> Rows:
    """Fetch one operation that the caller may see as a list of one."""
    column = column_for(OPERATION, uuid, asking.minor)
    wanted = Wanted(columns=(*columns, *JUDGED_BY), filters=((column, uuid.lower()),), limit=1)
    found = lists.page(tx, OPERATION.noun, wanted, scope_of_operations(asking))
    if found is None or not found.rows or not asking.caller.allows(f"{RULE}get", _target(found, found.rows[0])):
        raise no_such("operation", uuid)
    return found


def require_evidence(asking: Asking, found: Rows) -> None:
    """Refuse callers that may see an operation and not the files that are kept of it."""
    asking.caller.require(EVIDENCE, _target(found, found.rows[0]))


def _target(found: Rows, row: tuple[Any, ...]) -> dict[str, str | None]:
    owner, lessee = (row[found.columns.index(name) + 1] for name in JUDGED_BY)
    return node_target(owner, lessee)


def _without_forbidden(asking: Asking, found: Rows) -> Rows:
    """Leave out what went wrong where the caller may not know."""
    places = {found.columns.index(name) + 1 for name in TELLS_WHY if name in found.columns}
    if not places:
        return found
    rows = [
        row
        if asking.caller.allows(WHY, _target(found, row))
        else tuple(None if place in places else value for place, value in enumerate(row))
        for row in found.rows
    ]
    return msgspec.structs.replace(found, rows=rows)


def _without_secrets(found: Rows) -> Rows:
    """Mask what the steps are told."""
    if "steps" not in found.columns:
        return found
    place = found.columns.index("steps") + 1
    rows = [(*row[:place], text_from_json(masked(json_from_text(row[place]))), *row[place + 1 :]) for row in found.rows]
    return msgspec.structs.replace(found, rows=rows)


def _timeline(runs: Sequence[dict[str, Any]]) -> tuple[Deed, ...]:
    places: dict[int, list[dict[str, Any]]] = {}
    for run in runs:
        places.setdefault(run["place"], []).append(run)
    return tuple(
        Deed(
            name=each[0]["name"],
            step_index=each[0]["step_index"],
            attempts=tuple(Attempt(**{name: run[name] for name in Attempt.__struct_fields__}) for run in each),
        )
        for each in places.values()
    )


def _failure(found: Rows, runs: Sequence[dict[str, Any]]) -> Failure | None:
    values = dict(zip(found.columns, found.rows[0][1:], strict=True))
    failed = next((run for run in runs if run["outcome"] in LOST), None)
    if values["status"] != OperationStatus.FAILED and (failed is None or values["ended_at"] is not None):
        return None
    return Failure(
        step=None if failed is None else failed["name"],
        attempt=None if failed is None else failed["attempt"],
        cause=values["error"],
        evidence=None,
        remedy=values["remedy"],
    )


def abort_operation(tx: Transaction, asking: Asking, uuid: str) -> Started:
    """Ask for the end of an operation; its owner ends it, when what is running can be left."""
    found = find_operation(tx, asking, uuid, ("node", "state"))
    asking.caller.require(f"{RULE}abort", _target(found, found.rows[0]))
    row, node, state = found.rows[0][:3]
    operation = operations.fetch(tx, row)
    if operation is None:
        raise no_such("operation", uuid)
    reason = why_not_aborted(operation, ProvisionState(state))
    if reason is not None:
        raise Conflict(f"The operation {uuid} ({operation.kind} of the node {node}) cannot be aborted: {reason}.")
    if not operations.ask_to_abort(tx, operation.id):
        raise Conflict(f"The operation {uuid} has ended this very moment, so it cannot be aborted.")
    note(tx, asking, ("node", node), "abort asked for", after={"operation": operation.uuid})
    return owner_of(tx, asking, operation)
