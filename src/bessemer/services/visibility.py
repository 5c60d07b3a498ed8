"""Which rows of a list a caller may see, and what is said of a single thing that he may not."""

from typing import Any

from bessemer.model.errors import Forbidden, NotFound
from bessemer.model.listing import EVERYTHING, Scope
from bessemer.model.resource import Resource
from bessemer.services.asking import Asking

SHARED = frozenset({"chassis", "deploy_template", "conductor", "inspection_rule"})
"""Resources that belong to no project: whoever may read them sees all of them."""


def scope_of(asking: Asking, resource: Resource) -> Scope:
    """Tell which rows of a resource the caller may see, refusing callers that may see none."""
    if resource.noun in SHARED:
        asking.caller.require(f"baremetal:{resource.policy}:get")
        return EVERYTHING
    if asking.caller.allows(f"baremetal:{resource.policy}:list_all"):
        return EVERYTHING
    asking.caller.require(f"baremetal:{resource.policy}:list", {"project_id": asking.caller.identity.project})
    return Scope(project=asking.caller.identity.project)


def node_target(owner: str | None, lessee: str | None) -> dict[str, str | None]:
    """Lay out a node as policy rules see it."""
    return {"node.owner": owner, "node.lessee": lessee}


def require_on_node(asking: Asking, rule: str, ident: str, owner: str | None, lessee: str | None) -> None:
    """Refuse what the policy forbids on a node; a caller who may not see it learns only that it is not there."""
    target = node_target(owner, lessee)
    if asking.caller.allows(rule, target):
        return
    if not asking.caller.allows("baremetal:node:get", target):
        raise no_such("node", ident)
    raise Forbidden(f"The policy rule {rule} does not allow you to do this to the node {ident}.")


def no_such(noun: str, ident: Any) -> NotFound:
    """Say that something does not exist."""
    return NotFound(f"There is no {noun.replace('_', ' ')} {str(ident)[:80]!r}.")
