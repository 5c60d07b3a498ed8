"""Understands what a ramdisk says of its machine: nobody knows who sends it, so every part is checked before use."""

import ipaddress
from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model.errors import Invalid, TooLarge
from bessemer.rules.field_values import shown
from bessemer.rules.identifiers import mac_from_text

MOST_INTERFACES = 1024
MOST_LISTED = 4096
LONGEST_WORD = 255
MOST_BYTES = 4 * 1024 * 1024
"""How much is kept of a report; the logs, which are most of it, are not counted."""
NOT_KEPT = frozenset({"logs"})
LARGEST_NUMBER = 2**63 - 1


class Interface(msgspec.Struct, frozen=True, kw_only=True):
    """A network interface that the machine has."""

    name: str
    mac: str
    """In lower case, with colons."""
    ipv4: str | None = None
    ipv6: str | None = None
    """Without the zone."""
    client_id: str | None = None
    lldp: tuple[tuple[int, bytes], ...] = ()
    """What the switch said of itself: the kind and the content of each part."""

    @property
    def address(self) -> str | None:
        """The address that it has."""
        return self.ipv4 or self.ipv6


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a ramdisk found, and what else it said."""

    inventory: Mapping[str, Any]
    plugin_data: Mapping[str, Any] = {}
    macs: tuple[str, ...] = ()
    """Every valid MAC address that is in it."""
    bmc_addresses: tuple[str, ...] = ()


def report_from_body(body: Any) -> Report:
    """Read the body of a request; what can be no report at all is refused."""
    if not isinstance(body, dict):
        raise Invalid("The body must be a JSON object with an inventory.")
    inventory = body.get("inventory")
    if not isinstance(inventory, dict):
        raise Invalid("The body must have an inventory that is a JSON object.")
    addresses = tuple(found for found in map(_bmc_address, _given_addresses(inventory)) if found is not None)
    report = Report(
        inventory=inventory,
        plugin_data={name: value for name, value in body.items() if name != "inventory" and name not in NOT_KEPT},
        macs=_macs(inventory.get("interfaces")),
        bmc_addresses=tuple(dict.fromkeys(addresses)),
    )
    size = len(msgspec.json.encode((report.inventory, report.plugin_data)))
    if size > MOST_BYTES:
        raise TooLarge(f"The report has {size} bytes without its logs; at most {MOST_BYTES} are kept.")
    return report


def _given_addresses(inventory: Mapping[str, Any]) -> list[str]:
    found = [inventory.get(name) for name in ("bmc_address", "bmc_v6address")]
    wrong = [value for value in found if value is not None and not isinstance(value, str)]
    if wrong:
        raise Invalid(f"The BMC addresses in the inventory must be texts or null; {shown(wrong[0])} was given.")
    return [value for value in found if isinstance(value, str)]


def _bmc_address(text: str) -> str | None:
    """Write an address in its usual form; one that no BMC can have identifies nothing."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0].strip("[]"))
    except ValueError:
        return None
    return None if found.is_unspecified or found.is_loopback else str(found)


def _macs(interfaces: Any) -> tuple[str, ...]:
    if not isinstance(interfaces, list):
        raise Invalid("The inventory must have interfaces that are a list.")
    if len(interfaces) > MOST_INTERFACES:
        raise Invalid(f"The inventory has {len(interfaces)} interfaces; at most {MOST_INTERFACES} are believed.")
    for interface in interfaces:
        if not isinstance(interface, dict) or not isinstance(interface.get("mac_address"), str):
            raise Invalid("Each interface in the inventory must be an object with a mac_address that is a text.")
    found = (mac_from_text(interface["mac_address"]) for interface in interfaces)
    return tuple(dict.fromkeys(mac for mac in found if mac is not None))


def word(value: Any) -> str | None:
    """Give a short text without control characters, or None for anything else."""
    is_word = isinstance(value, str) and 0 < len(value) <= LONGEST_WORD and value.isprintable()
    return value if is_word else None


def amount(value: Any) -> int | None:
    """Give a whole number that is not negative, or None for anything else."""
    is_amount = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER
    return value if is_amount else None


def inner(value: Any, name: str) -> Mapping[str, Any]:
    """Give an object inside an object; an empty one when there is none."""
    found = value.get(name) if isinstance(value, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def objects(value: Any) -> list[Mapping[str, Any]]:
    """Give the objects of a list; none when it is no list."""
    return [each for each in value[:MOST_LISTED] if isinstance(each, Mapping)] if isinstance(value, list) else []


def interfaces_of(report: Report) -> list[Interface]:
    """Give the interfaces that have a name and a valid MAC address."""
    raw = inner(report.plugin_data, "lldp_raw")
    found = []
    for each in objects(report.inventory.get("interfaces")):
        name, mac = word(each.get("name")), mac_from_text(str(each.get("mac_address")))
        if name is not None and mac is not None:
            found.append(
                Interface(
                    name=name,
                    mac=mac,
                    ipv4=_ip(each.get("ipv4_address")),
                    ipv6=_ip(each.get("ipv6_address")),
                    client_id=word(each.get("client_id")),
                    lldp=_lldp(raw.get(name) or each.get("lldp")),
                )
            )
    return found


def _ip(value: Any) -> str | None:
    try:
        return str(ipaddress.ip_address(value.partition("%")[0])) if isinstance(value, str) else None
    except ValueError:
        return None


def _lldp(value: Any) -> tuple[tuple[int, bytes], ...]:
    parts = value if isinstance(value, list) else []
    found = []
    for part in parts[:MOST_LISTED]:
        match part:
            case [int(kind), str(content)]:
                try:
                    found.append((kind, bytes.fromhex(content)))
                except ValueError:
                    continue
            case _:
                continue
    return tuple(found)


def boot_mac_of(report: Report) -> str | None:
    """Give the MAC address that the machine booted from, in whichever way the boot loader wrote it."""
    told = word(inner(report.inventory, "boot").get("pxe_interface"))
    if told is None:
        return None
    digits = told.lower().replace("-", ":")
    return mac_from_text(digits) or mac_from_text(digits.partition(":")[2])
