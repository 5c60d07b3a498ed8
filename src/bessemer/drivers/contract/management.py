"""What a management interface offers: how a machine boots, its lights, its sensors."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView


class BootDevice(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine boots from."""

    boot_device: str | None
    """None where it cannot be told."""
    persistent: bool | None
    """Whether that holds for every boot and not only for the next."""


class ManagementInterface(Interface):
    """Tells machines how to boot, and looks after what else a BMC can do; all of it may be unsupported."""

    kind: ClassVar[str] = "management"

    def get_supported_boot_devices(self, node: NodeView) -> tuple[str, ...]:
        """Tell the devices that the machine can be told to boot from."""
        raise self.unsupported(node, "boot devices")

    def get_boot_device(self, node: NodeView) -> BootDevice:
        """Ask the machine what it boots from."""
        raise self.unsupported(node, "boot devices")

    def set_boot_device(self, node: NodeView, device: str, *, persistent: bool) -> None:
        """Tell the machine what to boot from."""
        raise self.unsupported(node, "boot devices")

    def get_supported_boot_modes(self, node: NodeView) -> tuple[str, ...]:
        """Tell the boot modes, of uefi and bios, that the machine has."""
        raise self.unsupported(node, "boot modes")

    def get_boot_mode(self, node: NodeView) -> str:
        """Ask the machine for its boot mode."""
        raise self.unsupported(node, "boot modes")

    def set_boot_mode(self, node: NodeView, mode: str) -> None:
        """Set the boot mode."""
        raise self.unsupported(node, "boot modes")

    def get_secure_boot_state(self, node: NodeView) -> bool:
        """Ask the machine whether secure boot is on."""
        raise self.unsupported(node, "secure boot")

    def set_secure_boot_state(self, node: NodeView, *, state: bool) -> None:
        """Switch secure boot on or off."""
        raise self.unsupported(node, "secure boot")

    def inject_nmi(self, node: NodeView) -> None:
        """Send a non-maskable interrupt."""
        raise self.unsupported(node, "non-maskable interrupts")

    def get_supported_indicators(self, node: NodeView) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """Tell the lights there are: by component, then by name, each with `readonly` and `states`."""
        raise self.unsupported(node, "indicator lights")

    def get_indicator_state(self, node: NodeView, component: str, indicator: str) -> str:
        """Ask for the state of a light: on, off, blinking or unknown."""
        raise self.unsupported(node, "indicator lights")

    def set_indicator_state(self, node: NodeView, component: str, indicator: str, state: str) -> None:
        """Switch a light."""
        raise self.unsupported(node, "indicator lights")

    def get_sensors_data(self, node: NodeView) -> Mapping[str, Any]:
        """Read the sensors."""
        raise self.unsupported(node, "sensors")

    def get_health(self, node: NodeView) -> str | None:
        """Ask the machine how it is: OK, Warning or Critical; None where it cannot tell."""
        return None

    def get_virtual_media(self, node: NodeView) -> tuple[Mapping[str, Any], ...]:
        """Tell the virtual media there are and what is in them."""
        raise self.unsupported(node, "virtual media")

    def attach_virtual_media(self, node: NodeView, device_type: str, image_url: str) -> None:
        """Put an image into a virtual drive."""
        raise self.unsupported(node, "virtual media")

    def detach_virtual_media(self, node: NodeView, device_types: tuple[str, ...]) -> None:
        """Empty virtual drives of these types, or all of them when none is named."""
        raise self.unsupported(node, "virtual media")
