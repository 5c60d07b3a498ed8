"""Add, change and delete the network ports of machines."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import uuid4

from bessemer.model.errors import Invalid
from bessemer.model.listing import EVERYTHING, Wanted
from bessemer.model.port import PORT
from bessemer.model.portgroup import PORTGROUP, Portgroup
from bessemer.rules.busy_nodes import check_not_inspecting, check_unreserved
from bessemer.rules.cabling import check_membership, check_port_edit, check_same_network, check_unbound
from bessemer.rules.identifiers import is_uuid
from bessemer.rules.json_patch import Operation
from bessemer.rules.local_link_connection import checked_link
from bessemer.rules.named_node import check_node_ident_version, with_node_uuid
from bessemer.rules.record_values import created_since, created_values, default_values, too_new
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.parts import (
    Edit,
    begin_edit,
    check_unique,
    find_part,
    finish_edit,
    node_for_new_part,
    remove_part,
)
from bessemer.store import lists, rows
from bessemer.store.transaction import Transaction

MOST_IN_A_GROUP = 1000
WIRED = frozenset({"local_link_connection", "is_smartnic"})
GROUPED = frozenset({"portgroup_uuid", "physical_network", "node_uuid"})


def create_port(tx: Transaction, asking: Asking, body: Any) -> str:
    """Add a port to a node, returning its UUID."""
    given = created_values(PORT, with_node_uuid(body), asking.minor)
    # Even a null tells that the client expects a field, and misses it.
    too_new(PORT, [name for name in body if name != "node_ident"], asking.minor, created_since)
    check_node_ident_version(body, asking.minor)
    values = {**default_values(PORT), **given}
    values.setdefault("uuid", str(uuid4()))
    values["local_link_connection"] = checked_link(
        values["local_link_connection"], is_smartnic=values["is_smartnic"], minor=asking.minor
    )
    node = node_for_new_part(tx, asking, PORT, values.pop("node_uuid"))
    group = _group(tx, values.pop("portgroup_uuid", None))
    if group is not None:
        check_membership(group, node, boots=given.get("pxe_enabled", False))
        _check_network(tx, group, values.get("physical_network"), None)
        values["portgroup_id"] = group.id
    check_unique(tx, PORT, given)
    rows.add(tx, PORT, {**values, "node_id": node.id})
    note(tx, asking, ("port", values["uuid"]), "created", after={**given, "node_uuid": node.uuid})
    return str(values["uuid"])


def edit_port(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to a port, returning its UUID."""
    edit = begin_edit(tx, asking, PORT, ident, operations)
    check_not_inspecting(edit.node, asking.minor)
    check_port_edit(edit.node, edit.changed)
    if edit.moves:
        check_not_inspecting(edit.home, asking.minor)
        check_port_edit(edit.home, edit.changed)
    check_unique(tx, PORT, edit.changes)
    if WIRED & edit.changed:
        _check_link(edit, asking.minor)
    group = _group_after(tx, edit)
    if "portgroup_uuid" not in edit.changes:
        return finish_edit(tx, asking, PORT, edit)
    return finish_edit(tx, asking, PORT, edit, portgroup_uuid=("portgroup_id", group and group.id))


def _check_link(edit: Edit, minor: int) -> None:
    link = edit.changes.get("local_link_connection", edit.part.local_link_connection)
    # A link that stays as it is was right for the version that made it.
    judged_by = minor if "local_link_connection" in edit.changes else None
    kept = checked_link(link, is_smartnic=edit.changes.get("is_smartnic", edit.part.is_smartnic), minor=judged_by)
    if "local_link_connection" in edit.changes:
        edit.changes["local_link_connection"] = kept


def _group_after(tx: Transaction, edit: Edit) -> Portgroup | None:
    """Find the group a port is in after an edit, checking that the two go together where either has changed."""
    uuid = edit.changes.get("portgroup_uuid", edit.part.portgroup_uuid)
    touched = edit.changed & (GROUPED | {"pxe_enabled"})
    if uuid is None or not touched:
        return None
    group = _group(tx, uuid)
    assert group is not None  # it has a UUID, and one that does not exist has been refused
    boots = bool(touched & {"portgroup_uuid", "pxe_enabled"}) and edit.changes.get("pxe_enabled", edit.part.pxe_enabled)
    check_membership(group, edit.home, boots=boots)
    if touched & GROUPED:
        network = edit.changes.get("physical_network", edit.part.physical_network)
        _check_network(tx, group, network, edit.part.id)
    return group


def _group(tx: Transaction, uuid: str | None) -> Portgroup | None:
    if uuid is None:
        return None
    found = rows.fetch(tx, PORTGROUP, "uuid", uuid, locked=True)
    if found is None:
        raise Invalid(f"The body refers to the port group {uuid!r}, which does not exist.")
    return cast("Portgroup", found)


def _check_network(tx: Transaction, group: Portgroup, network: str | None, port: int | None) -> None:
    wanted = Wanted(columns=("physical_network",), filters=(("portgroup_id", group.id),), limit=MOST_IN_A_GROUP)
    found = lists.page(tx, "port", wanted, EVERYTHING)
    others = [] if found is None else [row[1] for row in found.rows if row[0] != port]
    check_same_network(group, network, others)


def delete_port(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete a port; names and addresses are not accepted, so that no slip can hit another one."""
    if not is_uuid(ident):
        raise Invalid(f"A port is deleted by its UUID only; {ident[:80]!r} is none.")
    port, node = find_part(tx, asking, PORT, ident, "delete")
    check_unreserved(node)
    check_unbound("port", port.uuid, port.internal_info, node)
    remove_part(tx, asking, PORT, port, "address", "name", "node_uuid")
