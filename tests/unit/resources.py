"""The resources that callers create and change, with the fields they may write."""

from bessemer.api.route_table import v1_routes
from bessemer.api.versions import MAXIMUM
from bessemer.model.field import Field
from bessemer.model.resource import Resource, fields_of
from tools.reference_pages import resources_of

TAKEN = [
    resource
    for resource in resources_of(v1_routes(MAXIMUM))
    if any(field.patch for field in fields_of(resource.record).values())
]
"""The resources that callers create and change."""


def settable(resource: Resource) -> dict[str, Field]:
    """Give the fields that callers write, on creation or later."""
    return {name: field for name, field in fields_of(resource.record).items() if field.create or field.patch}
