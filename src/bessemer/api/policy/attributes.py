"""Callers and targets under the names that policy files use."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.caller import Identity, Target


def caller_attributes(identity: Identity) -> dict[str, Any]:
    """Show a caller to the checks."""
    attributes: dict[str, Any] = {
        "roles": sorted(identity.roles),
        # Without an identity service there is one domain, called as such a service calls it.
        "user_domain_id": "default",
        "is_admin_project": True,
        "is_public_api": False,
    }
    if identity.user is not None:
        attributes["user_id"] = identity.user
    if identity.project is not None:
        attributes |= {
            "project_id": identity.project,
            "project_name": identity.project,
            "project_domain_id": "default",
        }
    if identity.system:
        attributes["system_scope"] = "all"
    return attributes


def target_attributes(caller: Mapping[str, Any], target: Target, service_project: str | None) -> dict[str, Any]:
    """Show a target to the checks, with the caller added so that any two attributes can be compared."""
    # What is None is left out, so that nothing matches it: a caller without a project does not own ownerless nodes.
    attributes = {**caller, **{name: value for name, value in target.items() if value is not None}}
    if service_project is not None:
        attributes["config.service_project_name"] = service_project
    return attributes
