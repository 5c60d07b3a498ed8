"""Judges the names of options: ours, Ironic's or nobody's."""

import difflib
from collections.abc import Iterable
from importlib import resources

from bessemer.settings.entries import Entry, Reading
from bessemer.settings.table import BY_KEY, GROUPS


class Judgement:
    """Keeps the entries that are ours, and says what the others are."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.entries: list[Entry] = []
        self.problems: list[str] = []
        self.warnings: list[str] = []
        self._ironic = options_of_ironic()

    def judge_file(self, reading: Reading) -> None:
        """Judge what a file says: a name that nobody knows is a mistake."""
        self.problems += reading.problems
        unknown = {s.group: s for s in reading.sections if not self._is_known_group(s.group)}
        for section in unknown.values():
            hint = _nearest_group(section.group, {*GROUPS, *self._ironic})
            self.problems.append(f"{section.where}: there is no group [{section.group}].{hint}")
        seen: dict[tuple[str, str], Entry] = {}
        for entry in reading.entries:
            if entry.group in unknown or self._is_foreign(entry):
                continue
            if entry.key not in BY_KEY:
                self.problems.append(f"{_no_such_option(entry)}{_nearest_option(entry)}")
            elif entry.key in seen and not BY_KEY[entry.key].is_repeatable:
                first = seen[entry.key].where
                self.problems.append(f"{_title(entry)} is already set at {first}; remove one of the two.")
            else:
                seen[entry.key] = _joined(seen.get(entry.key), entry)
        self.entries += seen.values()

    def judge_environment(self, entries: Iterable[Entry]) -> None:
        """Judge variables: they may be meant for other programs, so a strange one is only a warning."""
        for entry in entries:
            if not self._is_known_group(entry.group) or self._is_foreign(entry):
                continue
            if entry.key in BY_KEY:
                self.entries.append(entry)
            else:
                self.warnings.append(f"{_no_such_option(entry)}{_nearest_option(entry)} It was ignored.")

    def _is_known_group(self, group: str) -> bool:
        return group in GROUPS or group in self._ironic

    def _is_foreign(self, entry: Entry) -> bool:
        """Tell whether the entry sets what only Ironic has, and warn of it."""
        is_named_by_ironic = entry.name in self._ironic.get(entry.group, frozenset())
        is_foreign = entry.key not in BY_KEY and (is_named_by_ironic or entry.group not in GROUPS)
        if is_foreign:
            self.warnings.append(f"{_title(entry)} is an option of Ironic that has no effect here.")
        return is_foreign


def options_of_ironic() -> dict[str, frozenset[str]]:
    """Give the names of the options of Ironic and its libraries, by group."""
    text = resources.files(__package__).joinpath("ironic_options.txt").read_text(encoding="utf-8")
    lines = (line.partition(":") for line in text.splitlines() if not line.startswith("#"))
    return {group: frozenset(names.split()) for group, _, names in lines}


def _joined(earlier: Entry | None, entry: Entry) -> Entry:
    if earlier is None:
        return entry
    text = f"{earlier.text}\n{entry.text}"
    return Entry(
        group=entry.group,
        name=entry.name,
        text=text,
        origin=earlier.origin,
        where=earlier.where,
        folder=entry.folder,
    )


def _title(entry: Entry) -> str:
    return f"{entry.where}: [{entry.group}] {entry.name}"


def _no_such_option(entry: Entry) -> str:
    return f"{entry.where}: there is no option {entry.name!r} in [{entry.group}]."


def _nearest_option(entry: Entry) -> str:
    elsewhere = [option.title for option in BY_KEY.values() if option.name == entry.name]
    if elsewhere:
        return f" Did you mean {' or '.join(elsewhere)}?"
    names = [name for group, name in BY_KEY if group == entry.group]
    near = difflib.get_close_matches(entry.name, names, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def _nearest_group(group: str, known: Iterable[str]) -> str:
    by_lower = {name.lower(): name for name in known}
    near = difflib.get_close_matches(group.lower(), sorted(by_lower), n=1)
    return f" Did you mean [{by_lower[near[0]]}]?" if near else ""
