"""Which interfaces of a machine become ports, and what is known of each port."""

import ipaddress

from bessemer.model.errors import Invalid
from bessemer.rules.inspection.draft import Draft, DraftPort
from bessemer.rules.inspection.hooks.hook import HookOptions
from bessemer.rules.inspection.report import Interface, boot_mac_of, interfaces_of

LOCAL = "lo"
CLIENT_ID = "client-id"


def validate_interfaces(draft: Draft, options: HookOptions) -> None:
    """Refuse a machine without interfaces that could become ports, and note which they are."""
    everything = interfaces_of(draft.report)
    if not everything:
        raise Invalid("The inventory has no network interface with a name and a valid MAC address.")
    boots_from = boot_mac_of(draft.report)
    chosen = [each for each in everything if _is_wanted(each, options.add_ports, boots_from)]
    if not chosen:
        raise Invalid(
            f"No network interface fits [inspector] add_ports = {options.add_ports}; the machine has "
            f"{', '.join(each.name for each in everything[:10])}."
        )
    if boots_from is None and options.add_ports == "pxe":
        draft.tell("The report does not say which interface the machine booted from, so all become ports.", "warning")
    draft.plugin_data["all_interfaces"] = {each.name: _told(each, boots_from) for each in everything}
    draft.plugin_data["valid_interfaces"] = {each.name: _told(each, boots_from) for each in chosen}
    draft.plugin_data["macs"] = [each.mac for each in chosen]


def _is_wanted(interface: Interface, wanted: str, boots_from: str | None) -> bool:
    address = interface.address
    if interface.name == LOCAL or (address is not None and ipaddress.ip_address(address).is_loopback):
        return False
    if wanted == "pxe" and boots_from is not None:
        return interface.mac == boots_from
    return wanted != "active" or address is not None


def _told(interface: Interface, boots_from: str | None) -> dict[str, object]:
    return {
        "name": interface.name,
        "mac_address": interface.mac,
        "ipv4_address": interface.ipv4,
        "ipv6_address": interface.ipv6,
        "client_id": interface.client_id,
        "pxe_enabled": interface.mac == boots_from,
    }


def ports(draft: Draft, options: HookOptions) -> None:
    """Add ports for interfaces that have none, and take those away that are not wanted any more."""
    everything = {each.mac: each for each in interfaces_of(draft.report)}
    boots_from, chosen = boot_mac_of(draft.report), set(draft.plugin_data["macs"])
    known = {port.address for port in draft.ports}
    if options.add_ports != "disabled":
        for mac in sorted(chosen - known):
            draft.ports.append(DraftPort(mac, None, {"pxe_enabled": mac == boots_from, "extra": {}}))
    expected = {"present": everything.keys(), "added": chosen}.get(options.keep_ports)
    for port in draft.ports:
        if expected is not None and port.address not in expected:
            port.is_gone = True
            continue
        if options.update_pxe_enabled:
            port.fields["pxe_enabled"] = port.address == boots_from
        found = everything.get(port.address)
        if found is not None and found.client_id:
            port.fields["extra"] = {**port.fields.get("extra", {}), CLIENT_ID: found.client_id}


def physical_network(draft: Draft, options: HookOptions) -> None:
    """Name the physical network of each port by the addresses that its interface has."""
    networks = [(ipaddress.ip_network(cidr), name) for cidr, name in options.networks]
    for interface in interfaces_of(draft.report):
        port = draft.port(interface.mac)
        if port is not None:
            addresses = [ipaddress.ip_address(each) for each in (interface.ipv4, interface.ipv6) if each]
            found = [name for address in addresses for network, name in networks if address in network]
            if found:
                port.fields["physical_network"] = found[0]
