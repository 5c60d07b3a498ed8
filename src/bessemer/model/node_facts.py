"""What is known of one machine besides its node: history, BIOS settings, firmware."""

from typing import Annotated, Any

from bessemer.model.described import WORD, created, identity, updated
from bessemer.model.field import Count, Field, Flag, Items
from bessemer.model.resource import Record, Resource


def fact(doc: str, since: int, kind: Any = WORD) -> Field:
    """Describe a field that callers only read."""
    return Field(kind=kind, since=since, doc=doc)


class HistoryEntry(Record, frozen=True, kw_only=True):
    """Something that happened to a node."""

    uuid: Annotated[str, identity(since=78)]
    created_at: Annotated[str, created()]
    severity: Annotated[str | None, fact("ERROR or INFO.", 78)]
    event: Annotated[str | None, fact("What happened, in a sentence.", 78)]
    event_type: Annotated[str | None, fact("What it happened in, such as cleaning.", 78)]
    conductor: Annotated[str | None, fact("The conductor that saw it.", 78)]
    user: Annotated[str | None, fact("Who asked for it.", 78)]
    project: Annotated[str | None, fact("The project that asked for it.", 113)]
    state: Annotated[str | None, fact("The provision state it led to.", 115)]
    target_provision_state: Annotated[str | None, fact("The state that was aimed at.", 115)]
    duration_seconds: Annotated[int | None, fact("How long it took.", 115, Count())]


class BiosSetting(Record, frozen=True, kw_only=True):
    """One setting of a machine's BIOS."""

    name: Annotated[str, fact("Its name.", 40)]
    value: Annotated[str | None, fact("What it is set to.", 40)]
    attribute_type: Annotated[str | None, fact("What kind of value it takes.", 74)]
    allowable_values: Annotated[list[str] | None, fact("The values it takes, where they are listed.", 74, Items())]
    lower_bound: Annotated[int | None, fact("Its lowest value.", 74, Count())]
    max_length: Annotated[int | None, fact("Its longest text.", 74, Count())]
    min_length: Annotated[int | None, fact("Its shortest text.", 74, Count())]
    read_only: Annotated[bool | None, fact("Whether it cannot be set.", 74, Flag())]
    reset_required: Annotated[bool | None, fact("Whether setting it needs a reboot.", 74, Flag())]
    unique: Annotated[bool | None, fact("Whether it is peculiar to this machine.", 74, Flag())]
    upper_bound: Annotated[int | None, fact("Its highest value.", 74, Count())]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


class FirmwareComponent(Record, frozen=True, kw_only=True):
    """One piece of firmware of a machine."""

    component: Annotated[str, fact("What it is the firmware of.", 86)]
    initial_version: Annotated[str | None, fact("Its version when first seen.", 86)]
    current_version: Annotated[str | None, fact("Its version now.", 86)]
    last_version_flashed: Annotated[str | None, fact("The version that was written to it last.", 86)]
    vendor: Annotated[str | None, fact("Who made it.", 114)]
    model: Annotated[str | None, fact("What model it is.", 114)]
    serial_number: Annotated[str | None, fact("Its serial number.", 114)]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


HISTORY = Resource(
    noun="history",
    plural="history",
    path="history",
    policy="node:history",
    record=HistoryEntry,
    since=78,
    short=("uuid", "created_at", "severity", "event"),
)
"""Node history, as the wire shows it."""

BIOS = Resource(
    noun="bios",
    plural="bios",
    path="bios",
    policy="node:bios",
    record=BiosSetting,
    since=40,
    identifier="name",
    short=("name", "value", "created_at", "updated_at"),
)
"""BIOS settings, as the wire shows them."""

FIRMWARE = Resource(
    noun="firmware",
    plural="firmware",
    path="firmware",
    policy="node:firmware",
    record=FirmwareComponent,
    since=86,
    identifier="component",
    linked=False,
    short=(
        "component",
        "initial_version",
        "current_version",
        "last_version_flashed",
        "vendor",
        "model",
        "serial_number",
        "created_at",
        "updated_at",
    ),
)
"""Firmware components, as the wire shows them."""
