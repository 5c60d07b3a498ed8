"""Which buckets of nodes it is the turn of, so that all are seen once in an interval and never many at a time."""

import msgspec

from bessemer.rules.placement import BUCKETS


class Stretch(msgspec.Struct, frozen=True):
    """Buckets that follow one another, both ends included."""

    first: int
    last: int


def notch_at(now_s: float, interval_s: float) -> int:
    """Tell how many buckets have had their turn since the clock began, going round and round."""
    return int(now_s / interval_s * BUCKETS)


def buckets_between(before: int, now: int) -> tuple[Stretch, ...]:
    """Give the buckets whose turn came after one notch and up to another; who comes late sees each of them once."""
    if now <= before:
        return ()
    if now - before >= BUCKETS:
        return (Stretch(0, BUCKETS - 1),)
    first, last = (before + 1) % BUCKETS, now % BUCKETS
    if first <= last:
        return (Stretch(first, last),)
    return (Stretch(first, BUCKETS - 1), Stretch(0, last))
