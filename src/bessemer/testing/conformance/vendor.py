"""What is tested of vendor interfaces."""

from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.testing.conformance.interface import HOSTILE, InterfaceConformance, assert_sentences


class VendorConformance(InterfaceConformance):
    """Passing calls through to what only one vendor has."""

    contract: ClassVar[type[Interface]] = VendorInterface

    def test_its_methods_can_be_called_and_are_described(self) -> None:
        """What GET …/vendor_passthru/methods tells is for people."""
        made = self.made()
        for offered in (made.methods, made.driver_methods):
            for name, told in offered.items():
                assert callable(getattr(made, told.attribute)), f"{name} is not a method"
                assert told.description.strip(), f"{name} is not described"

    def test_no_data_breaks_the_check_of_a_call(self) -> None:
        """The data of a call are whatever its caller sent."""
        made = self.made()
        for value in HOSTILE:
            for name in (*made.methods, "no-such-method"):
                assert_sentences(made.validate_call(self.node(), name, {"bar": value, "baz": value}))
            for name in (*made.driver_methods, "no-such-method"):
                assert_sentences(made.validate_driver_call(name, {"bar": value}))
