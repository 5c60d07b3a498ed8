"""An engine without threads over a real database, whose clock is moved by hand."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any, cast
from uuid import uuid4

from bessemer.drivers.catalogue import read_catalogue
from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.fake.machine import MACHINES, Machine
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware
from bessemer.engine.books import Desk
from bessemer.engine.node_views import node_view
from bessemer.engine.recovery import take_orphans, take_up_own
from bessemer.engine.settings import EngineSettings
from bessemer.engine.turns import Turns
from bessemer.model.events import Event as Happening
from bessemer.model.node import NODE, Node
from bessemer.model.operation import NewOperation, Operation, OperationKind
from bessemer.model.states import ProvisionState
from bessemer.rules.provision_events import after
from bessemer.rules.provision_states import goal_in
from bessemer.store import due_operations, operations, rows, step_runs
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.moments import text_from_moment
from bessemer.store.transaction import Transaction
from bessemer.testing.builders import CONDUCTOR, add_conductor, add_node

MOST_TURNS = 1000
"""Whatever takes more goes round in circles."""


def fake_hardware() -> Loaded:
    """Load the drivers of pretended machines."""
    everything = dict.fromkeys(KINDS, ("fake",)) | {"network": ("noop", "fake"), "storage": ("noop", "fake")}
    loaded = load_hardware(read_catalogue(), SwitchedOn(types=("fake-hardware",), interfaces=everything))
    assert not loaded.problems
    return loaded


class Clock:
    """Tells the time that it is set to."""

    def __init__(self) -> None:
        """Begin with the present."""
        self.moment = datetime.now(UTC)

    def __call__(self) -> str:
        """Tell the moment, a little later each time, as two things never happen at the very same one."""
        self.moment += timedelta(microseconds=1)
        return text_from_moment(self.moment)


class EngineBench:
    """One conductor at work, turn by turn."""

    def __init__(self, url: str, host: str = CONDUCTOR, clock: Clock | None = None, **settings: Any) -> None:
        """Join the engine to a database whose tables exist."""
        self.clock = clock or Clock()
        self.database = Database(DatabaseSettings(connection=url), now=self.clock)
        self.host = host
        self.loaded = fake_hardware()
        self.closing = Event()
        self.desk = Desk(
            settings=EngineSettings(host=host, **settings), loaded=self.loaded, is_closing=self.closing.is_set
        )
        self.turns = Turns(self.database, self.desk, lambda: True, Event())
        add_conductor(self.database, host)
        self.generation = self._generation()

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def node(self, **fields: Any) -> str:
        """Put a node there; returns its UUID."""
        return add_node(self.database, **fields)

    def start(self, kind: str, node: str, event: str | None = None, goal: str | None = None, **arguments: Any) -> int:
        """Begin an operation as a request would; returns its id."""
        return self.database.write(self._start, OperationKind(kind), node, event or kind, goal, arguments)

    def _start(
        self,
        tx: Transaction,
        kind: OperationKind,
        uuid: str,
        event: str,
        goal: str | None,
        arguments: Mapping[str, Any],
    ) -> int:
        node = cast("Node", rows.fetch(tx, NODE, "uuid", uuid))
        changes: dict[str, Any] = {"last_error": None}
        if kind is OperationKind.POWER:
            changes["target_power_state"] = goal
        else:
            state = after(ProvisionState(node.provision_state), Happening(event))
            goal = goal or goal_in(state, None)
            changes |= {"provision_state": str(state), "target_provision_state": str(goal)}
        new = NewOperation(
            uuid=str(uuid4()),
            node_id=node.id,
            kind=kind,
            target=goal,
            arguments=dict(arguments),
            owner=self.host,
            deadline=text_from_moment(self.clock.moment + timedelta(hours=1)),
        )
        row = operations.start(tx, new)
        rows.change(tx, NODE, node.id, {**changes, "operation_id": row}, version=node.version)
        return row

    def run(self) -> None:
        """Give turns until nothing is due any more."""
        for _ in range(MOST_TURNS):
            due = self.database.read(due_operations.due, self.host, 100)
            if not due:
                return
            for row in due:
                self.turns.give(row)
        raise AssertionError("The operations go round in circles.")

    def wait(self, seconds: float) -> None:
        """Let time pass, then give the turns that have become due."""
        self.clock.moment += timedelta(seconds=seconds)
        self.take_overdue()
        self.run()

    def take_overdue(self) -> None:
        """Give a turn to what was not done in time."""
        for each in self.database.read(due_operations.overdue, self.host, 100):
            self.turns.give(each.id)

    def hear(self, node: str) -> None:
        """Let the machine of a node be heard of, then give the turns that are due."""
        row = self.read(node).id
        self.database.write(operations.wake, row)
        self.run()

    def poke(self, node: str) -> None:
        """Let what waits on a pretended machine go on."""
        machine = self.machine(node)
        with machine.lock:
            machine.is_poked = True
        self.hear(node)

    def abort(self, node: str) -> None:
        """Ask for what is being done to a node to be aborted."""
        operation = self.active(node)
        assert operation is not None
        self.database.write(operations.ask_to_abort, operation.id)
        self.run()

    def unhold(self, node: str) -> None:
        """Let what is held go on, as a person would."""

        def deed(tx: Transaction) -> None:
            found = cast("Node", rows.fetch(tx, NODE, "uuid", node))
            operation = operations.fetch_active(tx, found.id)
            assert operation is not None
            assert operations.unhold(tx, operation.id)
            state = after(ProvisionState(found.provision_state), Happening.UNHOLD)
            rows.change(tx, NODE, found.id, {"provision_state": str(state)}, version=found.version)

        self.database.write(deed)
        self.run()

    def die_and_return(self) -> None:
        """Lose what only the process knew, and come back as another life of the same conductor."""
        add_conductor(self.database, self.host)
        self.generation = self._generation()
        self.take_orphans()

    def take_orphans(self) -> None:
        """Take over what nobody looks after any more."""
        self.database.write(take_up_own, self.host, self.generation)
        self.database.write(take_orphans, self.host, self.generation)

    def _generation(self) -> int:
        found = self.database.read(operations.generation_of, self.host)
        assert found is not None
        return found

    def read(self, node: str) -> Node:
        """Read a node as it is now."""
        return self.database.read(lambda tx: cast("Node", rows.fetch(tx, NODE, "uuid", node)))

    def active(self, node: str) -> Operation | None:
        """Read what is being done to a node."""
        return self.database.read(operations.fetch_active, self.read(node).id)

    def operation(self, row: int) -> Operation:
        """Read an operation."""
        found = self.database.read(operations.fetch, row)
        assert found is not None
        return found

    def timeline(self, row: int) -> list[dict[str, Any]]:
        """Read what was begun in the course of an operation."""
        return self.database.read(step_runs.of_operation, row)

    def machine(self, node: str) -> Machine:
        """Give the pretended machine of a node."""
        return MACHINES.meet(self.database.read(node_view, node))

    def asked(self, node: str) -> list[str]:
        """List what was asked of the machine of a node."""
        return [call.what for call in self.machine(node).calls]
