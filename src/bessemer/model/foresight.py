"""What people are told of work that was not begun: its steps, and what stands in its way."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.model.plan import Origin


class Check(StrEnum):
    """What is judged before work is begun."""

    VERSION = "version"
    MAINTENANCE = "maintenance"
    STATE = "state"
    FLAGS = "flags"
    """Whether the node is protected or retired."""
    RUNBOOK = "runbook"
    INTERFACES = "interfaces"
    """Whether the interfaces have what they need, and the node the traits of its instance."""
    STEPS = "steps"
    CONDUCTOR = "conductor"
    """Whether a live conductor serves the node."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why work would not be begun, or would fail before it touches the machine."""

    check: Check
    reason: str


class Duration(msgspec.Struct, frozen=True, kw_only=True):
    """How long earlier runs of a step took."""

    runs: int
    median_s: float
    p95_s: float


class ForeseenStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step that would be run."""

    interface: str
    step: str
    args: Mapping[str, Any]
    """Without its secrets."""
    priority: int
    origin: Origin
    why: str
    destructive: bool | None
    """Whether it destroys what is on the disks; None where nobody can tell."""
    abortable: bool
    requires_ramdisk: bool
    postponed: bool
    """Whether it is judged only when the ramdisk has told its own steps."""
    execute_on_child_nodes: bool
    limit_child_node_execution: tuple[str, ...]
    duration: Duration | None
    """None where it never ran on such hardware lately."""


class ForeseenLeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was a candidate and would not be run."""

    step: str
    origin: Origin
    why: str


class Foresight(msgspec.Struct, frozen=True, kw_only=True):
    """What a conductor would do."""

    conductor: str
    """Who would do it."""
    stages: tuple[str, ...]
    """What is done to the machine, the steps being one of it."""
    steps: tuple[ForeseenStep, ...]
    left_out: tuple[ForeseenLeftOut, ...]
    uses_ramdisk: bool
    ramdisk_may_bring_more: bool
    """Whether steps may be added once the ramdisk has told its own."""
    refusals: tuple[Refusal, ...]
    advice: tuple[str, ...]
    digest: str | None
    """What stands for exactly these steps; None where they cannot be told."""
    difference: tuple[str, ...] | None = None
    """How it differs from the plan it was compared with; None where it does not, or was compared with none."""
