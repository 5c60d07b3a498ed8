"""Reads from driver_info how the BMC of a machine is reached by IPMI."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.drivers.addresses import HIGHEST_PORT, read_host
from bessemer.drivers.driver_info import Reader, shown
from bessemer.model.secret import Secret

REQUIRED: Mapping[str, str] = {"ipmi_address": "The host name or the IP address of the BMC."}
"""What has to be given."""
NAMES: Mapping[str, str] = {
    "ipmi_username": "Who to log in as; nobody unless given.",
    "ipmi_password": "The password to log in with; up to 20 bytes, or 16 with version 1.5 of the protocol.",
    "ipmi_hex_kg_key": "The BMC key of the encryption, as 40 hexadecimal digits.",
    "ipmi_port": "The port of the BMC; 623 unless given.",
    "ipmi_priv_level": (
        "The rights to ask for: ADMINISTRATOR, OPERATOR, USER or CALLBACK; ADMINISTRATOR unless given."
    ),
    "ipmi_protocol_version": "The version of the protocol: 2.0 or 1.5; 2.0 unless given.",
    "ipmi_cipher_suite": "The number of the cipher suite to use, such as 17; the best that works unless given.",
    "ipmi_disable_boot_timeout": (
        "Whether the BMC is told not to forget the boot device after 60 seconds; true unless given."
    ),
    "ipmi_bridging": "Through how many other controllers the BMC is reached: no, single or dual; no unless given.",
    "ipmi_local_address": "The address of the first controller on its bus, where the BMC is reached through others.",
    "ipmi_transit_channel": "The channel to the second controller. Needed where ipmi_bridging is dual.",
    "ipmi_transit_address": "The address of the second controller. Needed where ipmi_bridging is dual.",
    "ipmi_target_channel": "The channel to the BMC. Needed where ipmi_bridging is single or dual.",
    "ipmi_target_address": "The address of the BMC on its bus. Needed where ipmi_bridging is single or dual.",
}
"""What may be given."""
CONSOLE_NAMES: Mapping[str, str] = {
    "ipmi_terminal_port": "The port on which the console is served. Needed for consoles.",
}
"""What may be given where consoles are served."""

USUAL_PORT = 623
KG_KEY = re.compile(r"[0-9A-Fa-f]{40}")
BYTE = re.compile(r"0[xX][0-9A-Fa-f]{1,2}|[0-9]{1,3}")
LARGEST_BYTE = 255


class Privilege(StrEnum):
    """The rights of a session."""

    ADMINISTRATOR = "ADMINISTRATOR"
    OPERATOR = "OPERATOR"
    USER = "USER"
    CALLBACK = "CALLBACK"


class Protocol(StrEnum):
    """A version of IPMI."""

    V2_0 = "2.0"
    V1_5 = "1.5"


LONGEST_PASSWORD: Mapping[Protocol, int] = {Protocol.V2_0: 20, Protocol.V1_5: 16}
"""In bytes; a longer one would be cut off without a word."""


class Bridging(StrEnum):
    """Through how many other controllers a BMC is reached."""

    NO = "no"
    SINGLE = "single"
    DUAL = "dual"


SINGLE_NAMES = ("ipmi_target_channel", "ipmi_target_address")
NEEDED_BY: Mapping[Bridging, tuple[str, ...]] = {
    Bridging.NO: (),
    Bridging.SINGLE: SINGLE_NAMES,
    Bridging.DUAL: ("ipmi_transit_channel", "ipmi_transit_address", *SINGLE_NAMES),
}
"""What has to be known of the controllers on the way."""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """The controllers on the way to a BMC."""

    bridging: Bridging
    local_address: int | None
    transit_channel: int | None
    transit_address: int | None
    target_channel: int | None
    target_address: int | None


class Bmc(msgspec.Struct, frozen=True, kw_only=True):
    """How the BMC of a machine is reached."""

    address: str
    port: int
    username: str | None
    password: Secret[str] | None
    kg_key: Secret[str] | None
    privilege: Privilege
    protocol: Protocol
    cipher_suite: int | None
    """None tries the best first."""
    disable_boot_timeout: bool
    route: Route


def parse(info: Mapping[str, Any]) -> Bmc | list[str]:
    """Read how the BMC is reached, or tell everything that is wrong with that."""
    reader = Reader(info)
    found = read_bmc(reader)
    return reader.faults or found


def parse_terminal(info: Mapping[str, Any]) -> int | list[str]:
    """Read the port of the console, or tell everything that is wrong with it or the way to the BMC."""
    reader = Reader(info)
    read_bmc(reader)
    reader.need(*CONSOLE_NAMES)
    port = reader.whole("ipmi_terminal_port", 1, HIGHEST_PORT)
    return port if port is not None and not reader.faults else reader.faults


def read_bmc(reader: Reader) -> Bmc:
    """Read how the BMC is reached; good only where the reader has no faults."""
    reader.need(*REQUIRED)
    protocol = reader.choice("ipmi_protocol_version", Protocol, Protocol.V2_0)
    return Bmc(
        address=read_host(reader, "ipmi_address") or "",
        port=reader.whole("ipmi_port", 1, HIGHEST_PORT) or USUAL_PORT,
        username=reader.text("ipmi_username"),
        password=_password(reader, protocol),
        kg_key=_kg_key(reader),
        privilege=reader.choice("ipmi_priv_level", Privilege, Privilege.ADMINISTRATOR),
        protocol=protocol,
        cipher_suite=reader.whole("ipmi_cipher_suite", 0, LARGEST_BYTE),
        disable_boot_timeout=reader.flag("ipmi_disable_boot_timeout", default=True),
        route=_route(reader),
    )


def _password(reader: Reader, protocol: Protocol) -> Secret[str] | None:
    text, longest = reader.secret("ipmi_password"), LONGEST_PASSWORD[protocol]
    if text is None or len(text.encode()) <= longest:
        return None if text is None else Secret(text)
    reader.complain("ipmi_password", f"at most {longest} bytes long with version {protocol} of the protocol")
    return None


def _kg_key(reader: Reader) -> Secret[str] | None:
    text = reader.secret("ipmi_hex_kg_key")
    if text is None or KG_KEY.fullmatch(text):
        return None if text is None else Secret(text)
    reader.complain("ipmi_hex_kg_key", "40 hexadecimal digits")
    return None


def _route(reader: Reader) -> Route:
    bridging = reader.choice("ipmi_bridging", Bridging, Bridging.NO)
    reader.need(*NEEDED_BY[bridging])
    return Route(
        bridging=bridging,
        local_address=_byte(reader, "ipmi_local_address"),
        transit_channel=_byte(reader, "ipmi_transit_channel"),
        transit_address=_byte(reader, "ipmi_transit_address"),
        target_channel=_byte(reader, "ipmi_target_channel"),
        target_address=_byte(reader, "ipmi_target_address"),
    )


def _byte(reader: Reader, name: str) -> int | None:
    """Read a number of one byte, which may be written as text in either way that ipmitool takes."""
    value = reader.given(name)
    if isinstance(value, str) and BYTE.fullmatch(value):
        value = int(value, 16) if value[:2].lower() == "0x" else int(value)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_BYTE):
        return value
    reader.complain(name, f"a number from 0 to {LARGEST_BYTE}, or such a number as 0x20", value=shown(value))
    return None
