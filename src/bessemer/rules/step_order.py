"""In which order steps run, and what the configuration says about it."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec

from bessemer.model.errors import ConfigurationError
from bessemer.model.step import StepKind

INTERFACES_OF: Mapping[StepKind, tuple[str, ...]] = {
    StepKind.DEPLOY: ("vendor", "power", "management", "firmware", "deploy", "bios", "raid"),
    StepKind.CLEAN: ("vendor", "power", "management", "firmware", "deploy", "bios", "raid"),
    StepKind.SERVICE: ("network", "vendor", "power", "management", "firmware", "deploy", "bios", "raid"),
    StepKind.VERIFY: (
        "power",
        "management",
        "firmware",
        "inspect",
        "deploy",
        "boot",
        "bios",
        "raid",
        "vendor",
        "network",
        "storage",
        "console",
        "rescue",
    ),
}
"""The kinds of interface that are asked for steps; at one priority, steps of earlier kinds run first."""

RANKS = {kind: {name: place for place, name in enumerate(names)} for kind, names in INTERFACES_OF.items()}

STEP_OF_OPTION: Mapping[str, str] = {
    "deploy.erase_devices_priority": "deploy.erase_devices",
    "deploy.erase_devices_metadata_priority": "deploy.erase_devices_metadata",
    "deploy.create_configuration_priority": "raid.create_configuration",
    "deploy.delete_configuration_priority": "raid.delete_configuration",
}
"""Options that set the priority of one step of cleaning each."""

HIGHEST_PRIORITY = 2**31 - 1
ENTRY = re.compile(r"\s*([a-z]+\.[A-Za-z0-9_.\-]+)\s*:\s*([0-9]{1,10})\s*")


class Override(msgspec.Struct, frozen=True, kw_only=True):
    """A priority that the configuration gives to a step."""

    priority: int
    option: str
    """The option that says so."""


class Placed(Protocol):
    """What decides where a step runs."""

    @property
    def interface(self) -> str:
        """The kind of interface it belongs to."""

    @property
    def priority(self) -> int:
        """How early it runs."""


P = TypeVar("P", bound=Placed)


def in_order(kind: StepKind, steps: Iterable[P]) -> list[P]:
    """Put steps into the order in which they run; equal ones stay as they came."""
    ranks = RANKS[kind]
    last = len(ranks)
    return sorted(steps, key=lambda step: (-step.priority, ranks.get(step.interface, last)))


def overrides_from_entries(option: str, entries: Iterable[str]) -> dict[str, Override]:
    """Read the priorities that an option lists as interface.step:priority; of two for one step the later counts."""
    overrides = {}
    for entry in (part for line in entries for part in line.split(",")):
        match = ENTRY.fullmatch(entry)
        if match is None or int(match[2]) > HIGHEST_PRIORITY:
            raise ConfigurationError(
                f"The option {option} has {entry[:80]!r}, which is not interface.step:priority. "
                "Write for example deploy.erase_devices_metadata:99; the priority 0 switches a step off."
            )
        overrides[match[1]] = Override(priority=int(match[2]), option=option)
    return overrides


def overrides_from_options(values: Mapping[str, int | None]) -> dict[str, Override]:
    """Read the priorities that options of their own give to steps; None leaves a step as it is."""
    return {
        step: Override(priority=priority, option=option)
        for option, step in STEP_OF_OPTION.items()
        if (priority := values.get(option)) is not None
    }
