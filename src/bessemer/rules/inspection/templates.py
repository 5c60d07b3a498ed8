"""Fills values into texts such as "{inventory[cpu][count]}", looking only into plain data and never at attributes."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from bessemer.model.errors import Invalid

Sources = Mapping[str, Any]
"""What a text may speak of: inventory, plugin_data, node and, within a loop, item."""

ROOTS = frozenset({"inventory", "plugin_data", "node", "item"})
LONGEST_FILLED = 65_536
DEEPEST = 25

PIECE = re.compile(
    r"""(?P<brace>\{\{|\}\})
      | \{ (?P<root>[A-Za-z_]\w*) (?P<steps>(?:\[[^\[\]{}]*\]|\.[A-Za-z_]\w*)*) (?P<as>![rs])? \}
      | (?P<text>[^{}]+)""",
    re.VERBOSE,
)
STEP = re.compile(r"\[([^\[\]{}]*)\]|\.([A-Za-z_]\w*)")
SPEAKS = re.compile(r"(?<!\{)\{([A-Za-z_]\w*)[\[.]")


class Missing(Exception):
    """The text speaks of something that is not there."""


class Filled(msgspec.Struct, frozen=True):
    """What came of a text."""

    value: Any
    missing: str | None = None
    """What the text speaks of and is not there; the text stands as it was then."""


def fault_in_template(text: str) -> str | None:
    """Tell what is wrong with a text that was meant to be filled in; None for good ones and for plain texts."""
    unknown = sorted({root for root in SPEAKS.findall(text) if root not in ROOTS})
    if unknown:
        return f"{text[:80]!r} speaks of {unknown[0][:40]!r}; known are {', '.join(sorted(ROOTS))}."
    return None


def filled(text: str, sources: Sources, *, quoting: bool = False) -> Filled:
    """Fill values into a text; one that speaks of nothing that is there, or of nothing at all, stays as it is."""
    try:
        found = "".join(_pieces(text, sources, quoting=quoting))
    except Missing as missing:
        return Filled(text, str(missing))
    if len(found) > LONGEST_FILLED:
        raise Invalid(f"{text[:80]!r} becomes {len(found)} characters long; {LONGEST_FILLED} are allowed.")
    return Filled(found)


def sole_value(text: str, sources: Sources) -> Filled | None:
    """Give the value itself that a text consists of; None where there is more in it than one value."""
    found = PIECE.fullmatch(text)
    if found is None or found["root"] is None:
        return None
    try:
        return Filled(_value(found, sources))
    except Missing as missing:
        return Filled(None, str(missing))


def filled_in_all(value: Any, sources: Sources, lines: list[str]) -> Any:
    """Fill in every text of a JSON value, keys included; what was missing is told in `lines`."""
    if isinstance(value, str):
        found = filled(value, sources)
        if found.missing is not None:
            lines.append(f"{value[:80]!r} is left as it is: there is no {found.missing}.")
        return found.value
    if isinstance(value, dict):
        return {str(filled(key, sources).value): filled_in_all(each, sources, lines) for key, each in value.items()}
    if isinstance(value, list):
        return [filled_in_all(each, sources, lines) for each in value]
    return value


def _pieces(text: str, sources: Sources, *, quoting: bool) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = PIECE.match(text, at)
        if found is None:
            raise Missing("way to read it")
        at = found.end()
        if found["brace"]:
            yield found["brace"][0]
        elif found["text"] is not None:
            yield found["text"]
        else:
            value = _value(found, sources)
            written = repr(value) if found["as"] == "!r" else str(value)
            yield quote(written, safe="") if quoting else written


def _value(found: re.Match[str], sources: Sources) -> Any:
    what = found[0].strip("{}")
    if found["root"] not in sources:
        raise Missing(what)
    value = sources[found["root"]]
    for step in STEP.finditer(found["steps"]):
        value = _inner(value, step[2] if step[1] is None else step[1], what)
    return value


def _inner(value: Any, key: str, what: str) -> Any:
    if isinstance(value, dict) and key in value:
        return value[key]
    if isinstance(value, list) and key.isdecimal() and len(key) < DEEPEST and int(key) < len(value):
        return value[int(key)]
    raise Missing(what)
