"""What belongs to a node: shown, found, and changed as far as the policy of its node allows."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from bessemer.model.errors import Conflict, Forbidden
from bessemer.model.listing import EVERYTHING, Rows, Wanted
from bessemer.model.masking import restored
from bessemer.model.node import NODE, Node
from bessemer.model.resource import Resource
from bessemer.rules.busy_nodes import check_unreserved
from bessemer.rules.json_patch import Operation, patched
from bessemer.rules.record_values import changed_values, check_patch, patchable_document, patched_since, too_new
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.find import column_for, find_record, find_referred_node
from bessemer.services.redaction import without_forbidden
from bessemer.services.visibility import no_such, node_target
from bessemer.store import lists, rows
from bessemer.store.transaction import Transaction

BELONGS = "node_uuid"
UNIQUE = ("address", "name")
SECRETIVE = ("properties",)
"""Fields whose secrets are masked when shown, and kept when the mask comes back."""


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """A patch of a part that has been understood and not been judged by the part's own rules yet."""

    part: Any
    node: Node
    home: Node
    """The node that the part is to belong to: mostly the same."""
    changes: dict[str, Any]
    """The fields that differ, without node_uuid."""

    @property
    def moves(self) -> bool:
        """Tell whether the part is to belong to another node."""
        return self.home.id != self.node.id

    @property
    def changed(self) -> set[str]:
        """Name all fields that change."""
        return {*self.changes, BELONGS} if self.moves else set(self.changes)


def require_on(
    asking: Asking, resource: Resource, rule: str, ident: str, owners: tuple[str | None, str | None]
) -> None:
    """Refuse what the policy forbids, by owner and lessee; who may not see a thing learns only that it is not there."""
    target = node_target(*owners)
    if asking.caller.allows(rule, target):
        return
    if not asking.caller.allows(f"baremetal:{resource.policy}:get", target):
        raise no_such(resource.noun, ident)
    raise Forbidden(f"The policy rule {rule} does not allow you to do this to the {_words(resource)} {ident[:80]}.")


def _words(resource: Resource) -> str:
    return resource.noun.replace("_", " ")


def owner_columns(resource: Resource) -> tuple[str, str]:
    """Name the columns that hold the owner and the lessee of the node concerned."""
    return ("owner", "lessee") if resource is NODE else ("node_owner", "node_lessee")


def seen(tx: Transaction, asking: Asking, resource: Resource, ident: str, columns: tuple[str, ...], rule: str) -> Rows:
    """Fetch columns of one thing as a list of one, judged by the owner and the lessee of its node."""
    wanted = Wanted(
        columns=(*columns, *owner_columns(resource)),
        filters=((column_for(resource, ident, asking.minor), ident),),
        limit=1,
    )
    found = lists.page(tx, resource.noun, wanted, EVERYTHING)
    if found is None or not found.rows:
        raise no_such(resource.noun, ident)
    owner, lessee = found.rows[0][len(columns) + 1 : len(columns) + 3]
    require_on(asking, resource, rule, ident, (owner, lessee))
    return found


def show_part(tx: Transaction, asking: Asking, resource: Resource, ident: str, columns: tuple[str, ...]) -> Rows:
    """Show one part of a node as a list of one."""
    found = seen(tx, asking, resource, ident, columns, f"baremetal:{resource.policy}:get")
    return without_forbidden(asking, resource, found)


def id_of_seen(tx: Transaction, asking: Asking, resource: Resource, ident: str, rule: str) -> int:
    """Find the id of something that the caller may do something to."""
    return int(seen(tx, asking, resource, ident, (), rule).rows[0][0])


def find_part(tx: Transaction, asking: Asking, resource: Resource, ident: str, action: str) -> tuple[Any, Node]:
    """Fetch a part and its node, both kept from changing until the end, for something that a rule allows."""
    part = find_record(tx, resource, ident, asking.minor, locked=True)
    node = cast("Node", rows.fetch(tx, NODE, "id", part.node_id, locked=True))
    require_on(asking, resource, f"baremetal:{resource.policy}:{action}", ident, (node.owner, node.lessee))
    return part, node


def node_for_new_part(tx: Transaction, asking: Asking, resource: Resource, ident: str) -> Node:
    """Fetch the node that a new part is for."""
    node = find_referred_node(tx, asking, ident)
    asking.caller.require(f"baremetal:{resource.policy}:create", node_target(node.owner, node.lessee))
    return node


def check_unique(tx: Transaction, resource: Resource, values: Mapping[str, Any]) -> None:
    """Refuse an address or a name that another has: the databases would as well, but not all of them can say which."""
    for name in UNIQUE:
        value = values.get(name)
        if value is not None and rows.is_any(tx, resource.noun, name, value):
            raise Conflict(f"There is a {_words(resource)} with the {name} {value!r} already; it must be unique.")


def begin_edit(
    tx: Transaction, asking: Asking, resource: Resource, ident: str, operations: Sequence[Operation]
) -> Edit:
    """Understand a patch of a part; one that moves it to another node needs the right to change that one too."""
    check_patch(resource, operations)
    too_new(resource, [each.root for each in operations], asking.minor, patched_since)
    part, node = find_part(tx, asking, resource, ident, "update")
    check_unreserved(node)
    before = patchable_document(resource, part)
    # Every part belongs to a node, so taking the reference away has always meant leaving it alone.
    kept = [each for each in operations if each.op != "remove" or each.path != (BELONGS,)]
    after = patched(before, kept)
    for name in SECRETIVE:
        if isinstance(after.get(name), dict):
            after[name] = restored(after[name], before[name])
    changes = changed_values(resource, before, after)
    home = node
    if BELONGS in changes:
        home = find_referred_node(tx, asking, changes.pop(BELONGS))
        asking.caller.require(f"baremetal:{resource.policy}:update", node_target(home.owner, home.lessee))
        check_unreserved(home)
    return Edit(part=part, node=node, home=home, changes=changes)


def finish_edit(tx: Transaction, asking: Asking, resource: Resource, edit: Edit, **instead: tuple[str, Any]) -> str:
    """Write an edit, returning the UUID of the part; `instead` gives the columns of fields that have none."""
    if not edit.changed:
        return str(edit.part.uuid)
    written = dict(edit.changes)
    told = {**edit.changes, BELONGS: edit.home.uuid} if edit.moves else edit.changes
    for name, (column, value) in instead.items():
        del written[name]
        written[column] = value
    if edit.moves:
        written["node_id"] = edit.home.id
    rows.change(tx, resource, edit.part.id, written)
    before = {name: getattr(edit.part, name) for name in told}
    note(tx, asking, (resource.noun, edit.part.uuid), "changed", before=before, after=told)
    return str(edit.part.uuid)


def remove_part(tx: Transaction, asking: Asking, resource: Resource, part: Any, *told: str) -> None:
    """Delete a part, telling the log what it was."""
    note(tx, asking, (resource.noun, part.uuid), "deleted", before={name: getattr(part, name) for name in told})
    rows.remove(tx, resource.noun, part.id)
