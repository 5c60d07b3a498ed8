"""Finds the value of each option from what was written about it."""

from collections.abc import Mapping

from bessemer.settings.entries import Entry
from bessemer.settings.options import Key, Option, Surroundings, Value, ValueType
from bessemer.settings.references import resolved
from bessemer.settings.table import BY_KEY, OPTIONS
from bessemer.settings.values import value_from_text

COMMAND_LINE = "command line"
_LONGEST_SHOWN = 60


class Resolution:
    """The values of all options, with what is wrong with them."""

    def __init__(self, entries: Mapping[Key, Entry], surroundings: Surroundings) -> None:
        """Find every value at once, so that every problem is known at once."""
        self.problems: list[str] = []
        self.values: dict[Key, Value] = {}
        self._entries = entries
        self._defaults = {option.key: option.default_in(surroundings) for option in OPTIONS}
        for option in OPTIONS:
            self.values[option.key] = self._value(option)

    def _value(self, option: Option) -> Value:
        entry = self._entries.get(option.key)
        if entry is None:
            return self._defaults[option.key]
        try:
            text = self._text(option.key, ())
            return value_from_text(option, text, entry.folder)
        except ValueError as error:
            shown = _shown(option, entry.text)
            self.problems.append(f"{entry.where}: {option.title}{shown} {error}.")
            return self._defaults[option.key]

    def _text(self, key: Key, trail: tuple[Key, ...]) -> str:
        """Give the text of an option after the options it names were put in."""
        if key in trail:
            raise ValueError("refers to itself through $, so it has no value")
        entry = self._entries.get(key)
        if entry is None:
            return text_from_value(self._defaults[key])
        if entry.origin == COMMAND_LINE:
            return entry.text

        def look_up(name: str) -> str:
            return self._text(_key_of_reference(name, key[0]), (*trail, key))

        return resolved(entry.text, look_up)


def entry_from_override(key: Key, value: Value) -> Entry:
    """Give the entry for a value of the command line."""
    option = BY_KEY[key]
    return Entry(
        group=option.group,
        name=option.name,
        text=text_from_value(value, "\n" if option.type is ValueType.FOLDERS else ","),
        origin=COMMAND_LINE,
        where=COMMAND_LINE,
    )


def text_from_value(value: Value, separator: str = ",") -> str:
    """Write a value as the text that would give it."""
    if isinstance(value, tuple):
        return separator.join(f'"{item}"' if "," in str(item) else str(item) for item in value)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key_of_reference(name: str, group: str) -> Key:
    first, dot, rest = name.partition(".")
    candidates = [(first, rest)] if dot else [(group, name), ("DEFAULT", name)]
    for key in candidates:
        if key in BY_KEY and not BY_KEY[key].secret:
            return key
    raise ValueError(f"refers to ${name}, which is no option for that; write the value itself, or $$ for a dollar sign")


def _shown(option: Option, text: str) -> str:
    if option.secret:
        return " (its value is not shown)"
    printable = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text.replace("\n", " "))
    cut = printable if len(printable) <= _LONGEST_SHOWN else f"{printable[:_LONGEST_SHOWN]}…"
    return f" = {cut}" if cut else ""
