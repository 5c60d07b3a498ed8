"""The words in which one option is described."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

Key = tuple[str, str]
"""An option's group and name."""

Value = str | int | bool | Path | tuple[str, ...] | tuple[Path, ...] | None


class ValueType(StrEnum):
    """How the text of an option is understood."""

    TEXT = "text"
    WHOLE_NUMBER = "whole number"
    SWITCH = "yes or no"
    LIST = "list"
    ADDRESS = "address"
    WEB_ADDRESS = "web address"
    DATABASE = "database URL"
    FILE = "existing file"
    PATH = "path"
    FOLDERS = "folders"


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What the value of an option that nobody set may depend on."""

    config_files: tuple[Path, ...] = ()
    environ: Mapping[str, str] = {}


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option: a row of the table."""

    group: str
    name: str
    type: ValueType
    meaning: str
    default: Value = None
    computed: Callable[[Surroundings], Value] | None = None
    """Finds the default when it depends on the machine."""
    computed_meaning: str = ""
    """What the computed default is, in words."""
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    """The largest number, or the greatest length of a text."""
    secret: bool = False
    fills: tuple[str, ...] = ()
    """The place in Settings, where it is not <group>.<name>."""

    @property
    def key(self) -> Key:
        """The group and the name."""
        return self.group, self.name

    @property
    def place(self) -> tuple[str, ...]:
        """The attributes that lead from Settings to the value."""
        return self.fills or (self.group.lower(), self.name)

    @property
    def title(self) -> str:
        """The option as it is written in sentences."""
        return f"[{self.group}] {self.name}"

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"OS_{self.group.upper()}__{self.name.upper()}"

    @property
    def is_repeatable(self) -> bool:
        """Whether a file may set it several times, each line adding to it."""
        return self.type is ValueType.FOLDERS

    def default_in(self, surroundings: Surroundings) -> Value:
        """Give the value that holds when nobody sets it."""
        return self.default if self.computed is None else self.computed(surroundings)
