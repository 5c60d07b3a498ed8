"""What a driver sees of a machine: a frozen copy, never the row itself."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model.power import PowerState


class PortView(msgspec.Struct, frozen=True, kw_only=True):
    """One network port of the machine."""

    uuid: str
    address: str
    pxe_enabled: bool = True
    physical_network: str | None = None
    local_link_connection: Mapping[str, Any] = {}
    internal_info: Mapping[str, Any] = {}
    extra: Mapping[str, Any] = {}


class NodeView(msgspec.Struct, frozen=True, kw_only=True):
    """One machine, with its secrets, as it was when the driver was asked."""

    uuid: str
    name: str | None = None
    driver: str
    driver_info: Mapping[str, Any] = {}
    driver_internal_info: Mapping[str, Any] = {}
    properties: Mapping[str, Any] = {}
    extra: Mapping[str, Any] = {}
    instance_info: Mapping[str, Any] = {}
    instance_uuid: str | None = None
    interfaces: Mapping[str, str | None] = {}
    """The name of the implementation of each kind."""
    power_state: PowerState | None = None
    provision_state: str = "enroll"
    raid_config: Mapping[str, Any] = {}
    target_raid_config: Mapping[str, Any] = {}
    network_data: Mapping[str, Any] = {}
    disable_power_off: bool = False
    traits: tuple[str, ...] = ()
    ports: tuple[PortView, ...] = ()

    @property
    def label(self) -> str:
        """Name the machine for people."""
        return f"{self.name} ({self.uuid})" if self.name else self.uuid


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The occasion on which a driver is asked to do something, or to go on with it."""

    memo: Any = None
    """What it left behind when it last said Waiting; None at the first turn."""
    attempt: int = 1
    """How often it has been begun, this time included."""
    recheck: bool = False
    """Whether another process began it and died: find out how far it is, and do not begin it anew."""

    @property
    def is_first(self) -> bool:
        """Tell whether nothing has been begun yet."""
        return self.memo is None and not self.recheck


FIRST = Turn()
