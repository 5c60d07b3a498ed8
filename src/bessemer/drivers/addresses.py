"""Reads host names and URLs, so that none of them can be taken for something else by a program that is handed it."""

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

import msgspec

from bessemer.drivers.driver_info import Reader, shown

LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
LONGEST_HOST = 253
ZONE = re.compile(r"[A-Za-z0-9_.]{1,15}")
"""The network card behind an IPv6 address that is good on one wire only."""
PATH = re.compile(r"(/[A-Za-z0-9\-._~!$&'()*+,;=:@%]*)*")
HIGHEST_PORT = 65_535
SCHEMES = ("http", "https")


class Url(msgspec.Struct, frozen=True, kw_only=True):
    """Where something is served over HTTP."""

    scheme: str
    host: str
    port: int | None
    path: str

    @property
    def base(self) -> str:
        """Write scheme, host and port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{'' if self.port is None else f':{self.port}'}"


def is_host(text: str) -> bool:
    """Tell whether a text is an IP address or a host name."""
    address, percent, zone = text.partition("%")
    try:
        found = ip_address(address)
    except ValueError:
        labels = text.removesuffix(".").split(".")
        # A name whose last part is a number would be an address with a mistake in it.
        return len(text) <= LONGEST_HOST and all(map(LABEL.fullmatch, labels)) and not labels[-1].isdigit()
    return not percent or (found.version == 6 and ZONE.fullmatch(zone) is not None)  # noqa: PLR2004 - IPv6


def read_host(reader: Reader, name: str) -> str | None:
    """Read the name or the IP address of a host."""
    text = reader.text(name)
    if text is None or is_host(text):
        return text
    reader.complain(name, "a host name or an IP address", value=shown(text))
    return None


def read_url(reader: Reader, name: str, *, assumed: str | None = None, may_log_in: bool = False) -> Url | None:
    """Read a URL of HTTP; a scheme may be assumed where there is none. No fault shows it: it may hold a password."""
    text = reader.text(name)
    if text is None:
        return None
    parts = _split(f"{assumed}://{text}" if assumed and "://" not in text else text)
    wanted = _wanted(parts, may_log_in=may_log_in)
    if wanted is not None or parts is None:
        reader.complain(name, wanted or "a URL")
        return None
    return Url(scheme=parts.scheme, host=str(parts.hostname), port=parts.port, path=parts.path)


def _split(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        is_sound = " " not in text and is_host(parts.hostname or "") and parts.port != 0
    except ValueError:
        return None
    return parts if is_sound else None


def _wanted(parts: SplitResult | None, *, may_log_in: bool) -> str | None:
    """Say what the URL has to be and is not; None when it is as it has to be."""
    if parts is None or parts.scheme not in SCHEMES:
        return "a URL that begins with http:// or https:// and names a host"
    if "@" in parts.netloc and not may_log_in:
        return "a URL without a user name and a password in it"
    if parts.query or parts.fragment or not PATH.fullmatch(parts.path):
        return "a URL whose path is plain, with nothing behind it"
    return None
