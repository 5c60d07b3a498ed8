"""What Bessemer expects of every power and every vendor interface holds for those of this package."""

from collections.abc import Mapping
from typing import Any, ClassVar

from hand_crank.power import CrankPower
from hand_crank.vendor import CrankVendor

from bessemer.drivers.contract.interface import Interface
from bessemer.testing.conformance.power import PowerConformance
from bessemer.testing.conformance.vendor import VendorConformance


class TestCrankPower(PowerConformance):
    """The suite of power interfaces."""

    interface: ClassVar[type[Interface]] = CrankPower
    driver_info: ClassVar[Mapping[str, Any]] = {"crank_side": "left"}


class TestCrankVendor(VendorConformance):
    """The suite of vendor interfaces."""

    interface: ClassVar[type[Interface]] = CrankVendor
