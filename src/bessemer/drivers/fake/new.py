"""What a pretended machine is like when it is new."""

from collections.abc import Mapping
from typing import Any

BOOT_DEVICES = ("pxe", "disk", "cdrom")
BOOT_MODES = ("uefi", "bios")
MEDIA_TYPES: Mapping[str, str] = {"cdrom": "CD", "disk": "USBStick", "floppy": "Floppy"}
"""The virtual drives, by the name that callers use, in the words of Redfish."""

INDICATORS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "chassis": {"led-0": {"readonly": True, "states": ["off", "on"]}},
    "system": {"led": {"readonly": False, "states": ["blinking", "off", "on"]}},
}
"""The lights, by component and name."""

SENSORS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "Temperature": {"CPU": {"Sensor ID": "CPU", "Sensor Reading": "41", "Status": "OK"}},
    "Fan": {"Fan 1": {"Sensor ID": "Fan 1", "Sensor Reading": "4200", "Status": "OK"}},
}

DISK_GB = 1000
"""The size of a disk, and so of a logical disk that is to be as large as can be."""
MEMORY_MB = 131_072
CORES = 32
ARCHITECTURE = "x86_64"
VENDOR = "Bessemer"
MODEL = "Pretended Server 1"


def bios_setting(name: str, value: str, attribute_type: str, **told: Any) -> Mapping[str, Any]:
    """Describe a setting as the registry of a BIOS does."""
    return {
        "name": name,
        "value": value,
        "attribute_type": attribute_type,
        "allowable_values": None,
        "lower_bound": None,
        "upper_bound": None,
        "min_length": None,
        "max_length": None,
        "read_only": False,
        "reset_required": True,
        "unique": False,
        **told,
    }


BIOS: Mapping[str, Mapping[str, Any]] = {
    each["name"]: each
    for each in (
        bios_setting("AssetTag", "", "String", min_length=0, max_length=63, unique=True, reset_required=False),
        bios_setting("BiosVersion", "1.0.0", "String", read_only=True),
        bios_setting("BootMode", "Uefi", "Enumeration", allowable_values=["Bios", "Uefi"]),
        bios_setting("BootTimeout", "5", "Integer", lower_bound=0, upper_bound=60),
        bios_setting("ProcVirtualization", "Enabled", "Enumeration", allowable_values=["Disabled", "Enabled"]),
        bios_setting("SriovGlobalEnable", "Disabled", "Enumeration", allowable_values=["Disabled", "Enabled"]),
    )
}
"""The BIOS settings, by name."""

FIRMWARE: Mapping[str, Mapping[str, str]] = {
    "bios": {"initial_version": "1.0.0", "vendor": VENDOR, "model": "Pretended BIOS"},
    "bmc": {"initial_version": "1.0.0", "vendor": VENDOR, "model": "Pretended BMC"},
    "nic:eth0": {"initial_version": "1.0.0", "vendor": VENDOR, "model": "Pretended NIC"},
}
"""The components that have firmware, by name."""
