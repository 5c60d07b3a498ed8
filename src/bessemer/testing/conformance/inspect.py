"""What is tested of inspect interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.outcome import Done
from bessemer.testing.conformance.interface import InterfaceConformance, Question
from bessemer.testing.conformance.leading import lead_or_refusal


class InspectConformance(InterfaceConformance):
    """Finding out what a machine is made of."""

    contract: ClassVar[type[Interface]] = InspectInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {"inspect_hardware": {}}
    questions: ClassVar[Mapping[str, Question]] = {"abort": Question(answer=(type(None),))}

    def test_an_inspection_that_is_done_has_found_something(self) -> None:
        """What was found is handed over, for the engine to keep."""
        found = lead_or_refusal(self.made(), self.node(), "inspect_hardware", {})
        if isinstance(found, Done):
            assert found.learned.inventory or found.learned.properties
