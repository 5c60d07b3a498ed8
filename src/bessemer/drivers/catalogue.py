"""The hardware types that are built in, each with its interfaces in order of preference."""

from collections.abc import Mapping

KINDS = (
    "bios", "boot", "console", "deploy", "firmware", "inspect", "management",
    "network", "power", "raid", "rescue", "storage", "vendor",
)  # fmt: skip

GENERIC: Mapping[str, tuple[str, ...]] = {
    "bios": ("no-bios",),
    "boot": ("ipxe", "pxe"),
    "console": ("no-console",),
    "deploy": ("direct", "ramdisk", "custom-agent"),
    "firmware": ("no-firmware",),
    "inspect": ("agent", "no-inspect"),
    "management": ("noop",),
    "network": ("noop",),
    "power": (),
    "raid": ("no-raid", "agent"),
    "rescue": ("no-rescue", "agent"),
    "storage": ("noop",),
    "vendor": ("no-vendor",),
}
"""What hardware that boots over the network and runs the agent has."""


def extended(**first: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Put interfaces of one hardware type before the generic ones of the same kind."""
    return {kind: (*first.get(kind, ()), *GENERIC[kind]) for kind in KINDS}


HARDWARE_TYPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "fake-hardware": {
        kind: ("fake", *(name for name in GENERIC[kind] if name.startswith("no"))) if kind != "network" else ("noop",)
        for kind in KINDS
    },
    "manual-management": extended(management=(), power=("fake",)) | {"management": ("noop", "fake")},
    "ipmi": extended(console=("ipmitool-socat",), management=("ipmitool",), power=("ipmitool",), vendor=("ipmitool",)),
    "redfish": extended(
        bios=("redfish",),
        boot=("redfish-virtual-media", "redfish-https"),
        firmware=("redfish",),
        inspect=("redfish",),
        management=("redfish",),
        power=("redfish",),
        raid=("redfish",),
        vendor=("redfish",),
    ),
}
"""By hardware type and kind; the first that is enabled is the default."""
