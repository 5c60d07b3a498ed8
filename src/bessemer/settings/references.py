"""Replaces $name in a text by the value of that option, as oslo.config does."""

import re
from collections.abc import Callable

LARGEST_RESULT = 65536
_REFERENCE = re.compile(
    r"(?P<dollar>\$\$|\\\$)|\$(?:\{(?P<braced>[a-z_]\w*(?:\.\w+)*)\}|(?P<bare>[a-z_]\w*(?:\.\w+)*))",
    re.IGNORECASE | re.ASCII,
)


def resolved(text: str, look_up: Callable[[str], str]) -> str:
    """Replace each $name and ${group.name}; a doubled or escaped dollar sign stands for itself."""
    if "$" not in text:
        return text

    def replacement(found: re.Match[str]) -> str:
        name = found["braced"] or found["bare"]
        return look_up(name) if name else "$"

    result = _REFERENCE.sub(replacement, text)
    if len(result) > LARGEST_RESULT:
        raise ValueError("becomes far too long when the options it names are put in")
    return result
