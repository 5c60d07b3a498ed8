"""The vendor interface of machines that somebody cranks."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.periodic import periodic
from bessemer.drivers.contract.vendor import VendorInterface, passthru

RESTS: list[str] = []


class CrankVendor(VendorInterface):
    """Squeaks, and knows who may turn a crank."""

    @override
    def validate_call(self, node: NodeView, method: str, data: Mapping[str, Any]) -> list[str]:
        return [] if method != "squeak" or "times" in data else ["squeak needs times, a number."]

    @passthru(["POST"], asynchronous=False, description="Let a machine be heard")
    def squeak(self, node: NodeView, http_method: str, data: Mapping[str, Any]) -> dict[str, str]:
        """Make a noise."""
        return {"heard": " ".join(["eek"] * int(data["times"]))}

    @passthru(["GET"], asynchronous=False, of_driver=True, description="Tell who may turn a crank")
    def hands(self, http_method: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Tell who may turn a crank."""
        return {"hands": ["left", "right"], "strength": 2, "rests": len(RESTS)}

    @periodic(every_s=0.2)
    def rest(self) -> None:
        """Let all hands rest for a moment."""
        RESTS.append("a moment")

    @passthru(["POST"], of_driver=True, description="Train all hands, without anybody waiting for it")
    def train(self, http_method: str, data: Mapping[str, Any]) -> None:
        """Train hands."""
