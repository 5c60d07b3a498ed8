"""Reads a configuration file, in the grammar of oslo.config, without judging its options."""

from pathlib import Path

from oslo_config import iniparser
from typing_extensions import override

from bessemer.settings.entries import Entry, Reading, Section

LARGEST_FILE = 1 << 20
_TOO_LARGE = f"is larger than {LARGEST_FILE >> 10} KiB, so it is no configuration file"


def read_file(path: Path) -> Reading:
    """Read the file; whatever is wrong with it is told in the reading."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Reading(problems=[f"{path}: cannot be read: {reason}."])
    return read_bytes(content, path)


def read_bytes(content: bytes, path: Path) -> Reading:
    """Read the content of a file of this name."""
    if len(content) > LARGEST_FILE:
        return Reading(problems=[f"{path}: {_TOO_LARGE}."])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Reading(problems=[f"{path}:{line}: is not UTF-8 text."])
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Reading(problems=[f"{path}:{line}: contains a NUL byte, so it is no text."])
    return _Parser(path).read(text)


class _Parser(iniparser.BaseParser):
    """Collects what oslo.config's parser finds, with the line of each option."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reading = Reading()
        self.group: str | None = None
        self.is_skipping = False
        self.first_lines: dict[str, int] = {}

    def read(self, text: str) -> Reading:
        # The blank line ends the last option, so that its end is found as that of any other.
        lines = iter([*text.split("\n"), ""])
        while True:
            try:
                self.parse(lines)
            except iniparser.ParseError as error:
                self._note_unreadable(error)
            else:
                return self.reading

    @override
    def new_section(self, section: str) -> None:
        group = section.strip()
        # As in oslo.config, the case of a group's name does not matter, save that of DEFAULT.
        group = group if group == "DEFAULT" else group.lower()
        self.group, self.is_skipping = group, False
        where = f"{self.path}:{self.lineno}"
        if group in self.first_lines:
            first = self.first_lines[group]
            self._note(self.lineno, f"the group [{group}] began on line {first}; join the two")
        self.first_lines.setdefault(group, self.lineno)
        self.reading.sections.append(Section(group=group, where=where))

    @override
    def assignment(self, key: str, value: list[str]) -> None:
        line = self.lineno - len(value)
        if self.is_skipping:
            return
        if self.group is None:
            self._note(line, f"{key!r} stands before any [group]; options of all belong under [DEFAULT]")
            return
        where = f"{self.path}:{line}"
        entry = Entry(
            group=self.group,
            name=key,
            text="\n".join(value),
            origin=f"file {where}",
            where=where,
            folder=self.path.parent,
        )
        self.reading.entries.append(entry)

    def _note_unreadable(self, error: iniparser.ParseError) -> None:
        if error.line.startswith("["):
            # What follows belongs to a group nobody knows: complaining of each line would help nobody.
            self.is_skipping = True
            self._note(error.lineno, "a group is written [name], alone on its line")
        elif error.line[:1].isspace():
            self._note(error.lineno, "begins with a space and continues nothing; remove the space")
        else:
            # The line is not repeated: it may be a password on a line of its own.
            self._note(error.lineno, "is neither [group], nor name = value, nor a # comment")

    def _note(self, line: int, what: str) -> None:
        self.reading.problems.append(f"{self.path}:{line}: {what}.")
