"""What is tested of BIOS interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.bios import BiosInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.testing.conformance.interface import HOSTILE, InterfaceConformance
from bessemer.testing.conformance.leading import faults_of, is_done, lead_or_refusal


class BiosConformance(InterfaceConformance):
    """Reading and changing BIOS settings."""

    contract: ClassVar[type[Interface]] = BiosInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "apply_configuration": {"settings": []},
        "cache_bios_settings": {},
        "factory_reset": {},
    }

    def test_settings_that_are_none_are_refused(self) -> None:
        """The list comes from a template or a request, and whatever is in it is told, and not stumbled over."""
        for value in HOSTILE:
            found = lead_or_refusal(self.made(), self.node(), "apply_configuration", {"settings": [value]})
            assert not is_done(found), f"a setting {value!r:.60} was taken"
            assert not faults_of(found)
