"""Whether a step destroys what is on the disks of a machine, as far as its name tells."""

from collections.abc import Mapping

from bessemer.rules.reserved_steps import RESERVED

DESTROYS: Mapping[str, frozenset[str]] = {
    "deploy": frozenset(
        {
            "deploy",
            "write_image",
            "erase_devices",
            "erase_devices_express",
            "erase_devices_metadata",
            "erase_pstore",
            "burnin_disk",
        }
    ),
    "raid": frozenset({"create_configuration", "apply_configuration", "delete_configuration"}),
}
"""Steps that destroy data; drivers of all vendors and the agent call them by these names."""

SPARES: Mapping[str, frozenset[str]] = {
    "deploy": frozenset(
        {
            "boot_instance",
            "burnin_cpu",
            "burnin_memory",
            "burnin_network",
            "clear_job_queue",
            "inject_files",
            "prepare_instance_boot",
            "switch_to_tenant_network",
            "tear_down_agent",
            "tear_down_inband_steps",
        }
    )
}
"""Steps that leave the disks alone, or only add to them."""

SPARING = frozenset({"bios", "boot", "console", "inspect", "network", "power", "rescue"})
"""Kinds of interface that have nothing to do with disks."""


def is_destructive(interface: str, step: str) -> bool | None:
    """Tell whether a step destroys data; None where its name says nothing."""
    if step in RESERVED or interface in SPARING or step in SPARES.get(interface, ()):
        return False
    return True if step in DESTROYS.get(interface, ()) else None
