"""What a machine is made of, as properties, capabilities and traits of its node."""

from collections import Counter
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.rules.inspection.draft import Draft
from bessemer.rules.inspection.hooks.accelerators import known_accelerator
from bessemer.rules.inspection.hooks.hook import HookOptions
from bessemer.rules.inspection.report import amount, inner, objects, word

BOOT_MODES = frozenset({"bios", "uefi"})
MOST_FLAGS = 4096
TRAIT_FAMILIES = ("HW_CPU_X86_", "HW_CPU_X86_AMD_", "HW_CPU_X86_INTEL_", "HW_CPU_AARCH64_")


def ramdisk_error(draft: Draft, _: HookOptions) -> None:
    """Refuse a report in which the ramdisk says that something went wrong."""
    error = draft.report.plugin_data.get("error")
    if error:
        raise Invalid(f"The ramdisk reported an error: {str(error)[:1000]}")


def architecture(draft: Draft, _: HookOptions) -> None:
    """Note the architecture of the CPU."""
    found = word(inner(draft.inventory, "cpu").get("architecture"))
    if found is None:
        raise Invalid("The inventory does not say which architecture the CPU has.")
    draft.set_property("cpu_arch", found)


def cpus(draft: Draft, _: HookOptions) -> None:
    """Note how many CPUs there are."""
    found = amount(inner(draft.inventory, "cpu").get("count"))
    if found:
        draft.set_property("cpus", found)
    else:
        draft.tell("The inventory does not say how many CPUs there are.", "warning")


def memory(draft: Draft, _: HookOptions) -> None:
    """Note how much memory there is."""
    found = amount(inner(draft.inventory, "memory").get("physical_mb"))
    if found is None:
        raise Invalid("The inventory does not say how much memory there is.")
    draft.set_property("memory_mb", found)


def boot_mode(draft: Draft, _: HookOptions) -> None:
    """Note how the machine booted."""
    found = inner(draft.inventory, "boot").get("current_boot_mode")
    if isinstance(found, str) and found in BOOT_MODES:
        draft.set_capabilities({**draft.capabilities, "boot_mode": found})
    else:
        draft.tell("The inventory does not say how the machine booted.", "warning")


def _flags(draft: Draft) -> set[str]:
    flags = inner(draft.inventory, "cpu").get("flags")
    return {flag for flag in flags[:MOST_FLAGS] if isinstance(flag, str)} if isinstance(flags, list) else set()


def cpu_capabilities(draft: Draft, options: HookOptions) -> None:
    """Note what the CPU can do, by its flags."""
    flags = _flags(draft)
    found = {name: "true" for flag, name in options.cpu_capabilities.items() if flag in flags}
    if found:
        draft.set_capabilities({**draft.capabilities, **found})


def traits(draft: Draft, options: HookOptions) -> None:
    """Give the node the standard traits that the flags of its CPU stand for."""
    flags = sorted(_flags(draft))
    found = [f"{family}{flag.upper()}" for flag in flags for family in TRAIT_FAMILIES]
    more = [trait for trait in found if trait in options.standard_traits and trait not in draft.traits]
    draft.traits = [*draft.traits, *more]


def _pci_devices(draft: Draft) -> list[tuple[str, str, Any]]:
    found = draft.report.plugin_data.get("pci_devices") or draft.inventory.get("pci_devices")
    pairs = ((word(each.get("vendor_id")), word(each.get("product_id")), each.get("bus")) for each in objects(found))
    return [(vendor, product, bus) for vendor, product, bus in pairs if vendor and product]


def pci_devices(draft: Draft, options: HookOptions) -> None:
    """Count the PCI devices that the operator gave names."""
    names = (options.pci_aliases.get((vendor, product)) for vendor, product, _ in _pci_devices(draft))
    counted = Counter(name for name in names if name is not None)
    if counted:
        draft.set_capabilities({**draft.capabilities, **{name: str(count) for name, count in counted.items()}})


def accelerators(draft: Draft, _: HookOptions) -> None:
    """List the accelerators among the PCI devices."""
    devices = _pci_devices(draft)
    if not devices:
        draft.tell("The ramdisk did not report PCI devices, so accelerators are not known.", "warning")
        return
    found = [
        {**known, "pci_address": word(bus)}
        for vendor, product, bus in devices
        if (known := known_accelerator(vendor, product)) is not None
    ]
    draft.set_property("accelerators", found)
