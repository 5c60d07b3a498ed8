"""What a simulated ramdisk can be told to do wrong."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Faults(msgspec.Struct, frozen=True, kw_only=True):
    """How a ramdisk misbehaves; without any of it, it does what the real one does."""

    late_s: float = 0.0
    """It boots this much longer."""
    is_silent: bool = False
    """It never says a word, as if it had not booted."""
    is_mute: bool = False
    """It is looked up and never heartbeats."""
    dies_in: str | None = None
    """The step in the midst of which it is gone: no answers, no heartbeats."""
    comes_back: bool = False
    """What died in a step boots again, knowing nothing of before; the second time it does not die."""
    fails: Mapping[str, str] = {}
    """Steps and commands that fail, with what it says then."""
    lies_in: str | None = None
    """The step of which it says that another one was done."""
    mismatches_in: str | None = None
    """The step before which its hardware managers are not those any more that offered the steps."""
    has_wrong_token: bool = False
    """It heartbeats with a token that it was not given."""
    replays: int = 0
    """How often it sends each heartbeat again, as somebody would who has overheard it."""
    reboots_after: frozenset[str] = frozenset()
    """Steps that ask for the machine to be rebooted when they are done."""
    hangs_in: str | None = None
    """The command that is never answered."""
    told_for_logs: Any = None
    """What it sends in the place of its logs."""


HONEST = Faults()
