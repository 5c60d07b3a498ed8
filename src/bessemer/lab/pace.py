"""How fast a simulated ramdisk is: as the real one unless told otherwise."""

import msgspec


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The times of a ramdisk, in seconds."""

    boot_s: float = 0.0
    """From power on to its first request."""
    reboot_s: float = 1.0
    """How much longer it takes when it boots again of itself, so that the server has time to expect it."""
    step_s: float = 0.0
    """How long a step takes."""
    write_s: float = 0.0
    """How long writing an image takes."""
    least_gap_s: float = 5.0
    """Two heartbeats are never closer, and a failed one is tried again after one to two times this."""
    lookup_again_s: float = 1.0
    """The first wait after a lookup that failed; it doubles up to a minute."""
    lookup_limit_s: float = 600.0
    """After how long a ramdisk that is not found ends, to be started again by its init."""
    earliest: float = 0.3
    latest: float = 0.6
    """The next heartbeat comes between these parts of the time-out that the server told."""


QUICK = Pace(least_gap_s=0.05, lookup_again_s=0.1, lookup_limit_s=60.0)
"""For tests, which should not wait as long as machines do."""
