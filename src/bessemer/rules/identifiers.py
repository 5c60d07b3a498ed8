"""What a UUID, a MAC address, a logical name and a host name look like."""

import re
from uuid import UUID

CANONICAL = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
LOOSE_UUID = re.compile(
    r"(urn:uuid:)?\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?", re.IGNORECASE
)
MAC = re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", re.IGNORECASE)
NAME = re.compile(r"[A-Za-z0-9\-._~]{1,255}")
HOSTNAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?")
DATAPATH = re.compile(r"[0-9a-f]{16}", re.IGNORECASE)


def uuid_from_text(text: str) -> str | None:
    """Read a UUID in any of its usual spellings as its canonical text; None when it is not one."""
    return str(UUID(text.lower())) if LOOSE_UUID.fullmatch(text) else None


def is_uuid(text: str) -> bool:
    """Tell whether a text is a UUID in its canonical form."""
    return CANONICAL.fullmatch(text) is not None


def is_logical_name(text: str) -> bool:
    """Tell whether a text can be a name in a URL: not empty, no odd characters, no UUID in disguise."""
    return NAME.fullmatch(text) is not None and uuid_from_text(text) is None


def is_hostname(text: str) -> bool:
    """Tell whether a text is a host name, as names had to be before microversion 1.10."""
    return len(text) <= 255 and HOSTNAME.fullmatch(text) is not None  # noqa: PLR2004 - the limit of DNS


def mac_from_text(text: str) -> str | None:
    """Read a MAC address as lower case with colons; None when it is not one."""
    return text.lower() if MAC.fullmatch(text) else None


def is_switch_id(text: str) -> bool:
    """Tell whether a text identifies a switch: a MAC address or an OpenFlow datapath."""
    return MAC.fullmatch(text) is not None or DATAPATH.fullmatch(text) is not None
