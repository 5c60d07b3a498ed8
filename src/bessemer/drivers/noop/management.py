"""The management interface of machines that nothing but a person can tell how to boot."""

from typing_extensions import override

from bessemer.drivers.contract.management import BootDevice, ManagementInterface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.model.errors import Invalid

DEVICES = ("pxe", "disk")


class NoopManagement(ManagementInterface):
    """Takes it that the machine tries the network first and its disk then, whatever it is told."""

    @override
    def get_supported_boot_devices(self, node: NodeView) -> tuple[str, ...]:
        return DEVICES

    @override
    def get_boot_device(self, node: NodeView) -> BootDevice:
        return BootDevice(boot_device="pxe", persistent=True)

    @override
    def set_boot_device(self, node: NodeView, device: str, *, persistent: bool) -> None:
        if device not in DEVICES:
            raise Invalid(
                f"The boot device {device[:80]!r} is not known to the management interface {self.name!r} of the node "
                f"{node.uuid}. It knows: {', '.join(DEVICES)}."
            )
