"""A call of something that only one vendor has, as it came."""

from collections.abc import Mapping
from typing import Any

import msgspec


class VendorCall(msgspec.Struct, frozen=True, kw_only=True):
    """What is called, and with what."""

    method: str
    """The name of the vendor's method."""
    http_method: str
    data: Mapping[str, Any]
    """The body of the request; only the vendor's method knows what belongs in it."""

    @property
    def arguments(self) -> dict[str, Any]:
        """Lay it out for the question that carries it."""
        return msgspec.structs.asdict(self)
