"""What the engine knows while it gives one operation its turn."""

from typing import Any, TypeVar

import msgspec

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.loading import Loaded
from bessemer.engine.machines import Machine, machine_from_view
from bessemer.engine.metering import EngineMeters
from bessemer.engine.settings import EngineSettings
from bessemer.model.node import Node
from bessemer.model.operation import Operation

I = TypeVar("I", bound=Interface)  # noqa: E741 - one letter for one kind of interface


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of one operation."""

    operation: Operation
    node: Node
    view: NodeView
    loaded: Loaded
    settings: EngineSettings
    meters: EngineMeters | None = None
    """None where the work is only imagined."""
    turn: Turn = Turn()

    @property
    def machine(self) -> Machine:
        """Compose the driver of the machine, or say why there is none here."""
        return machine_from_view(self.loaded, self.view)

    def need(self, contract: type[I]) -> I:
        """Give the implementation of a kind, or say why there is none."""
        return self.machine.need(contract)

    @property
    def step(self) -> dict[str, Any] | None:
        """Give the step that the operation is at; None between steps."""
        index = self.operation.step_index
        return None if index is None else self.operation.steps[index]
