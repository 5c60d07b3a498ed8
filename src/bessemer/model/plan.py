"""Steps that somebody asks for, and the list of steps that comes of it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.model.step import OnTakeover, StepKind


class OriginKind(StrEnum):
    """Who had a step put into a list."""

    DRIVER = "driver"
    CONFIGURATION = "configuration"
    TEMPLATE = "template"
    RUNBOOK = "runbook"
    REQUEST = "request"


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a step of a list comes from."""

    kind: OriginKind
    names: tuple[str, ...] = ()
    """The options, the templates (each named after the trait that brings it in) or the runbook."""

    @property
    def words(self) -> str:
        """Name it for people."""
        return " ".join([f"the {self.kind}", *([", ".join(self.names)] if self.names else [])])


class StepRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A step that a person, a template or a runbook asks for."""

    interface: str
    step: str
    args: Mapping[str, Any] = {}
    priority: int = 0
    """Higher runs earlier, 0 leaves the step out; nothing in a list whose order is given."""
    execute_on_child_nodes: bool = False
    limit_child_node_execution: tuple[str, ...] = ()
    """The UUIDs of the child nodes it runs on; empty for all of them."""

    @property
    def title(self) -> str:
        """Name the step as people write it."""
        return f"{self.interface}.{self.step}"


class PlannedStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step in its place in a list."""

    interface: str
    step: str
    args: Mapping[str, Any] = {}
    priority: int
    abortable: bool = False
    requires_ramdisk: bool = False
    reboot_requested: bool = False
    """Whether the machine is to be rebooted when the step has ended."""
    on_takeover: OnTakeover = OnTakeover.RERUN
    execute_on_child_nodes: bool = False
    limit_child_node_execution: tuple[str, ...] = ()
    is_known: bool = True
    """Whether the node is known to have it; if not, the ramdisk is expected to bring it."""
    origin: Origin
    why: str
    """Why it stands where it does, in a sentence."""

    @property
    def title(self) -> str:
        """Name the step as people write it."""
        return f"{self.interface}.{self.step}"


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was a candidate and does not run."""

    title: str
    origin: Origin
    why: str


class StepPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The steps of one piece of work, in the order they run."""

    kind: StepKind
    order: tuple[PlannedStep, ...]
    """All of them, those included that only the ramdisk will bring."""
    left_out: tuple[LeftOut, ...] = ()

    @property
    def steps(self) -> tuple[PlannedStep, ...]:
        """Give the steps that can run by what is known now."""
        return tuple(step for step in self.order if step.is_known)

    @property
    def postponed(self) -> tuple[PlannedStep, ...]:
        """Give the steps that are unknown until the ramdisk has told its own."""
        return tuple(step for step in self.order if not step.is_known)

    @property
    def needs_ramdisk(self) -> bool:
        """Tell whether any step needs the ramdisk to be running."""
        return any(step.requires_ramdisk or not step.is_known for step in self.order)
