"""What is tested of boot interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.outcome import Failed
from bessemer.testing.conformance.interface import HOSTILE, InterfaceConformance, assert_sentences
from bessemer.testing.conformance.leading import lead_or_refusal


class BootConformance(InterfaceConformance):
    """Getting a machine to boot."""

    contract: ClassVar[type[Interface]] = BootInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "prepare_ramdisk": {"ramdisk_params": {"ipa-api-url": "http://192.0.2.1:6385"}},
        "clean_up_ramdisk": {},
        "prepare_instance": {},
        "clean_up_instance": {},
        "rebuild": {},
    }

    def test_cleaning_up_what_was_never_prepared_does_not_fail(self) -> None:
        """It is done after failures, which it must not hide behind one of its own."""
        for method in ("clean_up_ramdisk", "clean_up_instance"):
            found = lead_or_refusal(self.made(), self.node(), method, {})
            assert not isinstance(found, Failed | Exception), f"{method}: {found}"

    def test_no_value_breaks_what_is_asked_before_inspection_and_rescue(self) -> None:
        """Faults are sentences there as well."""
        made = self.made()
        for name in made.get_properties():
            for value in HOSTILE:
                node = self.node({**self.driver_info, name: value})
                assert_sentences(made.validate_inspection(node), about=f"{name} = {value!r:.60}")
                assert_sentences(made.validate_rescue(node), about=f"{name} = {value!r:.60}")
