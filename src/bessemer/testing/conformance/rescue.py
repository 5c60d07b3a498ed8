"""What is tested of rescue interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.outcome import Failed
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.testing.conformance.interface import InterfaceConformance
from bessemer.testing.conformance.leading import lead_or_refusal


class RescueConformance(InterfaceConformance):
    """Letting a user into a machine, and back."""

    contract: ClassVar[type[Interface]] = RescueInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {"rescue": {}, "unrescue": {}, "clean_up": {}}

    def test_cleaning_up_what_was_never_rescued_does_not_fail(self) -> None:
        """It is done after failures, which it must not hide behind one of its own."""
        assert not isinstance(lead_or_refusal(self.made(), self.node(), "clean_up", {}), Failed | Exception)
