"""Reads driver_info, or another document of a node, value by value, so that all that is wrong can be told at once."""

import math
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from bessemer.rules.booleans import boolean_from_word

E = TypeVar("E", bound=StrEnum)

CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
"""Characters that end a line of a boot script or an argument of a program, and halves of others."""
WHOLE = re.compile(r"[0-9]{1,9}")
NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
LONGEST_SHOWN = 80
LARGEST_SHOWN = 10**15


def shown(value: Any) -> str:
    """Write a value that is no secret into a fault, short however large it is."""
    if isinstance(value, str):
        return repr(value[:LONGEST_SHOWN])
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return repr(value) if abs(value) < LARGEST_SHOWN else "a number that large"
    return "an object" if isinstance(value, Mapping) else "a list"


class Reader:
    """Reads values by name; of one that is wrong it keeps a fault, and reads the default."""

    def __init__(self, info: Mapping[str, Any], field: str = "driver_info") -> None:
        """Begin without faults; the field is the one of the node that holds the values."""
        self._info = info
        self._field = field
        self._missing: list[str] = []
        self._faults: list[str] = []

    @property
    def faults(self) -> list[str]:
        """Tell everything that was found wrong, as sentences."""
        return [*([f"{self._field} needs {', '.join(self._missing)}."] if self._missing else []), *self._faults]

    def given(self, name: str) -> Any:
        """Read a value as it is; None where there is none, or an empty one."""
        value = self._info.get(name)
        return None if value == "" else value

    def complain(self, name: str, wanted: str, *, value: str | None = None) -> None:
        """Keep a fault: what the value has to be, and what it is where that is no secret."""
        self.tell(f"{name} in {self._field} must be {wanted}{'' if value is None else f', not {value}'}.")

    def tell(self, fault: str) -> None:
        """Keep a fault that is no matter of one value."""
        self._faults.append(fault)

    def need(self, *names: str) -> None:
        """Keep as a fault which of these are not given."""
        self._missing += [name for name in names if self.given(name) is None and name not in self._missing]

    def text(self, name: str) -> str | None:
        """Read a line of text."""
        value = self.given(name)
        if value is None or (isinstance(value, str) and not CONTROL.search(value)):
            return value
        self.complain(name, "a text of one line", value=shown(value))
        return None

    def secret(self, name: str) -> str | None:
        """Read a password or a key, which no fault may show; a number is taken for its digits."""
        value = self.given(name)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_SHOWN:
            return str(value)
        if value is None or (isinstance(value, str) and not CONTROL.search(value)):
            return value
        self.complain(name, "a text of one line")
        return None

    def choice(self, name: str, words: type[E], default: E) -> E:
        """Read one of a few words; those that look like numbers may be written as such."""
        value = self.given(name)
        if value is None:
            return default
        if isinstance(value, float) and abs(value) < LARGEST_SHOWN:
            value = str(value)
        try:
            return words(value)
        except ValueError:
            self.complain(name, f"one of {', '.join(words)}", value=shown(value))
            return default

    def flag(self, name: str, *, default: bool) -> bool:
        """Read yes or no."""
        found = _flag(self.given(name), default=default)
        if found is None:
            self.complain(name, "true or false", value=shown(self.given(name)))
            return default
        return found

    def whole(self, name: str, least: int, most: int) -> int | None:
        """Read a whole number, which may be written as text."""
        value = self.given(name)
        if isinstance(value, str) and WHOLE.fullmatch(value):
            value = int(value)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and least <= value <= most):
            return value
        self.complain(name, f"a whole number from {least} to {most}", value=shown(value))
        return None

    def seconds(self, name: str, most: float) -> float | None:
        """Read a length of time in seconds, which may be written as text."""
        value = self.given(name)
        if isinstance(value, str) and NUMBER.fullmatch(value):
            value = float(value)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is None or (is_number and not math.isnan(value) and 0 <= value <= most):
            return None if value is None else float(value)
        self.complain(name, f"a number of seconds from 0 to {most:g}", value=shown(value))
        return None

    def words(self, name: str) -> Sequence[str]:
        """Read a list of words, which may be written as text with commas."""
        value = self.given(name)
        if isinstance(value, str):
            return [word.strip() for word in value.split(",") if word.strip()]
        if value is None or (isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)):
            return value or ()
        self.complain(name, "a list of words, or words separated by commas", value=shown(value))
        return ()

    def certificates(self, name: str) -> bool | str:
        """Read whether the certificate of the other side is verified, or the path of those that are trusted."""
        value = self.given(name)
        found = _flag(value, default=True)
        if found is not None:
            return found
        if isinstance(value, str) and value.startswith("/") and not CONTROL.search(value):
            return value
        self.complain(name, "true, false, or the full path of a file or folder of certificates", value=shown(value))
        return True


def _flag(value: Any, *, default: bool) -> bool | None:
    if value is None:
        return default
    if isinstance(value, str):
        return boolean_from_word(value)
    return value if isinstance(value, bool) else None
