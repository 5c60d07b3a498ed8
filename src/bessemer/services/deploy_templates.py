"""Create, change and delete deploy templates: steps that a deployment asks for by a trait."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from bessemer.model.errors import Invalid
from bessemer.model.field import Field, Text
from bessemer.model.masking import masked
from bessemer.model.step_lists import DEPLOY_TEMPLATE, DeployTemplate
from bessemer.rules.field_values import checked_value, is_same
from bessemer.rules.json_patch import Operation, patched
from bessemer.rules.record_values import (
    changed_values,
    check_patch,
    created_values,
    default_values,
    patchable_document,
)
from bessemer.rules.step_lists import TEMPLATE_STEPS, checked_steps, with_secrets_kept
from bessemer.rules.traits import fault_in_trait
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import find_record
from bessemer.store import members, rows
from bessemer.store.transaction import Transaction

RULE = "baremetal:deploy_template:"
DESCRIPTION = Field(kind=Text(255), doc="Accepted from old clients, kept nowhere.")


def create_template(tx: Transaction, asking: Asking, body: Any) -> str:
    """Create a deploy template from the body of a request, returning its UUID."""
    asking.caller.require(f"{RULE}create")
    given = created_values(DEPLOY_TEMPLATE, _without_description(body), asking.minor)
    _check_name(asking, given["name"])
    given["steps"] = checked_steps(TEMPLATE_STEPS, given["steps"])
    values = {**default_values(DEPLOY_TEMPLATE), "uuid": str(uuid4()), **given}
    row = rows.add(tx, DEPLOY_TEMPLATE, values)
    members.replace_members(tx, DEPLOY_TEMPLATE.noun, "steps", row, given["steps"])
    note(tx, asking, (DEPLOY_TEMPLATE.noun, values["uuid"]), "created", after=_noted(given))
    return str(values["uuid"])


def edit_template(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to a deploy template, returning its UUID; nodes that are deployed already do not notice."""
    check_patch(DEPLOY_TEMPLATE, operations)
    asking.caller.require(f"{RULE}update")
    template: DeployTemplate = find_record(tx, DEPLOY_TEMPLATE, ident, asking.minor, locked=True)
    before = patchable_document(DEPLOY_TEMPLATE, template)
    after = patched(before, operations)
    after["steps"] = with_secrets_kept(after.get("steps"), template.steps)
    changes = changed_values(DEPLOY_TEMPLATE, before, after)
    if "name" in changes:
        _check_name(asking, changes["name"])
    if "steps" in changes:
        changes["steps"] = checked_steps(TEMPLATE_STEPS, changes["steps"])
    changes = {name: value for name, value in changes.items() if not is_same(value, before[name])}
    if not changes:
        return template.uuid
    rows.change(tx, DEPLOY_TEMPLATE, template.id, changes)
    if "steps" in changes:
        members.replace_members(tx, DEPLOY_TEMPLATE.noun, "steps", template.id, changes["steps"])
    old = {name: before[name] for name in changes}
    note(tx, asking, (DEPLOY_TEMPLATE.noun, template.uuid), "changed", before=_noted(old), after=_noted(changes))
    return template.uuid


def delete_template(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete a deploy template with its steps."""
    asking.caller.require(f"{RULE}delete")
    template: DeployTemplate = find_record(tx, DEPLOY_TEMPLATE, ident, asking.minor)
    rows.remove(tx, DEPLOY_TEMPLATE.noun, template.id)
    note(tx, asking, (DEPLOY_TEMPLATE.noun, template.uuid), "deleted", before={"name": template.name})


def _without_description(body: Any) -> Any:
    """Take out a field that Ironic accepts and never shows."""
    if not isinstance(body, dict) or "description" not in body:
        return body
    checked_value("description", DESCRIPTION, body["description"])
    return {name: value for name, value in body.items() if name != "description"}


def _check_name(asking: Asking, name: str) -> None:
    fault = fault_in_trait(name, asking.rules.standard_traits)
    if fault:
        raise Invalid(f"A deploy template is named after the trait that asks for it. {fault}")


def _noted(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: masked(value) if name == "steps" else value for name, value in values.items()}
