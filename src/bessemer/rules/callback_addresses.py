"""Where a ramdisk may say that it can be called, as whoever says so is not known and what is called gets the token."""

import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

import msgspec

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Place = tuple[str, int]
"""A host and a port."""

LONGEST = 255
"""The longest URL, in characters."""
ODD = re.compile(r"[\x00-\x20\x7f-\uffff\\\U00010000-\U0010ffff]")
NAME = re.compile(r"(?!.*\.\.)[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?", re.IGNORECASE)
DEFAULT_PORTS = {"http": 80, "https": 443}


class CallbackRules(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator decided about it."""

    require_tls: bool = True
    networks: tuple[str, ...] = ()
    """The networks that ramdisks are in; empty for all but those that lead back to servers."""
    own: frozenset[Place] = frozenset()
    """Where this server listens itself."""


def callback_fault(url: str, rules: CallbackRules) -> str | None:
    """Say why a URL cannot be that of a ramdisk; None when it can."""
    if len(url) > LONGEST or ODD.search(url):
        return f"it must be a URL of at most {LONGEST} plain characters"
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:
        return "it is not a URL"
    return _fault_of_form(parts) or _fault_of_host((parts.hostname or "").lower(), port, rules)


def _fault_of_form(parts: SplitResult) -> str | None:
    if parts.scheme not in DEFAULT_PORTS:
        return "it must begin with http:// or https://"
    if not parts.hostname:
        return "it names no host"
    if "@" in parts.netloc or parts.query or parts.fragment:
        return "it may have neither a user, nor a query, nor a fragment"
    return None


def _fault_of_host(host: str, port: int, rules: CallbackRules) -> str | None:
    if (host, port) in rules.own:
        return "it is an address of this server"
    address = address_from_text(host)
    if address is not None:
        return address_fault(address, rules.networks)
    if not NAME.fullmatch(host) or host.rstrip(".").rsplit(".", 1)[-1].isdigit():
        return "its host is neither an address nor a name"
    if host.rstrip(".").rsplit(".", 1)[-1] == "localhost":
        return "it leads back to the server itself"
    return None


def address_from_text(text: str) -> Address | None:
    """Read an IP address; None when it is not one."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def address_fault(address: Address, networks: Sequence[str]) -> str | None:
    """Say why no ramdisk can have an address; None when one can."""
    plain = (address.ipv4_mapped or address) if isinstance(address, ipaddress.IPv6Address) else address
    if networks:
        if any(plain in ipaddress.ip_network(network, strict=False) for network in networks):
            return None
        return "its address is in none of [agent]allowed_callback_networks"
    if plain.is_loopback or plain.is_link_local or plain.is_unspecified or plain.is_multicast:
        return "its address leads back to the server itself, or to no machine"
    return None
