"""Every hook there is, by the name under which it is switched on."""

from collections.abc import Mapping, Sequence

from bessemer.rules.inspection.hooks import disks, hardware, interfaces, switch_ports
from bessemer.rules.inspection.hooks.hook import Hook

VALIDATE = "validate-interfaces"

HOOKS: Mapping[str, Hook] = {
    "accelerators": Hook(hardware.accelerators),
    "architecture": Hook(hardware.architecture),
    "boot-mode": Hook(hardware.boot_mode),
    "cpu-capabilities": Hook(hardware.cpu_capabilities),
    "cpus": Hook(hardware.cpus),
    "extra-hardware": Hook(disks.extra_hardware),
    "local-link-connection": Hook(switch_ports.local_link_connection, (VALIDATE,)),
    "memory": Hook(hardware.memory),
    "pci-devices": Hook(hardware.pci_devices),
    "physical-network": Hook(interfaces.physical_network, (VALIDATE,)),
    "ports": Hook(interfaces.ports, (VALIDATE,)),
    "raid-device": Hook(disks.raid_device),
    "ramdisk-error": Hook(hardware.ramdisk_error),
    "root-device": Hook(disks.root_device),
    "traits": Hook(hardware.traits),
    VALIDATE: Hook(interfaces.validate_interfaces),
}


def faults_of_hooks(names: Sequence[str]) -> list[str]:
    """Say what is wrong with the hooks that are switched on, in their order."""
    unknown = [f"{name!r} is no hook; known are {', '.join(HOOKS)}." for name in names if name not in HOOKS]
    early = [
        f"The hook {name} needs the hook {needed} before it."
        for place, name in enumerate(names)
        if name in HOOKS
        for needed in HOOKS[name].after
        if needed not in names[:place]
    ]
    return unknown + early
