"""What the network service may tell of ports that it looks after."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.model.field import Choice, Field, Mac, Text, Uuid
from bessemer.rules.field_values import checked_value

MOST_EVENTS = 1000
"""How many may be told at once."""


def _part(kind: Any, doc: str, *, required: bool = False) -> Field:
    return Field(kind=kind, doc=doc, since=54, create=True, required=required, nullable=not required)


PARTS: Mapping[str, Field] = {
    "event": _part(
        Choice(("network.bind_port", "network.unbind_port", "network.delete_port")), "What happened.", required=True
    ),
    "port_id": _part(Uuid(), "The port, as the network service knows it.", required=True),
    "mac_address": _part(Mac(), "Its MAC address.", required=True),
    "status": _part(Text(), "The state in which it is now.", required=True),
    "device_id": _part(Uuid(), "The instance that it belongs to."),
    "binding:host_id": _part(Uuid(), "The node that it is bound to."),
    "binding:vnic_type": _part(Text(), "The kind of interface that it is bound to."),
}
"""What an event consists of."""


def checked_events(body: Any) -> list[dict[str, Any]]:
    """Read the events out of a body, refusing it as a whole when one of them is wrong."""
    if not isinstance(body, dict) or body.keys() != {"events"} or not isinstance(body["events"], list):
        raise Invalid("The body must be an object with the one key 'events', a list.")
    events = body["events"]
    if not 1 <= len(events) <= MOST_EVENTS:
        raise Invalid(f"{len(events)} events were given; 1 to {MOST_EVENTS} can be told at once.")
    return [_checked(place, event) for place, event in enumerate(events)]


def _checked(place: int, event: Any) -> dict[str, Any]:
    where = f"Event {place}"
    if not isinstance(event, dict):
        raise Invalid(f"{where} must be an object.")
    unknown = sorted(event.keys() - PARTS.keys())
    if unknown:
        raise Invalid(f"{where} has the unknown key {unknown[0][:80]!r}; known are {', '.join(PARTS)}.")
    missing = [name for name, part in PARTS.items() if part.required and name not in event]
    if missing:
        raise Invalid(f"{where} needs {' and '.join(missing)}.")
    try:
        return {name: checked_value(name, PARTS[name], value) for name, value in event.items()}
    except Invalid as error:
        raise Invalid(f"{where} is wrong: {error.message}") from error
