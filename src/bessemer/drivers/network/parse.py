"""Reads from driver_info which networks a machine is attached to at which time."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.drivers.driver_info import Reader

NAMES: Mapping[str, str] = {
    f"{purpose}_network": f"The network that the machine is attached to while it is {doing}: a UUID or a name."
    for purpose, doing in {
        "cleaning": "cleaned",
        "inspection": "inspected",
        "provisioning": "deployed",
        "rescuing": "rescued",
        "servicing": "serviced",
    }.items()
}
"""What may be given."""


class Networks(msgspec.Struct, frozen=True, kw_only=True):
    """The networks of a machine; None leaves one to the configuration."""

    cleaning: str | None
    inspection: str | None
    provisioning: str | None
    rescuing: str | None
    servicing: str | None


def parse(info: Mapping[str, Any]) -> Networks | list[str]:
    """Read the networks, or tell everything that is wrong with them."""
    reader = Reader(info)
    found = Networks(**{name.removesuffix("_network"): reader.text(name) for name in NAMES})
    return reader.faults or found
