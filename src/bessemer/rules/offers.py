"""What a conductor writes down about its hardware types, for the API to choose interfaces by."""

from collections.abc import Iterable, Mapping
from typing import Any

from bessemer.model.fleet import CLASSIC

Row = dict[str, Any]


def offered_rows(
    types: Mapping[str, Mapping[str, Iterable[str]]],
    defaults: Mapping[str, Mapping[str, str]],
    classic: Iterable[str] = (),
) -> list[Row]:
    """List the interfaces of every hardware type, by kind in order of preference; classic drivers have one row each."""
    rows = [
        _row(hardware_type, kind, name, default=defaults[hardware_type].get(kind) == name)
        for hardware_type, kinds in types.items()
        for kind, names in kinds.items()
        for name in names
    ]
    return rows + [_row(name, CLASSIC, name, default=False) for name in classic]


def _row(hardware_type: str, kind: str, name: str, *, default: bool) -> Row:
    return {"hardware_type": hardware_type, "interface_type": kind, "interface_name": name, "default": default}


def disagreements(mine: Iterable[Row], others: Mapping[str, Mapping[str, Mapping[str, Iterable[str]]]]) -> list[str]:
    """Say which other conductors offer a hardware type of mine with other interfaces; hosts map types to kinds."""
    offered: dict[str, dict[str, set[str]]] = {}
    for row in mine:
        offered.setdefault(row["hardware_type"], {}).setdefault(row["interface_type"], set()).add(row["interface_name"])
    return [
        f"The conductor {host} offers the hardware type {hardware_type!r} with other {kind} interfaces "
        f"({_names(kinds.get(kind, ()))}) than this one ({_names(offered[hardware_type].get(kind, ()))})."
        for host, types in sorted(others.items())
        for hardware_type, kinds in sorted(types.items())
        if hardware_type in offered
        for kind in sorted({*kinds, *offered[hardware_type]})
        if set(kinds.get(kind, ())) != offered[hardware_type].get(kind, set())
    ]


def _names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"
