"""What every group of measures is given: the filled server, its twin for the floor, and how thoroughly to look."""

import msgspec

from bench.recording import Inside, Plain
from bench.servers import Server


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """A server with machines in it, and the same database once more."""

    server: Server
    echo: Server
    inside: Inside
    """The server's own code on the twin, to record what it asks."""
    plain: Plain
    """The driver alone on the twin."""
    count: int
    """How many machines there are."""
    rounds: int
    idle_mib: float
    """What the server had in memory before it was asked for anything."""
    embedded: bool = True
