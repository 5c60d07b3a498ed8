"""Which switch port each port of a machine is plugged into, by what the switches say of themselves (LLDP)."""

from bessemer.model.errors import Invalid
from bessemer.rules.identifiers import is_switch_id
from bessemer.rules.inspection.draft import Draft
from bessemer.rules.inspection.hooks.hook import HookOptions
from bessemer.rules.inspection.report import interfaces_of, word
from bessemer.rules.local_link_connection import checked_link

CHASSIS_ID, PORT_ID, SYSTEM_NAME = 1, 2, 5
"""Kinds of parts that IEEE 802.1AB makes mandatory, or nearly so."""
CHASSIS_BY_MAC, PORT_BY_MAC = 4, 3
MAC_BYTES = 6


def local_link_connection(draft: Draft, _: HookOptions) -> None:
    """Note the switch port of each port whose switch tells enough; what is known already stays."""
    for interface in interfaces_of(draft.report):
        port = draft.port(interface.mac)
        if port is None or not interface.lldp:
            continue
        known = port.fields.get("local_link_connection") or {}
        told = {**link_from_lldp(interface.lldp), **known}
        try:
            port.fields["local_link_connection"] = checked_link(told, is_smartnic=False, minor=None)
        except Invalid as fault:
            draft.tell(f"The switch at {interface.name} does not say enough: {fault.message}", "warning")


def link_from_lldp(parts: tuple[tuple[int, bytes], ...]) -> dict[str, str]:
    """Read the switch and its port from the parts of an LLDP message."""
    readers = {CHASSIS_ID: ("switch_id", _chassis), PORT_ID: ("port_id", _port), SYSTEM_NAME: ("switch_info", _text)}
    found: dict[str, str] = {}
    for kind, content in parts:
        if kind in readers:
            name, read = readers[kind]
            value = read(content)
            if value is not None:
                found[name] = value
    return found


def _chassis(content: bytes) -> str | None:
    found = _mac(content[1:]) if content[:1] == bytes([CHASSIS_BY_MAC]) else None
    return found if found is not None and is_switch_id(found) else None


def _port(content: bytes) -> str | None:
    return _mac(content[1:]) if content[:1] == bytes([PORT_BY_MAC]) else _text(content[1:])


def _mac(content: bytes) -> str | None:
    return content.hex(":") if len(content) == MAC_BYTES else None


def _text(content: bytes) -> str | None:
    return word(content.decode("utf-8", "replace"))
