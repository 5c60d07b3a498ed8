"""A value that may be used and is never shown."""

from typing import Generic, TypeVar

import msgspec
from typing_extensions import override

from bessemer.model.masking import MASK

T = TypeVar("T")


class Secret(msgspec.Struct, Generic[T], frozen=True):
    """Holds a secret, so that no log and no error text that names its holder gives it away."""

    value: T

    @override
    def __repr__(self) -> str:
        return MASK
