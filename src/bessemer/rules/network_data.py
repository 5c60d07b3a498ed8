"""Whether static network data has the form that ramdisks and instances read."""

from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Interface
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.rules.identifiers import mac_from_text

Check = Callable[[Any], bool]

PLAIN_LINKS = frozenset({"bridge", "dvs", "hw_veb", "hyperv", "ovs", "phy", "tap", "vhostuser", "vif"})
BOND_MODES = frozenset(
    {"802.3ad", "active-backup", "balance-alb", "balance-rr", "balance-tlb", "balance-xor", "broadcast"}
)
IPV4_TYPES = frozenset({"ipv4", "ipv4_dhcp"})
IPV6_TYPES = frozenset({"ipv6", "ipv6_dhcp", "ipv6_slaac", "ipv6_dhcpv6-stateless", "ipv6_dhcpv6-stateful"})


def is_text(value: Any) -> bool:
    """Tell whether a value is a string."""
    return isinstance(value, str)


def is_mac(value: Any) -> bool:
    """Tell whether a value is a MAC address."""
    return isinstance(value, str) and mac_from_text(value.replace("-", ":")) is not None


def is_whole(value: Any) -> bool:
    """Tell whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_mtu(value: Any) -> bool:
    """Tell whether a value can be the MTU of a link; null leaves it open."""
    return value is None or (is_whole(value) and value > 0)


def is_ipv4(value: Any) -> bool:
    """Tell whether a value is an IPv4 address."""
    return _parses(IPv4Address, value)


def is_ipv6(value: Any) -> bool:
    """Tell whether a value is an IPv6 address, with the length of its prefix or without."""
    return _parses(IPv6Interface, value)


def is_address(value: Any) -> bool:
    """Tell whether a value is an address of either kind."""
    return is_ipv4(value) or is_ipv6(value)


def _parses(kind: Callable[[str], object], value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        kind(value)
    except ValueError:
        return False
    return True


LINK: Mapping[str, Check] = {"id": is_text, "ethernet_mac_address": is_mac}
BOND: Mapping[str, Check] = {**LINK, "bond_mode": lambda value: is_text(value) and value in BOND_MODES}
VLAN: Mapping[str, Check] = {"id": is_text, "vlan_id": is_whole, "vlan_link": is_text, "vlan_mac_address": is_mac}
NETWORK: Mapping[str, Check] = {"id": is_text, "link": is_text, "network_id": is_text}
ROUTE = ("network", "netmask", "gateway")


def check_network_data(document: Mapping[str, Any]) -> None:
    """Refuse network data that lacks what every reader of it needs."""
    for section, check in SECTIONS.items():
        items = document.get(section)
        if not isinstance(items, list):
            raise Invalid(f"network_data needs the list {section!r}, which may be empty.")
        _each(f"network_data.{section}", items, check)


def _each(where: str, items: Sequence[Any], check: Callable[[str, Mapping[str, Any]], None]) -> None:
    for place, item in enumerate(items):
        if not isinstance(item, dict):
            raise Invalid(f"{where}[{place}] must be an object.")
        check(f"{where}[{place}]", item)


def _require(where: str, item: Mapping[str, Any], checks: Mapping[str, Check]) -> None:
    for key, check in checks.items():
        if key not in item:
            raise Invalid(f"{where} needs {key!r}.")
        if not check(item[key]):
            raise Invalid(f"{where}.{key} cannot be {str(item[key])[:80]!r}.")


def _allow(where: str, item: Mapping[str, Any], checks: Mapping[str, Check]) -> None:
    _require(where, item, {key: check for key, check in checks.items() if key in item})


def _type_of(where: str, item: Mapping[str, Any], known: frozenset[str]) -> str:
    kind = item.get("type")
    if not isinstance(kind, str) or kind not in known:
        raise Invalid(f"{where}.type cannot be {str(kind)[:80]!r}; it is one of {', '.join(sorted(known))}.")
    return kind


def _link(where: str, link: Mapping[str, Any]) -> None:
    kind = _type_of(where, link, PLAIN_LINKS | {"bond", "vlan"})
    _require(where, link, {"bond": BOND, "vlan": VLAN}.get(kind, LINK))
    _allow(where, link, {"mtu": is_mtu, "vif_id": is_text})
    if kind == "bond" and not (isinstance(link.get("bond_links"), list) and all(map(is_text, link["bond_links"]))):
        raise Invalid(f"{where} needs 'bond_links', a list of the links that it joins.")


def _network(where: str, network: Mapping[str, Any]) -> None:
    kind = _type_of(where, network, IPV4_TYPES | IPV6_TYPES)
    is_right = is_ipv4 if kind in IPV4_TYPES else is_ipv6
    _require(where, network, NETWORK)
    _allow(where, network, {"ip_address": is_right, "netmask": is_right})
    for key, check in (("routes", _route), ("services", _service)):
        items = network.get(key)
        if items is not None and not isinstance(items, list):
            raise Invalid(f"{where}.{key} must be a list.")
        _each(f"{where}.{key}", items or (), check)


def _route(where: str, route: Mapping[str, Any]) -> None:
    _require(where, route, dict.fromkeys(ROUTE, is_address))


def _service(where: str, service: Mapping[str, Any]) -> None:
    _type_of(where, service, frozenset({"dns"}))
    _require(where, service, {"address": is_address})


SECTIONS: Mapping[str, Callable[[str, Mapping[str, Any]], None]] = {
    "links": _link,
    "networks": _network,
    "services": _service,
}
"""What network data consists of; each section must be there."""
