"""What may be said of the switch port that a port is plugged into."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.errors import Invalid, NotAcceptable
from bessemer.rules.identifiers import is_switch_id

NETWORK_TYPE_SINCE = 64
VTEP_SINCE, GONE_SINCE = 90, 105
VTEP = frozenset({"vtep-logical-switch", "vtep-physical-switch"})
KNOWN = frozenset({"switch_id", "port_id", "switch_info", "hostname", "network_type"}) | VTEP
COMPLETE = (frozenset({"port_id", "switch_id"}), frozenset({"port_id", "hostname"}), VTEP | {"port_id"})
"""The sets of keys that identify a switch port."""
UNMANAGED = {"network_type": "unmanaged"}
NETWORK_TYPES = ("managed", "unmanaged")
WHERE = "local_link_connection"


def checked_link(link: Mapping[str, Any], *, is_smartnic: bool, minor: int | None) -> dict[str, Any]:
    """Return a link as it is kept, refusing one that leads nowhere; without a version, what any of them takes."""
    _check_words(link)
    kept = dict(link)
    if kept and kept != UNMANAGED and not any(keys <= kept.keys() for keys in COMPLETE):
        raise Invalid(
            f"{WHERE} must be empty, or have port_id with switch_id, hostname or both vtep keys, "
            "or be only network_type 'unmanaged'."
        )
    if "switch_id" in kept:
        kept["switch_id"] = kept["switch_id"].lower()
    if is_smartnic and kept and not {"port_id", "hostname"} <= kept.keys():
        raise Invalid(f"{WHERE} of a smart NIC must have port_id and hostname.")
    if minor is not None:
        _check_version(kept, minor)
    return kept


def _check_words(link: Mapping[str, Any]) -> None:
    for key, value in link.items():
        if key not in KNOWN:
            raise Invalid(f"{WHERE} has the unknown key {key[:80]!r}. Known: {', '.join(sorted(KNOWN))}.")
        if not isinstance(value, str):
            raise Invalid(f"{key} in {WHERE} must be a string.")
    if "network_type" in link and link["network_type"] not in NETWORK_TYPES:
        raise Invalid(f"network_type in {WHERE} must be managed or unmanaged.")
    if "switch_id" in link and not is_switch_id(link["switch_id"]):
        raise Invalid(
            f"switch_id in {WHERE} must be a MAC address or a datapath of 16 hexadecimal digits; "
            f"{link['switch_id'][:80]!r} was given."
        )


def _check_version(link: Mapping[str, Any], minor: int) -> None:
    if "network_type" in link and minor < NETWORK_TYPE_SINCE:
        raise NotAcceptable(f"network_type in {WHERE} exists from API version 1.{NETWORK_TYPE_SINCE} on.")
    if VTEP & link.keys() and not VTEP_SINCE <= minor < GONE_SINCE:
        raise NotAcceptable(
            f"The vtep keys of {WHERE} exist from API version 1.{VTEP_SINCE} to 1.{GONE_SINCE - 1}; "
            f"1.{minor} was asked for."
        )
