"""The steps that the stock agent offers, as they were recorded."""

from collections.abc import Mapping
from typing import Any

MANAGER = "GenericHardwareManager"
VERSIONS: Mapping[str, str] = {"generic_hardware_manager": "1.2"}
CHANGED_VERSIONS: Mapping[str, str] = {"generic_hardware_manager": "1.3"}

_RAID = {"delete_configuration": ("raid", 0), "create_configuration": ("raid", 0)}
_BURN_IN = {f"burnin_{part}": ("deploy", 0) for part in ("cpu", "gpu", "memory", "network")}
_WRITING = dict.fromkeys(("write_image", "inject_files", "execute_bootc_install"), ("deploy", 0))

OFFERED: Mapping[str, Mapping[str, tuple[str, int]]] = {
    "deploy": {
        "erase_devices_metadata": ("deploy", 0),
        "apply_configuration": ("raid", 0),
        "clean_uefi_nvram": ("deploy", 0),
        **_WRITING,
    },
    "clean": {
        "erase_devices": ("deploy", 10),
        "erase_devices_metadata": ("deploy", 99),
        "erase_devices_express": ("deploy", 0),
        "erase_pstore": ("deploy", 0),
        "clean_uefi_nvram": ("deploy", 0),
        **_RAID,
        **_BURN_IN,
        "burnin_disk": ("deploy", 0),
    },
    "service": {"apply_configuration": ("raid", 0), **_RAID, **_BURN_IN, **_WRITING},
}
"""For each kind, the steps with their interface and priority."""

ERASING = frozenset({"erase_devices", "erase_devices_metadata", "erase_devices_express"})


def offered(kind: str, reboots_after: frozenset[str]) -> dict[str, Any]:
    """Answer the question which steps of one kind there are."""
    steps = [
        {
            "step": name,
            "priority": priority,
            "interface": interface,
            "reboot_requested": name in reboots_after,
            **({"abortable": True} if kind == "clean" else {}),
        }
        for name, (interface, priority) in OFFERED[kind].items()
    ]
    return {f"{kind}_steps": {MANAGER: steps}, "hardware_manager_version": dict(VERSIONS)}
