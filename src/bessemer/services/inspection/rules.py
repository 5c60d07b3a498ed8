"""Create, change and delete inspection rules."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from bessemer.model.errors import Invalid
from bessemer.model.inspection_rule import INSPECTION_RULE, InspectionRule
from bessemer.rules.field_values import is_same
from bessemer.rules.inspection.written_rules import checked_actions, checked_conditions
from bessemer.rules.json_patch import Operation, patched
from bessemer.rules.record_values import changed_values, check_patch, created_values, default_values, patchable_document
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_record
from bessemer.store import inspection_rules, rows
from bessemer.store.transaction import Transaction

RULE = "baremetal:inspection_rule:"
CHECKS = {"conditions": checked_conditions, "actions": checked_actions}
HIDDEN = frozenset(CHECKS)


def create_rule(tx: Transaction, asking: Asking, body: Any) -> str:
    """Create an inspection rule from the body of a request, returning its UUID."""
    asking.caller.require(f"{RULE}create")
    given = _checked(created_values(INSPECTION_RULE, body, asking.minor))
    values = {**default_values(INSPECTION_RULE), "uuid": str(uuid4()), **given}
    rows.add(tx, INSPECTION_RULE, values)
    after = _noted(given, is_hidden=values["sensitive"])
    note(tx, asking, (INSPECTION_RULE.noun, values["uuid"]), "created", after=after)
    return str(values["uuid"])


def edit_rule(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to an inspection rule, returning its UUID."""
    check_patch(INSPECTION_RULE, operations)
    asking.caller.require(f"{RULE}update")
    rule: InspectionRule = find_record(tx, INSPECTION_RULE, ident, asking.minor)
    whole = inspection_rules.whole_rule(tx, rule.uuid)
    assert whole is not None  # it has just been found in this very transaction
    shown = patchable_document(INSPECTION_RULE, rule)
    before = {**shown, "conditions": whole.conditions, "actions": whole.actions}
    changes = _checked(changed_values(INSPECTION_RULE, before, patched(before, operations)))
    changes = {name: value for name, value in changes.items() if not is_same(value, before[name])}
    if rule.sensitive and changes.get("sensitive") is False:
        raise Invalid(
            f"The inspection rule {rule.uuid} is sensitive, which cannot be undone: delete it and create another."
        )
    if changes:
        rows.change(tx, INSPECTION_RULE, rule.id, changes)
        is_hidden = rule.sensitive or bool(changes.get("sensitive"))
        old = _noted({name: before[name] for name in changes}, is_hidden=is_hidden)
        new = _noted(changes, is_hidden=is_hidden)
        note(tx, asking, (INSPECTION_RULE.noun, rule.uuid), "changed", before=old, after=new)
    return rule.uuid


def delete_rule(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete an inspection rule."""
    asking.caller.require(f"{RULE}delete")
    rule: InspectionRule = find_record(tx, INSPECTION_RULE, ident, asking.minor)
    rows.remove(tx, INSPECTION_RULE.noun, rule.id)
    note(tx, asking, (INSPECTION_RULE.noun, rule.uuid), "deleted", before={"description": rule.description})


def delete_rules(tx: Transaction, asking: Asking) -> None:
    """Delete every inspection rule."""
    asking.caller.require(f"{RULE}delete")
    for uuid in inspection_rules.uuids_of_rules(tx):
        note(tx, asking, (INSPECTION_RULE.noun, uuid), "deleted")
    inspection_rules.remove_rules(tx)


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    return {name: CHECKS[name](value) if name in CHECKS else value for name, value in given.items()}


def _noted(values: Mapping[str, Any], *, is_hidden: bool) -> dict[str, Any]:
    """Write down the parts of a rule as far as everybody may read them."""
    return {name: None if is_hidden and name in HIDDEN else value for name, value in values.items()}
