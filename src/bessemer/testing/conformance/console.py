"""What is tested of console interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.testing.conformance.interface import InterfaceConformance, Question
from bessemer.testing.conformance.leading import is_done, lead_or_refusal


class ConsoleConformance(InterfaceConformance):
    """Serving a console."""

    contract: ClassVar[type[Interface]] = ConsoleInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {"start_console": {}, "stop_console": {}}
    questions: ClassVar[Mapping[str, Question]] = {"get_console": Question(answer=(Mapping,))}

    def test_a_console_that_is_served_can_be_found(self) -> None:
        """Its type and its URL are told."""
        made, node = self.made(), self.node()
        if is_done(lead_or_refusal(made, node, "start_console", {})):
            told = made.get_console(node)
            assert told["type"]
            assert "://" in told["url"]

    def test_a_console_can_be_ended_twice(self) -> None:
        """Ending what has ended is no fault, as a process may die before it could say that it ended it."""
        made, node = self.made(), self.node()
        if is_done(lead_or_refusal(made, node, "stop_console", {})):
            assert is_done(lead_or_refusal(made, node, "stop_console", {}))
