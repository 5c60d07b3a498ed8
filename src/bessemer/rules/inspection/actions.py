"""What actions of inspection rules do to the draft of a machine."""

from collections.abc import Callable, Mapping
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.rules.inspection.changeable import NODE_FIELDS, PORT_FIELDS
from bessemer.rules.inspection.draft import Draft, DraftPort, OutsideCall
from bessemer.rules.inspection.paths import Keys, changed_at, extended, keys_from_path, without
from bessemer.rules.inspection.signatures import keys_in

Action = Callable[..., None]
Change = Callable[[Any], Any]
MOST_LINES = 200


class FailedByRule(Exception):
    """A rule says that the inspection has failed."""


def fail(_: Draft, msg: str) -> None:
    """End the inspection."""
    raise FailedByRule(msg)


def log(draft: Draft, msg: str, level: str = "info") -> None:
    """Tell people something."""
    if len(draft.lines) < MOST_LINES:
        draft.tell(msg, level.lower())


def set_attribute(draft: Draft, path: str, value: Any) -> None:
    """Give something in the node a value."""
    _change_node(draft, path, lambda _: value)


def extend_attribute(draft: Draft, path: str, value: Any, *, unique: bool = False) -> None:
    """Add to a list in the node."""
    _change_node(draft, path, extended(value, unique=unique))


def del_attribute(draft: Draft, path: str) -> None:
    """Take something out of the node."""
    keys = keys_in(path, NODE_FIELDS)
    if len(keys) == 1:
        draft.node[keys[0]] = None
    elif (kept := without(draft.node, keys)) is not None:
        draft.node = kept
    else:
        draft.tell(f"The node has no {path[:80]} that could be deleted.", "warning")


def _change_node(draft: Draft, path: str, change: Change) -> None:
    draft.node = changed_at(draft.node, keys_in(path, NODE_FIELDS), change)


def set_capability(draft: Draft, name: str, value: Any) -> None:
    """Give the node a capability."""
    draft.set_capabilities({**draft.capabilities, name: str(value)})


def unset_capability(draft: Draft, name: str) -> None:
    """Take a capability from the node."""
    draft.set_capabilities({each: value for each, value in draft.capabilities.items() if each != name})


def add_trait(draft: Draft, name: str) -> None:
    """Give the node a trait."""
    if name not in draft.traits:
        draft.traits = [*draft.traits, name]


def remove_trait(draft: Draft, name: str) -> None:
    """Take a trait from the node."""
    if name not in draft.traits:
        draft.tell(f"The node has no trait {name[:80]} that could be removed.", "warning")
    draft.traits = [each for each in draft.traits if each != name]


def set_plugin_data(draft: Draft, path: str, value: Any) -> None:
    """Give something in the plug-in data a value."""
    draft.plugin_data = changed_at(draft.plugin_data, keys_from_path(path), lambda _: value)


def extend_plugin_data(draft: Draft, path: str, value: Any, *, unique: bool = False) -> None:
    """Add to a list in the plug-in data."""
    draft.plugin_data = changed_at(draft.plugin_data, keys_from_path(path), extended(value, unique=unique))


def unset_plugin_data(draft: Draft, path: str) -> None:
    """Take something out of the plug-in data."""
    kept = without(draft.plugin_data, keys_from_path(path))
    if kept is None:
        draft.tell(f"The plug-in data has no {path[:80]} that could be deleted.", "warning")
    else:
        draft.plugin_data = kept


def set_port_attribute(draft: Draft, port_id: str, path: str, value: Any) -> None:
    """Give something in a port a value."""
    _change_port(draft, port_id, path, lambda _: value)


def extend_port_attribute(draft: Draft, port_id: str, path: str, value: Any, *, unique: bool = False) -> None:
    """Add to a list in a port."""
    _change_port(draft, port_id, path, extended(value, unique=unique))


def del_port_attribute(draft: Draft, port_id: str, path: str) -> None:
    """Take something out of a port."""
    port, keys = _port(draft, port_id, path)
    if len(keys) == 1:
        port.fields[keys[0]] = None
    elif (kept := without(port.fields, keys)) is not None:
        port.fields = kept
    else:
        draft.tell(f"The port {port.address} has no {path[:80]} that could be deleted.", "warning")


def _change_port(draft: Draft, port_id: str, path: str, change: Change) -> None:
    port, keys = _port(draft, port_id, path)
    port.fields = changed_at(port.fields, keys, change)


def _port(draft: Draft, port_id: str, path: str) -> tuple[DraftPort, Keys]:
    keys = keys_in(path, PORT_FIELDS)
    port = draft.port(port_id)
    if port is None:
        raise Invalid(f"The node has no port {port_id[:80]!r}: neither a UUID nor a MAC address of one.")
    return port, keys


def api_call(draft: Draft, url: str, **how: Any) -> None:
    """Note that a web address is to be fetched."""
    draft.calls.append(
        OutsideCall(
            url=url,
            headers=how.get("headers") or {},
            timeout_s=float(how.get("timeout", 5)),
            retries=how.get("retries", 3),
            backoff_s=float(how.get("backoff_factor", 0.3)),
        )
    )


DEEDS: Mapping[str, Action] = {
    "fail": fail,
    "log": log,
    "set-attribute": set_attribute,
    "extend-attribute": extend_attribute,
    "del-attribute": del_attribute,
    "set-capability": set_capability,
    "unset-capability": unset_capability,
    "add-trait": add_trait,
    "remove-trait": remove_trait,
    "set-plugin-data": set_plugin_data,
    "extend-plugin-data": extend_plugin_data,
    "unset-plugin-data": unset_plugin_data,
    "set-port-attribute": set_port_attribute,
    "extend-port-attribute": extend_port_attribute,
    "del-port-attribute": del_port_attribute,
    "api-call": api_call,
}
