"""Turns the text of an option into its value."""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from oslo_config import types

from bessemer.settings.options import Option, Value, ValueType

LONGEST_TEXT = 8192
_WEB_ADDRESS = re.compile(r"https?://[^\s/?#@]+[^\s?#]*", re.IGNORECASE)
_DATABASE = re.compile(r"(sqlite|postgresql|mysql|mariadb)(\+[a-z0-9_]+)?://\S*", re.IGNORECASE)


def value_from_text(option: Option, text: str, folder: Path | None) -> Value:
    """Give the value, or say with a ValueError what would be one; relative paths start in the folder."""
    if any(not (character.isprintable() or character in "\n\t") for character in text):
        raise ValueError("contains a character that cannot be printed")
    if option.is_repeatable:
        return tuple(_folder(line, folder) for line in text.split("\n") if line.strip())
    if not text.strip() and option.type is not ValueType.LIST:
        return _empty(option)
    if "\n" in text and option.type is not ValueType.LIST:
        raise ValueError("must stand on one line")
    if option.type in {ValueType.FILE, ValueType.PATH}:
        return _file(option, text, folder)
    try:
        value = _READERS[option.type](option, text)
    except ValueError:
        raise ValueError(f"is not {expected(option)}") from None
    return value


def expected(option: Option) -> str:
    """Say in words what the option takes."""
    if option.choices:
        return f"one of {', '.join(option.choices)}"
    if option.type is ValueType.WHOLE_NUMBER:
        return f"a whole number from {option.minimum} to {option.maximum}"
    if option.type is ValueType.TEXT:
        return f"a text of at most {option.maximum} characters"
    return _EXPECTED[option.type]


def _empty(option: Option) -> Value:
    if isinstance(option.default, str) and not option.choices and option.type is ValueType.TEXT:
        return ""
    if option.default is None and (option.computed is None or option.type is ValueType.FILE):
        return None
    raise ValueError(f"is empty and should be {expected(option)}")


def _text(option: Option, text: str) -> str:
    return str(types.String(choices=list(option.choices) or None, max_length=option.maximum)(text))


def _whole_number(option: Option, text: str) -> int:
    return int(str(types.Integer(min=option.minimum, max=option.maximum)(text)))


def _switch(_option: Option, text: str) -> bool:
    return bool(types.Boolean()(text))


def _list(_option: Option, text: str) -> tuple[str, ...]:
    return tuple(item for item in types.List(types.String(quotes=True))(text) if item)


def _address(_option: Option, text: str) -> str:
    return str(types.HostAddress()(text))


def _matching(pattern: re.Pattern[str]) -> Callable[[Option, str], str]:
    def read(_option: Option, text: str) -> str:
        if len(text) > LONGEST_TEXT or not pattern.fullmatch(text):
            raise ValueError
        return text

    return read


def _file(option: Option, text: str, folder: Path | None) -> Path:
    path = _path(text, folder)
    if option.type is ValueType.FILE:
        problem = _trouble_with(path)
        if problem:
            raise ValueError(f"names a file that cannot be read: {problem}")
    return path


def _trouble_with(path: Path) -> str | None:
    # Opening would be the surer test, but a named pipe that nobody writes to would hold us for ever.
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return error.strerror or "it cannot be looked at"
    if stat.S_ISDIR(mode):
        return "it is a folder"
    return None if os.access(path, os.R_OK) else "this user may not read it"


def _folder(text: str, folder: Path | None) -> Path:
    path = _path(text, folder)
    try:
        is_there = path.is_dir()
    except OSError:
        is_there = False
    if not is_there:
        raise ValueError(f"names a folder that does not exist: {path}")
    return path


def _path(text: str, folder: Path | None) -> Path:
    path = Path(text.strip())
    return path if folder is None else folder / path


_READERS: dict[ValueType, Callable[[Option, str], Value]] = {
    ValueType.TEXT: _text,
    ValueType.WHOLE_NUMBER: _whole_number,
    ValueType.SWITCH: _switch,
    ValueType.LIST: _list,
    ValueType.ADDRESS: _address,
    ValueType.WEB_ADDRESS: _matching(_WEB_ADDRESS),
    ValueType.DATABASE: _matching(_DATABASE),
}

_EXPECTED: dict[ValueType, str] = {
    ValueType.SWITCH: "yes or no (true, on, yes, 1, or false, off, no, 0)",
    ValueType.LIST: "a list of words separated by commas",
    ValueType.ADDRESS: "an IP address or a host name",
    ValueType.WEB_ADDRESS: "a URL that begins with http:// or https://",
    ValueType.DATABASE: "a database URL such as postgresql+psycopg://user:password@host/name",
    ValueType.FILE: "the path of a file that can be read",
    ValueType.PATH: "a path",
    ValueType.FOLDERS: "the path of a folder",
}
