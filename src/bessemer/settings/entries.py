"""What was written somewhere about an option, before anybody has judged it."""

from pathlib import Path

import msgspec

from bessemer.settings.options import Key


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A text given for an option, and by whom."""

    group: str
    name: str
    text: str
    origin: str
    """Where it was written: "file PATH:LINE", "environment NAME" or "command line"."""
    where: str
    """The same, as a problem's text begins with it."""
    folder: Path | None = None
    """Where relative paths start; None for the working folder."""

    @property
    def key(self) -> Key:
        """The group and the name."""
        return self.group, self.name


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """The heading of a group in a file."""

    group: str
    where: str


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What one source says, with what is wrong with it."""

    sections: list[Section] = []
    entries: list[Entry] = []
    problems: list[str] = []
