"""Reads every setting from files, environment and command line, or refuses with all that is wrong."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from bessemer.model.errors import ConfigurationError
from bessemer.settings.contradictions import contradictions, risks
from bessemer.settings.entries import Entry
from bessemer.settings.environment import entries_from_environment
from bessemer.settings.ini import read_file
from bessemer.settings.names import Judgement
from bessemer.settings.options import Key, Surroundings, Value
from bessemer.settings.records import Settings
from bessemer.settings.resolve import Resolution, entry_from_override
from bessemer.settings.table import OPTIONS

DEFAULT_SOURCE = "default"
_NOTHING: Mapping[Key, Value] = MappingProxyType({})


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """The settings, with what there is to say about them."""

    settings: Settings
    values: Mapping[Key, Value]
    """The value of every option, by group and name."""
    sources: Mapping[Key, str]
    """Where each value came from: default, file PATH:LINE, environment NAME or command line."""
    warnings: tuple[str, ...] = ()

    def is_given(self, key: Key) -> bool:
        """Tell whether anybody set the option, be it to its default."""
        return self.sources[key] != DEFAULT_SOURCE


def load(
    config_files: Sequence[Path],
    environ: Mapping[str, str],
    overrides: Mapping[Key, Value] = _NOTHING,
) -> Loaded:
    """Give the settings: command line before environment before later file before earlier file."""
    judgement = Judgement()
    for path in config_files:
        judgement.judge_file(read_file(path))
    judgement.judge_environment(entries_from_environment(environ))
    given: dict[Key, Entry] = {entry.key: entry for entry in judgement.entries}
    given |= {k: entry_from_override(k, v) for k, v in overrides.items() if v is not None}

    resolution = Resolution(given, Surroundings(config_files=tuple(config_files), environ=environ))
    settings = settings_from_values(resolution.values)
    sources = {option.key: _source(given.get(option.key)) for option in OPTIONS}
    problems = judgement.problems + resolution.problems
    # An option that could not be read stands at its default here, and would be blamed for what it does not say.
    problems = problems or contradictions(settings, sources)
    if problems:
        raise ConfigurationError(_refusal(problems))
    return Loaded(
        settings=settings,
        values=MappingProxyType(resolution.values),
        sources=MappingProxyType(sources),
        warnings=(*judgement.warnings, *risks(settings)),
    )


def settings_from_values(values: Mapping[Key, Value]) -> Settings:
    """Put each value in its place in the records."""
    root: dict[str, Any] = {}
    for option in OPTIONS:
        *path, last = option.place
        branch = root
        for step in path:
            branch = branch.setdefault(step, {})
        branch[last] = values[option.key]
    return msgspec.convert(root, Settings, dec_hook=_unchanged)


def _unchanged(_type: type, value: object) -> object:
    """Let a Path pass: msgspec then checks that it is one."""
    return value


def _source(entry: Entry | None) -> str:
    return DEFAULT_SOURCE if entry is None else entry.origin


def _refusal(problems: Sequence[str]) -> str:
    count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
    listed = "\n".join(f"  {problem}" for problem in problems)
    return f"The configuration has {count}:\n{listed}\nCorrect this and start again."
