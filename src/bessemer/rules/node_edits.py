"""Which fields of a node may change in its present state."""

from collections.abc import Callable, Mapping
from typing import Any

from bessemer.model.errors import Conflict, Invalid
from bessemer.model.node import Node
from bessemer.model.states import EDITABLE_IN_FLIGHT, HARDWARE_EDITABLE, PROTECTABLE, ProvisionState
from bessemer.rules.interface_choice import FIELDS

INSPECTING_LOCKS_SINCE = 39
"""Before this microversion `inspecting` also stood for `inspect wait`, in which edits are allowed."""

Changes = Mapping[str, Any]


def check_node_edit(node: Node, changes: Changes, minor: int) -> None:
    """Refuse changes that the state of the node forbids."""
    if not changes:
        return
    check_in_flight(node, changes, minor)
    for check in CHECKS:
        check(node, changes)


def check_in_flight(node: Node, changes: Changes, minor: int) -> None:
    """Refuse any change while the node is on its way from one state to another."""
    if node.reservation is not None:
        raise Conflict(
            f"The node {node.uuid} is being worked on by the conductor {node.reservation} "
            f"(state {node.provision_state!r}). Try again when it has finished."
        )
    if node.provision_state == ProvisionState.INSPECTING and minor >= INSPECTING_LOCKS_SINCE:
        raise _busy(node)
    if node.target_provision_state is None or node.provision_state in EDITABLE_IN_FLIGHT:
        return
    if node.provision_state == ProvisionState.INSPECTING:
        return
    if node.maintenance and dict(changes) == {"instance_uuid": None}:
        return
    raise _busy(node)


def _busy(node: Node) -> Conflict:
    return Conflict(
        f"The node {node.uuid} cannot be changed while it is {node.provision_state!r} "
        f"on its way to {node.target_provision_state!r}."
    )


def _hardware(node: Node, changes: Changes) -> None:
    if node.provision_state in HARDWARE_EDITABLE:
        return
    allowed = ", ".join(sorted(HARDWARE_EDITABLE))
    if "resource_class" in changes and node.resource_class is not None:
        raise Conflict(
            f"The resource class of the node {node.uuid} cannot change in the state {node.provision_state!r}, "
            f"only in: {allowed}."
        )
    kinds = sorted(field for field in changes if field in FIELDS)
    if kinds and not node.maintenance:
        raise Conflict(
            f"{', '.join(kinds)} of the node {node.uuid} cannot change in the state {node.provision_state!r}, "
            f"only in maintenance or in: {allowed}."
        )


def _console(node: Node, changes: Changes) -> None:
    if "driver" in changes and node.console_enabled:
        raise Conflict(
            f"The driver of the node {node.uuid} cannot change while its console is on. Switch it off first."
        )


def _protection(node: Node, changes: Changes) -> None:
    protected = changes.get("protected", node.protected)
    if changes.get("protected") and node.provision_state not in PROTECTABLE:
        raise Conflict(
            f"The node {node.uuid} is {node.provision_state!r}; "
            f"only nodes that are {' or '.join(sorted(PROTECTABLE))} can be protected."
        )
    if changes.get("protected_reason") and not protected and "protected" not in changes:
        raise Invalid("protected_reason needs protected: set both.")


def _retirement(node: Node, changes: Changes) -> None:
    if changes.get("retired") and node.provision_state == ProvisionState.AVAILABLE:
        raise Conflict(f"The node {node.uuid} is available for instances; move it to manageable before retiring it.")
    if changes.get("retired_reason") and not changes.get("retired", node.retired) and "retired" not in changes:
        raise Invalid("retired_reason needs retired: set both.")


def _instance(node: Node, changes: Changes) -> None:
    if changes.get("instance_uuid") and node.instance_uuid:
        raise Conflict(
            f"The node {node.uuid} already carries the instance {node.instance_uuid}; remove that one first."
        )


def _family(node: Node, changes: Changes) -> None:
    if changes.get("parent_node") == node.uuid:
        raise Invalid("A node cannot be a part of itself.")


CHECKS: tuple[Callable[[Node, Changes], None], ...] = (
    _hardware,
    _console,
    _protection,
    _retirement,
    _instance,
    _family,
)


def with_consequences(node: Node, changes: Changes) -> dict[str, Any]:
    """Add to the changes what follows from them: reasons go with what they explain."""
    result = dict(changes)
    if changes.get("protected") is False or (not node.protected and "protected" not in changes):
        result.pop("protected_reason", None)
        if node.protected_reason is not None:
            result["protected_reason"] = None
    if changes.get("retired") is False and (node.retired_reason is not None or "retired_reason" in changes):
        result["retired_reason"] = None
    if changes.get("maintenance") is False:
        result |= {"maintenance_reason": None, "fault": None}
    if isinstance(changes.get("conductor_group"), str):
        result["conductor_group"] = changes["conductor_group"].lower()
    called = instance_name_from(changes.get("instance_info", {}))
    if called is not None and node.instance_name is None:
        result.setdefault("instance_name", called)
    return result


def instance_name_from(instance_info: Mapping[str, Any]) -> str | None:
    """Take the name of an instance from what it is displayed as, where that can be kept as a name."""
    display = instance_info.get("display_name")
    if isinstance(display, str) and 0 < len(display) <= LONGEST_NAME and "\0" not in display:
        return display
    return None


LONGEST_NAME = 255
