"""Which disk fits the root device hints of a node."""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.rules.booleans import boolean_from_word

NAMES = frozenset(
    {
        "by_path",
        "hctl",
        "model",
        "name",
        "rotational",
        "serial",
        "size",
        "vendor",
        "wwn",
        "wwn_vendor_extension",
        "wwn_with_extension",
    }
)
"""What hints may name."""

Disk = Mapping[str, Any]
Compare = Callable[[Any, Any], bool]

NUMBERS: Mapping[str, Compare] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.ge,
}
TEXTS: Mapping[str, Compare] = {
    "s==": operator.eq,
    "s!=": operator.ne,
    "s>=": operator.ge,
    "s<=": operator.le,
    "s>": operator.gt,
    "s<": operator.lt,
}
IN, ALL_IN, OR = "<in>", "<all-in>", "<or>"
GIB = 1024**3


def first_matching(disks: Sequence[Disk], hints: Any) -> Disk | None:
    """Give the first disk that fits all hints; None when no disk does."""
    if not isinstance(hints, Mapping) or not hints:
        raise Invalid(f"Root device hints must be an object that names something of a disk; {hints!r:.80} was given.")
    unknown = sorted(hints.keys() - NAMES)
    if unknown:
        raise Invalid(f"{unknown[0][:80]!r} is no root device hint; known are {', '.join(sorted(NAMES))}.")
    return next((disk for disk in disks if all(_fits(disk, name, hint) for name, hint in hints.items())), None)


def _fits(disk: Disk, name: str, hint: Any) -> bool:
    value = disk.get(name)
    if value is None:
        return False
    if name == "rotational":
        wanted = hint if isinstance(hint, bool) else boolean_from_word(str(hint))
        return value is wanted
    if name == "size":
        return isinstance(value, int | float) and _compared(value // GIB, str(hint), is_number=True)
    return _compared(str(value).lower(), str(hint).lower(), is_number=False)


def _compared(value: Any, hint: str, *, is_number: bool) -> bool:
    """Compare as Ironic's hints do: an operator may stand first, and without one the two must be equal."""
    words = hint.split()
    first = words[0] if words else ""
    if first in {IN, ALL_IN}:
        return all(word in str(value) for word in words if word not in {IN, ALL_IN})
    if first == OR:
        return any(_same(value, word.strip(), is_number=is_number) for word in hint.split(OR) if word.strip())
    if first in TEXTS:
        return TEXTS[first](str(value), hint.removeprefix(first).strip())
    if first in NUMBERS:
        number, wanted = _number(value), _number(hint.removeprefix(first).strip())
        return number is not None and wanted is not None and NUMBERS[first](number, wanted)
    return _same(value, hint, is_number=is_number)


def _same(value: Any, hint: str, *, is_number: bool) -> bool:
    return _number(value) == _number(hint) if is_number else bool(value == hint)


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None
