"""Create, change and delete runbooks: named steps that clean or service a machine."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from bessemer.model.errors import Invalid
from bessemer.model.masking import masked
from bessemer.model.step_lists import RUNBOOK, Runbook
from bessemer.rules.field_values import is_same
from bessemer.rules.json_patch import Operation, patched
from bessemer.rules.record_values import (
    changed_values,
    check_patch,
    created_values,
    default_values,
    patchable_document,
)
from bessemer.rules.runbooks import check_old_version, check_plain_flags, check_runbook_name, settled_ownership
from bessemer.rules.step_lists import RUNBOOK_STEPS, checked_steps, with_secrets_kept
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.seen_runbooks import RULE, find_runbook
from bessemer.store import members, rows
from bessemer.store.transaction import Transaction

RULES = {"owner": f"{RULE}update:owner", "public": f"{RULE}update:public"}
"""Fields that need a rule of their own; the rest needs baremetal:runbook:update."""


def create_runbook(tx: Transaction, asking: Asking, body: Any) -> str:
    """Create a runbook from the body of a request, returning its UUID."""
    asking.caller.require(f"{RULE}create")
    if isinstance(body, dict):
        check_old_version(body, asking.minor)
        check_plain_flags(body)
    given = created_values(RUNBOOK, body, asking.minor)
    check_runbook_name(given["name"], asking.minor, asking.rules.standard_traits)
    given["steps"] = checked_steps(RUNBOOK_STEPS, given["steps"])
    values = {**default_values(RUNBOOK), "uuid": str(uuid4()), **given}
    values["owner"] = _owner_of_new(asking, values)
    row = rows.add(tx, RUNBOOK, values)
    members.replace_members(tx, RUNBOOK.noun, "steps", row, given["steps"])
    note(tx, asking, (RUNBOOK.noun, values["uuid"]), "created", after=_noted(given))
    return str(values["uuid"])


def _owner_of_new(asking: Asking, values: Mapping[str, Any]) -> str | None:
    """Settle who owns a new runbook: a project can make them for itself only, and not for everybody."""
    owner: str | None = values.get("owner") or None
    own = asking.caller.identity.project
    target = {"runbook.owner": own}
    if not asking.caller.allows(RULES["owner"], target):
        if owner not in {None, own}:
            raise Invalid("A runbook of your own must have your own project as its owner.")
        owner = own
    if not values["public"]:
        return owner
    if not asking.caller.allows(RULES["public"], target):
        raise Invalid("The policy does not allow you to make a runbook public: create it with public set to false.")
    if owner is not None:
        raise Invalid("A public runbook has no owner: give it an owner or make it public, not both.")
    return None


def edit_runbook(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to a runbook, returning its UUID."""
    check_old_version({operation.root for operation in operations}, asking.minor)
    check_patch(RUNBOOK, operations)
    runbook = find_runbook(tx, asking, ident, *_rules(operations))
    before = patchable_document(RUNBOOK, runbook)
    after = patched(before, operations)
    check_plain_flags(after)
    after["steps"] = with_secrets_kept(after.get("steps"), runbook.steps)
    changes = settled_ownership(runbook, changed_values(RUNBOOK, before, after))
    if "steps" in changes:
        changes["steps"] = checked_steps(RUNBOOK_STEPS, changes["steps"])
    changes = {name: value for name, value in changes.items() if not is_same(value, before[name])}
    if not changes:
        return runbook.uuid
    rows.change(tx, RUNBOOK, runbook.id, changes)
    if "steps" in changes:
        members.replace_members(tx, RUNBOOK.noun, "steps", runbook.id, changes["steps"])
    old = {name: before[name] for name in changes}
    note(tx, asking, (RUNBOOK.noun, runbook.uuid), "changed", before=_noted(old), after=_noted(changes))
    return runbook.uuid


def _rules(operations: Sequence[Operation]) -> Sequence[str]:
    """Tell which rules a patch needs; one of nothing needs what any other change needs."""
    return tuple(dict.fromkeys(RULES.get(each.root, f"{RULE}update") for each in operations)) or (f"{RULE}update",)


def delete_runbook(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete a runbook with its steps and traits."""
    runbook: Runbook = find_runbook(tx, asking, ident, f"{RULE}delete")
    note(tx, asking, (RUNBOOK.noun, runbook.uuid), "deleted", before={"name": runbook.name})
    rows.remove(tx, RUNBOOK.noun, runbook.id)


def _noted(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: masked(value) if name == "steps" else value for name, value in values.items()}
