"""The vendor interface of machines that have nothing of their own."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.drivers.noop.dummy import Dummy


class NoVendor(Dummy, VendorInterface):
    """Offers no methods."""

    feature: ClassVar[str] = "vendor methods"

    @override
    def validate_call(self, node: NodeView, method: str, data: Mapping[str, Any]) -> list[str]:
        return self.validate(node)

    @override
    def validate_driver_call(self, method: str, data: Mapping[str, Any]) -> list[str]:
        return [f"The vendor interface {self.name or type(self).__name__!r} does not support {self.feature}."]
