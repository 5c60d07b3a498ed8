"""What one transaction of the engine writes, gathered first and written together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec

from bessemer.drivers.contract.node_view import Turn
from bessemer.drivers.contract.outcome import Learned
from bessemer.drivers.loading import Loaded
from bessemer.engine import notes
from bessemer.engine.evidence_files import EvidenceFiles
from bessemer.engine.learning import learn_elsewhere, learned_fields
from bessemer.engine.metering import EngineMeters
from bessemer.engine.node_views import ports_of, view_of
from bessemer.engine.settings import EngineSettings
from bessemer.engine.telling import INFO, tell
from bessemer.engine.work import Work
from bessemer.model.events import Event
from bessemer.model.node import NODE, Node
from bessemer.model.operation import Kept, Operation, Progress
from bessemer.model.states import ProvisionState, StateSort
from bessemer.rules.provision_events import TRANSITIONS, after
from bessemer.rules.provision_states import STATES, goal_in
from bessemer.store import operations, rows, step_runs
from bessemer.store.operations import Fenced
from bessemer.store.transaction import Transaction


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """What is at hand to whoever does the bookkeeping."""

    settings: EngineSettings
    loaded: Loaded
    is_closing: Callable[[], bool] = lambda: False
    """Whether nothing more is to be begun here."""
    is_clock_right: Callable[[], bool] = lambda: True
    """Whether the clock has not just been set: what seems overdue then may not be."""
    meters: EngineMeters = msgspec.field(default_factory=EngineMeters)
    evidence: EvidenceFiles | None = None
    """Where files are kept; None keeps none."""


class Books:
    """An operation with its node, as they are to be when the transaction ends."""

    def __init__(self, tx: Transaction, desk: Desk, operation: Operation) -> None:
        """Read the node."""
        self.tx = tx
        self.desk = desk
        self.operation = self._operation_before = operation
        found = rows.fetch(tx, NODE, "id", operation.node_id)
        if found is None:  # it was deleted this moment, and its operations with it
            raise Fenced(f"The node of the operation {operation.uuid} has been deleted.")
        self.node = self._node_before = cast("Node", found)
        self._ports = ports_of(tx, self.node.uuid)

    @property
    def now(self) -> str:
        """Give the moment of everything that is written here."""
        return self.tx.now

    @property
    def state(self) -> ProvisionState:
        """Give the provision state that the node is in by now."""
        return ProvisionState(self.node.provision_state)

    @property
    def progress(self) -> Progress:
        """Give the progress of the deed that the operation is at."""
        return self.operation.progress

    @property
    def work(self) -> Work:
        """Look at it as the flows do."""
        progress = self.progress
        return Work(
            operation=self.operation,
            node=self.node,
            view=view_of(self.node, self._ports),
            loaded=self.desk.loaded,
            settings=self.desk.settings,
            meters=self.desk.meters,
            turn=Turn(memo=progress.memo, attempt=progress.attempt, recheck=progress.recheck),
        )

    def advance(self, **changes: Any) -> None:
        """Give fields of the operation new values."""
        self.operation = msgspec.structs.replace(self.operation, **changes)

    def go_on(self, **changes: Any) -> None:
        """Give fields of its progress new values."""
        self.advance(progress=msgspec.structs.replace(self.progress, **changes))

    def edit(self, changes: Mapping[str, Any]) -> None:
        """Give fields of the node new values."""
        if changes:
            self.node = msgspec.structs.replace(self.node, **changes)

    def remember(self, keys: Mapping[str, Any], *, forget: tuple[str, ...] = ()) -> None:
        """Give keys of driver_internal_info new values, and take others out."""
        kept = {name: value for name, value in self.node.driver_internal_info.items() if name not in forget}
        if forget or keys:
            self.edit({"driver_internal_info": {**kept, **keys}})

    def learn(self, learned: Learned) -> None:
        """Take over what a driver came to know."""
        self.edit(learned_fields(self.node, learned))
        learn_elsewhere(self.tx, self.node, learned)
        for sentence in learned.told:
            tell(self.tx, self.node.uuid, self.desk.settings.host, INFO, str(self.operation.kind), sentence)

    def note_kept(self, kept: Sequence[Kept]) -> None:
        """Note files that are kept of the operation; one that was kept before under its name is the older one."""
        if kept:
            names = {each.name for each in kept}
            self.go_on(evidence=(*(each for each in self.progress.evidence if each.name not in names), *kept))

    def has_learned(self, key: str) -> bool:
        """Tell whether a key of driver_internal_info has got another value, other than none, in this transaction."""
        value = self.node.driver_internal_info.get(key)
        return value is not None and value != self._node_before.driver_internal_info.get(key)

    def move(self, event: Event) -> None:
        """Let something happen to the node that leads it to another provision state."""
        state = after(self.state, event)
        present = self.node.target_provision_state
        goal = goal_in(state, None if present is None else ProvisionState(present))
        self.edit({
            "provision_state": str(state),
            "target_provision_state": None if goal is None else str(goal),
            "provision_updated_at": self.now,
        })  # fmt: skip

    def can(self, event: Event) -> bool:
        """Tell whether something can happen to the node where it is."""
        return event in TRANSITIONS[self.state]

    def go_back_to_work(self) -> None:
        """End the waiting of the node, if it does wait."""
        if STATES[self.state].sort is StateSort.WAITING and self.can(Event.RESUME):
            self.move(Event.RESUME)

    def begin_run(self, name: str) -> None:
        """Write down that a deed is begun."""
        step_runs.begin(self.tx, self.operation, name)
        self.desk.meters.run_begun(self.tx, self.operation, name)

    def tell_run(self, message: str, progress: int | None) -> None:
        """Write down how far the deed is."""
        if message or progress is not None:
            step_runs.tell(self.tx, self.operation, message, progress)

    def end_run(self, outcome: str, message: str = "") -> None:
        """Write down how the deed ended that the operation is at."""
        step_runs.end(self.tx, self.operation, outcome, message)
        self.desk.meters.run_ended(self.tx, self.operation, outcome)

    def write(self) -> None:
        """Write what has changed, the operation first: who has lost it may not touch the node."""
        operations.advance(self.tx, self.operation, _changes(self._operation_before, self.operation))
        changed = _changes(self._node_before, self.node)
        if changed:
            rows.change(self.tx, NODE, self.node.id, changed, version=self._node_before.version)
            notes.note_changes(self.tx, self.desk.settings.host, self.operation, self._node_before, self.node)


def _changes(before: msgspec.Struct, after_it: msgspec.Struct) -> dict[str, Any]:
    return {
        name: value
        for name in before.__struct_fields__
        if (value := getattr(after_it, name)) is not (old := getattr(before, name)) and value != old
    }
