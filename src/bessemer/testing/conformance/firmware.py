"""What is tested of firmware interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.firmware import FirmwareInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.testing.conformance.interface import HOSTILE, InterfaceConformance
from bessemer.testing.conformance.leading import faults_of, is_done, lead_or_refusal


class FirmwareConformance(InterfaceConformance):
    """Reading and updating firmware."""

    contract: ClassVar[type[Interface]] = FirmwareInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {"update": {"settings": []}, "cache_firmware_components": {}}

    def test_updates_that_are_none_are_refused(self) -> None:
        """Nothing is written that was not named in full."""
        for value in (*HOSTILE, *({"component": each, "url": each} for each in HOSTILE)):
            found = lead_or_refusal(self.made(), self.node(), "update", {"settings": [value]})
            assert not is_done(found), f"an update {value!r:.60} was taken"
            assert not faults_of(found)
