"""Which values a caller may give a resource on creation and in a patch, and what they become."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bessemer.model.errors import Invalid, NotAcceptable
from bessemer.model.field import Field
from bessemer.model.resource import Resource, fields_of
from bessemer.rules.field_values import checked_value, is_same
from bessemer.rules.json_patch import Operation


def shown_since(field: Field) -> int:
    """Tell the first microversion that shows a field."""
    return field.since


def created_since(field: Field) -> int:
    """Tell the first microversion that takes a field on creation."""
    return field.since if field.create_since is None else field.create_since


def patched_since(field: Field) -> int:
    """Tell the first microversion that takes a field in a patch."""
    return field.since if field.patch_since is None else field.patch_since


def default_values(resource: Resource) -> dict[str, Any]:
    """Give every field that is kept what it has when nobody said anything."""
    return {
        name: field.default
        for name, field in fields_of(resource.record).items()
        if name not in resource.member_lists and field.default is not None
    }


def created_values(resource: Resource, body: Any, minor: int) -> dict[str, Any]:
    """Check the body of a creation: unknown and ill-typed fields first, then fields newer than the request."""
    if not isinstance(body, dict):
        raise Invalid(f"The body must be a JSON object that describes the {resource.noun}.")
    fields = fields_of(resource.record)
    _refuse_strangers(resource, body, fields)
    checked = {name: checked_value(name, fields[name], value) for name, value in body.items() if value is not None}
    _refuse_missing(resource, checked, fields)
    too_new(resource, [name for name, value in checked.items() if value != ""], minor, created_since)
    return checked


def _refuse_strangers(resource: Resource, body: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
    for name in body:
        field = fields.get(name)
        if field is None:
            raise Invalid(f"{resource.one.capitalize()} has no field {name[:80]!r}.")
        if not field.create:
            raise Invalid(f"{name} cannot be given when {resource.one} is created.")


def _refuse_missing(resource: Resource, given: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
    missing = [name for name, field in fields.items() if field.required and name not in given]
    if missing:
        raise Invalid(f"{resource.one.capitalize()} needs {' and '.join(missing)}.")


def too_new(
    resource: Resource, names: Iterable[str], minor: int, since_of: Callable[[Field], int] = shown_since
) -> None:
    """Refuse fields that the API version of the request does not have."""
    fields = fields_of(resource.record)
    for name in names:
        since = since_of(fields[name])
        if since > minor:
            raise NotAcceptable(
                f"The field {name} of {resource.one} exists from API version 1.{since} on; 1.{minor} was asked for."
            )


def patchable_document(resource: Resource, record: Any) -> dict[str, Any]:
    """Lay out what a patch of a record can touch, and what it can only look at."""
    return {
        name: getattr(record, name)
        for name, field in fields_of(resource.record).items()
        if field.patch or field.required
    }


def check_patch(resource: Resource, operations: Sequence[Operation]) -> None:
    """Refuse a patch that touches what cannot be patched."""
    fields = fields_of(resource.record)
    for operation in operations:
        field = fields.get(operation.root)
        if field is None:
            raise Invalid(f"{resource.one.capitalize()} has no field {operation.root[:80]!r}.")
        if not field.patch:
            raise Invalid(f"{operation.root} of {resource.one} cannot be patched.")


def check_patch_version(resource: Resource, operations: Sequence[Operation], minor: int) -> None:
    """Refuse to set fields that the API version does not have; clearing them harms nobody and is allowed."""
    touched = [each.root for each in operations if each.op != "remove" or len(each.path) > 1]
    too_new(resource, touched, minor, patched_since)


def changed_values(resource: Resource, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Check a patched document as a whole, returning the fields that differ from before."""
    fields = fields_of(resource.record)
    changed: dict[str, Any] = {}
    for name, old in before.items():
        if name in after and (after[name] is old or is_same(after[name], old)):
            continue
        new = checked_value(name, fields[name], after.get(name))
        if not is_same(new, old):
            changed[name] = new
    return changed
