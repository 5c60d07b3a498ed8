"""What a driver answers when it was asked to do something; the engine writes down what follows."""

from collections.abc import Mapping
from typing import Any

import msgspec

WAIT_WORDS = frozenset({"wait call-back", "clean wait", "service wait"})
"""Provision states that plug-ins written for Ironic return when their work goes on by itself."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """A file that proves what happened to a machine, or helps to find out."""

    name: str
    """Small letters, digits, dots and hyphens."""
    content_type: str
    data: bytes


class Learned(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about the machine that the driver came to know and the engine is to keep."""

    fields: Mapping[str, Any] = {}
    """Fields of the node with their new values, such as raid_config or boot_mode."""
    remembered: Mapping[str, Any] = {}
    """Keys of driver_internal_info with their new values; None removes a key."""
    properties: Mapping[str, Any] = {}
    """Keys of the node's properties with their new values."""
    bios: tuple[Mapping[str, Any], ...] | None = None
    """All BIOS settings the machine has; None when nothing was read."""
    firmware: tuple[Mapping[str, Any], ...] | None = None
    """All firmware components the machine has; None when nothing was read."""
    inventory: Mapping[str, Any] | None = None
    """What an inspection found."""
    ports: Mapping[str, Mapping[str, Any]] = {}
    """Keys of the internal_info of ports, by the UUID of the port; None removes a key."""
    evidence: tuple[Evidence, ...] = ()
    """Files that are kept with the operation."""
    told: tuple[str, ...] = ()
    """Sentences that the history of the node is to have."""


NOTHING_NEW = Learned()


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """It is finished."""

    learned: Learned = NOTHING_NEW
    message: str = ""
    """What a person may want to read in the timeline."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """It goes on by itself; nobody has to stand by."""

    memo: Any = None
    """What to be handed back at the next turn: plain JSON, as it outlives this process."""
    look_again_after_s: float | None = None
    """When to be given the next turn; None waits for the machine to call back, or for the deadline."""
    learned: Learned = NOTHING_NEW
    message: str = ""
    progress: int | None = None
    """How far it is, in percent, where that is known."""
    rebooting: bool = False
    """Whether the machine is being rebooted, so that its ramdisk will be a new one."""


class Failed(msgspec.Struct, frozen=True, kw_only=True):
    """It did not work."""

    reason: str
    """What failed and why, for a person at night."""
    remedy: str
    """What to do about it."""
    learned: Learned = NOTHING_NEW


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Something that another interface of the same machine is to do."""

    kind: str
    method: str
    arguments: Mapping[str, Any] = {}
    """Plain JSON, handed over by name after the node and the turn."""


class First(msgspec.Struct, frozen=True, kw_only=True):
    """Other interfaces of the same machine have something to do first, in this order; then the next turn is due."""

    calls: tuple[Call, ...]
    memo: Any = None
    learned: Learned = NOTHING_NEW
    message: str = ""


Outcome = Done | Waiting | First | Failed


def outcome_from_return(returned: object, where: str) -> Outcome:
    """Understand what a plug-in returned: an outcome, or what the same method returns in Ironic."""
    if returned is None:
        return Done()
    if isinstance(returned, Done | Waiting | First | Failed):
        return returned
    if isinstance(returned, str) and returned in WAIT_WORDS:
        return Waiting()
    return Failed(
        reason=f"{where} returned {str(returned)[:80]!r}, which says neither that it is done nor that it goes on",
        remedy="Tell the authors of the driver: it has to return Done, Waiting, First or Failed.",
    )
