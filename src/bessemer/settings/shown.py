"""Writes the settings for people, passwords hidden."""

import msgspec

from bessemer.settings.load import Loaded
from bessemer.settings.masking import masked_url
from bessemer.settings.options import Option
from bessemer.settings.resolve import text_from_value
from bessemer.settings.table import OPTIONS


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One option as it is shown."""

    group: str
    option: str
    value: str | None
    """The value as a file would have it; None when it is unset."""
    is_hidden: bool
    """Whether a password was taken out of the value."""
    is_changed: bool
    """Whether somebody set it, be it to its default."""
    source: str
    default: str | None
    meaning: str
    environment: str
    """The variable that would set it."""


def lines(loaded: Loaded) -> list[Line]:
    """Show every option, in the order of the table."""
    return [_line(option, loaded) for option in OPTIONS]


def default_in_words(option: Option) -> str | None:
    """Say what holds when nobody sets the option; None when it is then unset."""
    if option.computed_meaning:
        return option.computed_meaning
    return None if option.default is None else text_from_value(option.default, ", ")


def _line(option: Option, loaded: Loaded) -> Line:
    value = loaded.values[option.key]
    text = None if value is None else text_from_value(value, "\n" if option.is_repeatable else ", ")
    masked = masked_url(text) if text and option.secret else text
    return Line(
        group=option.group,
        option=option.name,
        value=masked,
        is_hidden=masked != text,
        is_changed=loaded.is_given(option.key),
        source=loaded.sources[option.key],
        default=default_in_words(option),
        meaning=option.meaning,
        environment=option.variable,
    )
