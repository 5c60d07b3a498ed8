"""Counts rows and sums up their content, so that two copies of a table can be compared."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

_encode = msgspec.msgpack.Encoder().encode
_MODULUS = 1 << 256


class Tally:
    """The rows seen and the sum of their hashes, whatever their order, in which engines differ."""

    def __init__(self) -> None:
        """Begin with no rows."""
        self.rows = 0
        self._sum = 0

    @property
    def checksum(self) -> str:
        """The content as one short text."""
        return f"{self._sum:064x}"

    def of(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Pass rows on, counting them."""
        for row in rows:
            self.rows += 1
            digest = hashlib.sha256(_encode(row)).digest()
            self._sum = (self._sum + int.from_bytes(digest)) % _MODULUS
            yield row


def tally(rows: Iterable[tuple[Any, ...]]) -> Tally:
    """Count all rows."""
    counted = Tally()
    for _ in counted.of(rows):
        pass
    return counted
