"""What can be asked of a pretended machine, as driver_info names it."""

from collections.abc import Iterator, Mapping

DEEDS: Mapping[str, tuple[str, ...]] = {
    "bios": ("apply_configuration", "cache_bios_settings", "factory_reset"),
    "boot": ("clean_up_instance", "clean_up_ramdisk", "prepare_instance", "prepare_ramdisk", "rebuild"),
    "console": ("start_console", "stop_console"),
    "deploy": (
        "clean_up", "deploy", "prepare", "prepare_steps", "take_over", "tear_down", "tear_down_steps", "write_image",
    ),
    "firmware": ("cache_firmware_components", "update"),
    "inspect": ("inspect_hardware",),
    "network": ("attach", "detach"),
    "power": ("reboot", "set_power_state"),
    "raid": ("apply_configuration", "create_configuration", "delete_configuration"),
    "rescue": ("clean_up", "rescue", "unrescue"),
    "storage": ("attach_volumes", "detach_volumes"),
    "vendor": ("log_passthrough", "trigger_servicewait"),
}  # fmt: skip
"""What takes turns, and so can be made to wait; by kind of interface."""

QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "console": ("get_console",),
    "inspect": ("abort",),
    "management": (
        "attach_virtual_media", "detach_virtual_media", "get_boot_device", "get_boot_mode", "get_health",
        "get_indicator_state", "get_secure_boot_state", "get_sensors_data", "get_virtual_media", "inject_nmi",
        "set_boot_device", "set_boot_mode", "set_indicator_state", "set_secure_boot_state",
    ),
    "network": ("vif_attach", "vif_detach", "vif_list"),
    "power": ("get_power_state",),
    "storage": ("should_write_image",),
    "vendor": ("first_method", "fourth_method_shared_lock", "second_method", "third_method_sync"),
}  # fmt: skip
"""What is answered, or obeyed, at once; by kind of interface."""


def _joined(table: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    return (f"{kind}.{name}" for kind, names in table.items() for name in names)


WAITABLE = frozenset(_joined(DEEDS))
EVERYTHING = WAITABLE | frozenset(_joined(QUESTIONS))
ALWAYS_WAIT = frozenset({"vendor.trigger_servicewait"})
"""What waits until it is poked without being told to: that is what it is for."""
