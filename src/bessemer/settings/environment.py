"""Reads options from environment variables named OS_<GROUP>__<OPTION>."""

from collections.abc import Mapping

from bessemer.settings.entries import Entry

_PREFIX = "OS_"
_SEPARATOR = "__"


def entries_from_environment(environ: Mapping[str, str]) -> list[Entry]:
    """Give an entry for each variable of that form; other OS_ variables belong to clients."""
    entries = []
    for variable, text in sorted(environ.items()):
        if not variable.startswith(_PREFIX):
            continue
        group, separator, name = variable.removeprefix(_PREFIX).partition(_SEPARATOR)
        if not (group and separator and name):
            continue
        entry = Entry(
            group=group if group == "DEFAULT" else group.lower(),
            name=name.lower(),
            text=text,
            origin=f"environment {variable}",
            where=f"environment variable {variable}",
        )
        entries.append(entry)
    return entries
