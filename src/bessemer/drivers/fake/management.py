"""The management interface of pretended machines."""

import re
from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from bessemer.drivers.contract.management import BootDevice, ManagementInterface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.fake import new
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import Machine
from bessemer.model.errors import Conflict, Invalid, NotFound

CREDENTIALS = re.compile(r"//[^/]*@")
"""The part of a URL that says who asks; what is remembered of a machine is shown to everybody who may see it."""


class FakeManagement(FakeInterface, ManagementInterface):
    """Tells a pretended machine how to boot, and switches lights that nobody sees."""

    @override
    def get_supported_boot_devices(self, node: NodeView) -> tuple[str, ...]:
        return new.BOOT_DEVICES

    @override
    def get_boot_device(self, node: NodeView) -> BootDevice:
        lasting = self.ask(node, "get_boot_device").lasting
        return BootDevice(boot_device=lasting.boot_device, persistent=lasting.boot_persistent)

    @override
    def set_boot_device(self, node: NodeView, device: str, *, persistent: bool) -> None:
        check_word("boot device", device, new.BOOT_DEVICES)
        machine = self.ask(node, "set_boot_device", device=device, persistent=persistent)
        with machine.lock:
            machine.change(boot_device=device, boot_persistent=persistent)

    @override
    def get_supported_boot_modes(self, node: NodeView) -> tuple[str, ...]:
        return new.BOOT_MODES

    @override
    def get_boot_mode(self, node: NodeView) -> str:
        return self.ask(node, "get_boot_mode").lasting.boot_mode

    @override
    def set_boot_mode(self, node: NodeView, mode: str) -> None:
        check_word("boot mode", mode, new.BOOT_MODES)
        machine = self.ask(node, "set_boot_mode", mode=mode)
        with machine.lock:
            machine.change(boot_mode=mode, secure_boot=machine.lasting.secure_boot and mode == "uefi")

    @override
    def get_secure_boot_state(self, node: NodeView) -> bool:
        return self.ask(node, "get_secure_boot_state").lasting.secure_boot

    @override
    def set_secure_boot_state(self, node: NodeView, *, state: bool) -> None:
        machine = self.ask(node, "set_secure_boot_state", state=state)
        with machine.lock:
            if state and machine.lasting.boot_mode != "uefi":
                raise Conflict(
                    f"The node {node.label} boots in {machine.lasting.boot_mode} mode, which knows no secure boot. "
                    "Set its boot mode to uefi first."
                )
            machine.change(secure_boot=state)

    @override
    def inject_nmi(self, node: NodeView) -> None:
        self.ask(node, "inject_nmi")

    @override
    def get_supported_indicators(self, node: NodeView) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        return new.INDICATORS

    @override
    def get_indicator_state(self, node: NodeView, component: str, indicator: str) -> str:
        light_of(component, indicator)
        machine = self.ask(node, "get_indicator_state", component=component, indicator=indicator)
        return machine.lasting.indicators.get(f"{component}/{indicator}", "off")

    @override
    def set_indicator_state(self, node: NodeView, component: str, indicator: str, state: str) -> None:
        light = light_of(component, indicator)
        if light["readonly"]:
            raise Invalid(f"The light {indicator} of {component} cannot be switched.")
        check_word("state of a light", state, light["states"])
        machine = self.ask(node, "set_indicator_state", component=component, indicator=indicator, state=state)
        with machine.lock:
            machine.change(indicators={**machine.lasting.indicators, f"{component}/{indicator}": state})

    @override
    def get_sensors_data(self, node: NodeView) -> Mapping[str, Any]:
        self.ask(node, "get_sensors_data")
        return new.SENSORS

    @override
    def get_health(self, node: NodeView) -> str | None:
        self.ask(node, "get_health")
        return "OK"

    @override
    def get_virtual_media(self, node: NodeView) -> tuple[Mapping[str, Any], ...]:
        machine = self.ask(node, "get_virtual_media")
        return tuple(drive(machine, device_type) for device_type in new.MEDIA_TYPES)

    @override
    def attach_virtual_media(self, node: NodeView, device_type: str, image_url: str) -> None:
        check_word("type of virtual media", device_type, tuple(new.MEDIA_TYPES))
        machine = self.ask(node, "attach_virtual_media", device_type=device_type)
        with machine.lock:
            kept = CREDENTIALS.sub("//", image_url, count=1)
            machine.change(media={**machine.lasting.media, device_type: kept})

    @override
    def detach_virtual_media(self, node: NodeView, device_types: tuple[str, ...]) -> None:
        for device_type in device_types:
            check_word("type of virtual media", device_type, tuple(new.MEDIA_TYPES))
        machine = self.ask(node, "detach_virtual_media", device_types=device_types)
        with machine.lock:
            emptied = set(device_types) or set(new.MEDIA_TYPES)
            machine.change(media={name: url for name, url in machine.lasting.media.items() if name not in emptied})


def drive(machine: Machine, device_type: str) -> Mapping[str, Any]:
    """Tell what is in a virtual drive."""
    image = machine.lasting.media.get(device_type)
    return {"media_types": [new.MEDIA_TYPES[device_type]], "inserted": image is not None, "image": image or ""}


def light_of(component: str, indicator: str) -> Mapping[str, Any]:
    """Find a light."""
    light = new.INDICATORS.get(component, {}).get(indicator)
    if light is None:
        known = ", ".join(f"{name} of {each}" for each, names in new.INDICATORS.items() for name in names)
        raise NotFound(f"There is no light {indicator[:80]!r} of {component[:80]!r}. There are: {known}.")
    return light


def check_word(what: str, word: str, known: tuple[str, ...] | list[str]) -> None:
    """Refuse a word that the machine does not know."""
    if word not in known:
        raise Invalid(f"{word[:80]!r} is no {what} of a pretended machine. It knows: {', '.join(known)}.")
