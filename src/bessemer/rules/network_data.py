"""Whether static network data has the form that ramdisks and instances read."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.errors import Invalid

LINK_NEEDS = ("id", "type")
NETWORK_NEEDS = ("id", "link", "type")
NETWORK_TYPES = frozenset(
    {"ipv4", "ipv4_dhcp", "ipv6", "ipv6_dhcp", "ipv6_slaac", "ipv6_dhcpv6-stateless", "ipv6_dhcpv6-stateful"}
)
FIXED = frozenset({"ipv4", "ipv6"})
SECTIONS = {"links": LINK_NEEDS, "networks": NETWORK_NEEDS, "services": ("address", "type")}


def check_network_data(document: Mapping[str, Any]) -> None:
    """Refuse network data that lacks what every reader of it needs."""
    unknown = sorted(document.keys() - SECTIONS.keys())
    if unknown:
        raise Invalid(f"network_data has the unknown section {unknown[0][:80]!r}; known: {', '.join(SECTIONS)}.")
    for section in ("links", "networks"):
        if section not in document:
            raise Invalid(f"network_data needs the list {section!r}.")
    for section, needs in SECTIONS.items():
        _check_section(section, document.get(section, []), needs)
    links = {link["id"] for link in document["links"]}
    for place, network in enumerate(document["networks"]):
        _check_network(f"network_data.networks[{place}]", network, links)


def _check_section(section: str, items: Any, needs: tuple[str, ...]) -> None:
    if not isinstance(items, list):
        raise Invalid(f"network_data.{section} must be a list.")
    for place, item in enumerate(items):
        where = f"network_data.{section}[{place}]"
        if not isinstance(item, dict):
            raise Invalid(f"{where} must be an object.")
        for key in needs:
            if not isinstance(item.get(key), str) or not item[key]:
                raise Invalid(f"{where} needs {key!r}, a string.")


def _check_network(where: str, network: Mapping[str, Any], links: set[str]) -> None:
    if network["link"] not in links:
        raise Invalid(f"{where} uses the link {network['link'][:80]!r}, which is not among the links.")
    if network["type"] not in NETWORK_TYPES:
        raise Invalid(
            f"{where} has the unknown type {network['type'][:80]!r}; known: {', '.join(sorted(NETWORK_TYPES))}."
        )
    if network["type"] in FIXED and not isinstance(network.get("ip_address"), str):
        raise Invalid(f"{where} is of the type {network['type']}, so it needs 'ip_address', a string.")
