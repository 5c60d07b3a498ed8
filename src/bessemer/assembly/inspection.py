"""Say in the words of hooks and drivers what the operator decided about inspections."""

import ipaddress
from collections.abc import Mapping
from typing import TypeVar

import msgspec
import os_traits

from bessemer.assembly.ramdisk_calls import url_for_ramdisks
from bessemer.drivers.agent.inspect import AgentInspect, InspectSettings
from bessemer.drivers.loading import Loaded
from bessemer.model.errors import ConfigurationError
from bessemer.rules.inspection.hooks.hook import HookOptions
from bessemer.rules.inspection.hooks.table import faults_of_hooks
from bessemer.rules.inspection.processing import InspectionOptions
from bessemer.settings.records import InspectorSettings, Settings

T = TypeVar("T")


class PciAlias(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name for a kind of PCI device."""

    vendor_id: str
    product_id: str
    name: str


def make_inspection_options(settings: Settings) -> InspectionOptions:
    """Gather what is made of the reports of machines, or refuse what cannot work."""
    found = settings.auto_discovery
    if found.enabled and not found.driver:
        raise ConfigurationError("[auto_discovery] enabled = true needs a driver: set [auto_discovery] driver.")
    return InspectionOptions(
        hooks=_hook_options(settings.inspector),
        mask_secrets=settings.inspection_rules.mask_secrets,
        keeps_inventory=settings.inventory.data_backend == "database",
        discovered_driver=found.driver if found.enabled else None,
    )


def _hook_options(inspector: InspectorSettings) -> HookOptions:
    hooks = inspector.hooks or inspector.default_hooks
    faults = faults_of_hooks(hooks)
    if faults:
        raise ConfigurationError(f"[inspector] hooks cannot be used: {' '.join(faults)}")
    return HookOptions(
        hooks=hooks,
        add_ports=inspector.add_ports,
        keep_ports=inspector.keep_ports,
        update_pxe_enabled=inspector.update_pxe_enabled,
        disk_partitioning_spacing=inspector.disk_partitioning_spacing,
        cpu_capabilities=dict(_pairs("cpu_capabilities", inspector.cpu_capabilities)),
        pci_aliases=_pci_aliases(inspector.pci_device_alias),
        networks=_networks(inspector.physical_network_cidr_map),
        standard_traits=frozenset(os_traits.get_traits()),
    )


def _pairs(option: str, entries: tuple[str, ...]) -> list[tuple[str, str]]:
    """Split entries at their last colon, as IPv6 networks have colons of their own."""
    parts = [entry.rpartition(":") for entry in entries]
    for entry, (first, _, last) in zip(entries, parts, strict=True):
        if not first.strip() or not last.strip():
            raise ConfigurationError(
                f"[inspector] {option} has {entry!r}, which is not two words with a colon between."
            )
    return [(first.strip(), last.strip()) for first, _, last in parts]


def _networks(entries: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    pairs = _pairs("physical_network_cidr_map", entries)
    try:
        return tuple((str(ipaddress.ip_network(network)), name) for network, name in pairs)
    except ValueError as error:
        raise ConfigurationError(f"[inspector] physical_network_cidr_map has a wrong network: {error}.") from error


def _pci_aliases(text: str | None) -> Mapping[tuple[str, str], str]:
    try:
        found = msgspec.json.decode(text or "[]", type=PciAlias | list[PciAlias])
    except msgspec.MsgspecError as error:
        raise ConfigurationError(f"[inspector] pci_device_alias is not what it must be: {error}.") from error
    return {(each.vendor_id, each.product_id): each.name for each in (found if isinstance(found, list) else [found])}


def configure_inspection(loaded: Loaded, settings: Settings) -> None:
    """Tell the interfaces that inspect by the agent where reports go, and what the ramdisk is told."""
    inspector = settings.inspector
    words = [word.partition("=") for word in inspector.extra_kernel_params.split()]
    told = InspectSettings(
        server_url=inspector.callback_endpoint_override or url_for_ramdisks(settings),
        kernel_params={name: value for name, _, value in words},
        power_off=inspector.power_off,
    )
    for interface in loaded.interfaces():
        if isinstance(interface, AgentInspect):
            interface.configure(told)
