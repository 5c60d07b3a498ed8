"""How a piece of work is laid out: stages one after the other, one of which may be a list of steps."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.engine.work import Work
from bessemer.model.events import Event
from bessemer.model.states import Fault
from bessemer.model.step import OnTakeover, StepKind
from bessemer.store.transaction import Transaction

Deed = Callable[[Work], object]
"""Asks the machine for something, outside of any transaction; gives an outcome, or what plug-ins return for one."""

NOTHING: Mapping[str, Any] = {}


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What a stage that only writes has to be written."""

    node: Mapping[str, Any] = NOTHING
    """Fields of the node with their new values."""
    remembered: Mapping[str, Any] = NOTHING
    """Keys of driver_internal_info with their new values; None removes a key."""
    steps: list[dict[str, Any]] | None = None
    """The steps of the operation; None leaves them."""
    arguments: dict[str, Any] | None = None
    """The arguments of the operation, for the stages that follow; None leaves them."""


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """Why a stage that only writes cannot go on."""

    reason: str
    remedy: str


Desk = Callable[[Transaction, Work], Written | Refused]
"""Decides something from what is stored, inside the transaction that goes on with the operation."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a flow: either a deed, or something at the desk, or the steps."""

    name: str
    deed: Deed | None = None
    desk: Desk | None = None
    steps: StepKind | None = None
    again: Desk | None = None
    """Lists the steps anew when one of them has brought others, as booting the ramdisk does."""
    event: Event | None = None
    """What happens to the node when the stage begins."""
    waits: bool = False
    """Whether the node is in a waiting state while the stage waits for the machine."""
    when: Callable[[Work], bool] | None = None
    """Whether the stage is needed; None for always."""
    on_takeover: OnTakeover = OnTakeover.RERUN


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of work from its beginning to its end."""

    title: str
    """What it is called in sentences."""
    stages: tuple[Stage, ...]
    clearing: tuple[Stage, ...] = ()
    """What is done after a failure, however much of it works."""
    success: Callable[[Work], Event] = lambda _: Event.DONE
    """What happens to the node in the end."""
    finish: Desk | None = None
    """What else is written in the end, be it good or bad."""
    failed: Desk | None = None
    """What else is written when it failed."""
    moves: bool = True
    """Whether it leads the node from one provision state to another."""
    fault: Fault | None = None
    """What a failure of a step puts the node into maintenance for."""
    clearing_fault: Fault | None = None
    """What a failure to clear up puts the node into maintenance for."""
    after_abort: Event | None = None
    """What happens to the node when all has been cleared up after an abort."""

    def knows(self, name: str) -> bool:
        """Tell whether there is a stage of a name; an operation may have been begun by another release."""
        return any(stage.name == name for stage in (*self.stages, *self.clearing))

    def stage(self, name: str) -> Stage:
        """Find a stage by its name."""
        return next(stage for stage in (*self.stages, *self.clearing) if stage.name == name)

    def rest(self, name: str) -> tuple[Stage, ...]:
        """Give the stages that follow one of them; all of them after none."""
        if not name:
            return self.stages
        line = self.clearing if name in {stage.name for stage in self.clearing} else self.stages
        place = next(place for place, stage in enumerate(line) if stage.name == name)
        return line[place + 1 :]
