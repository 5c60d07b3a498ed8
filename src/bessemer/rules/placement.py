"""Which conductor serves which node: rendezvous hashing over buckets of nodes."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from uuid import UUID

from bessemer.model.fleet import Fleet

BUCKETS = 1024
"""Nodes are placed by bucket, so that "the nodes of one conductor" is a question that SQL can answer.

With 1024, ten conductors hold 77 to 136 buckets each, and a filter names at most 1024 numbers.
"""


def bucket_of(uuid: str) -> int:
    """Tell the bucket of a node."""
    return int.from_bytes(blake2b(UUID(uuid).bytes, digest_size=2).digest(), "big") % BUCKETS


@lru_cache(maxsize=1024)
def holders(hosts: tuple[str, ...]) -> tuple[str, ...]:
    """Tell which of the hosts holds each bucket; one that leaves or comes moves only its own share."""
    return tuple(max(hosts, key=lambda host: _weight(bucket, host)) for bucket in range(BUCKETS))


def _weight(bucket: int, host: str) -> bytes:
    return blake2b(f"{bucket} {host}".encode(), digest_size=8).digest()


def conductor_of(fleet: Fleet, group: str, driver: str, bucket: int) -> str | None:
    """Name the conductor that would serve a node now; None when no live one may."""
    hosts = fleet.hosts.get((group, driver))
    return holders(hosts)[bucket] if hosts else None


def candidates(fleet: Fleet, group: str, driver: str, bucket: int) -> tuple[str, ...]:
    """Name the conductors that may serve a node: first the one that would now, then the others in a fixed order."""
    hosts = fleet.hosts.get((group, driver), ())
    return tuple(sorted(hosts, key=lambda host: _weight(bucket, host), reverse=True))


def buckets_of(fleet: Fleet, host: str) -> Mapping[tuple[str, str], Sequence[int]]:
    """Tell the buckets a host holds, by conductor group and hardware type."""
    return {
        place: [bucket for bucket, holder in enumerate(holders(hosts)) if holder == host]
        for place, hosts in fleet.hosts.items()
        if host in hosts
    }
