"""What an inspect interface offers: finding out what a machine is made of."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome


class InspectInterface(Interface):
    """Finds out what machines are made of."""

    kind: ClassVar[str] = "inspect"

    @abstractmethod
    def inspect_hardware(self, node: NodeView, turn: Turn) -> Outcome:
        """Inspect the machine; what was found is handed over as learned."""

    def abort(self, node: NodeView) -> None:
        """Stop an inspection that waits."""
        raise self.unsupported(node, "aborting an inspection")

    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        """Take away what was prepared for an inspection that has failed."""
        return Done()

    def call_outside(self, node: NodeView, turn: Turn, calls: Sequence[Mapping[str, Any]]) -> Outcome:
        """Fetch web addresses, as rules of the inspection say: each has url, headers, timeout_s, retries, backoff_s."""
        raise self.unsupported(node, "the action api-call of inspection rules")
