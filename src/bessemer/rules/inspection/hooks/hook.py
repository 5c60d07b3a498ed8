"""What a hook is: something that reads a report and changes the draft of its machine."""

from collections.abc import Callable, Mapping

import msgspec

from bessemer.rules.inspection.draft import Draft

CPU_CAPABILITIES: Mapping[str, str] = {
    "vmx": "cpu_vt",
    "svm": "cpu_vt",
    "aes": "cpu_aes",
    "pse": "cpu_hugepages",
    "pdpe1gb": "cpu_hugepages_1g",
    "smx": "cpu_txt",
}
DEFAULT_HOOKS = ("ramdisk-error", "validate-interfaces", "ports", "architecture")


class HookOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator decided about hooks: the group inspector."""

    hooks: tuple[str, ...] = DEFAULT_HOOKS
    add_ports: str = "pxe"
    """Which interfaces become ports: all, active, pxe or disabled."""
    keep_ports: str = "all"
    """Which ports stay: all, present or added."""
    update_pxe_enabled: bool = True
    disk_partitioning_spacing: bool = True
    cpu_capabilities: Mapping[str, str] = msgspec.field(default_factory=lambda: CPU_CAPABILITIES)
    """By CPU flag the capability that a machine with it has."""
    pci_aliases: Mapping[tuple[str, str], str] = {}
    """By vendor and product the name under which PCI devices are counted."""
    networks: tuple[tuple[str, str], ...] = ()
    """IP networks with the names of the physical networks that they are."""
    standard_traits: frozenset[str] = frozenset()
    """The traits of the os-traits library."""


class Hook(msgspec.Struct, frozen=True):
    """One hook."""

    run: Callable[[Draft, HookOptions], None]
    """Changes the draft, or refuses the report."""
    after: tuple[str, ...] = ()
    """Hooks that must have run before."""
