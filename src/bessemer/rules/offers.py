"""What a conductor offers: the interfaces of its hardware types that are switched on, and the default of each kind."""

from collections.abc import Iterable, Mapping
from typing import Any

from bessemer.model.errors import ConfigurationError

Catalogue = Mapping[str, Mapping[str, tuple[str, ...]]]


def offered_interfaces(
    catalogue: Catalogue,
    types: Iterable[str],
    enabled: Mapping[str, tuple[str, ...]],
    defaults: Mapping[str, str | None],
) -> list[dict[str, Any]]:
    """List every interface of every enabled hardware type; all problems are told at once."""
    offered: list[dict[str, Any]] = []
    problems: list[str] = []
    for hardware_type in dict.fromkeys(types):
        if hardware_type not in catalogue:
            known = ", ".join(sorted(catalogue))
            problems.append(f"enabled_hardware_types names {hardware_type!r}, which is not known. Known: {known}.")
            continue
        for kind, supported in catalogue[hardware_type].items():
            names = [name for name in supported if not enabled.get(kind) or name in enabled[kind]]
            default = defaults.get(kind) or (names[0] if names else None)
            if default is None or default not in names:
                problems.append(_no_default(hardware_type, kind, supported, default))
                continue
            offered.extend(
                {
                    "hardware_type": hardware_type,
                    "interface_type": kind,
                    "interface_name": name,
                    "default": name == default,
                }
                for name in names
            )
    if problems:
        raise ConfigurationError("\n".join(problems))
    return offered


def _no_default(hardware_type: str, kind: str, supported: tuple[str, ...], default: str | None) -> str:
    can = ", ".join(supported)
    if default is None:
        return f"enabled_{kind}_interfaces has none that {hardware_type} supports. It supports: {can}."
    return f"default_{kind}_interface is {default!r}, which {hardware_type} cannot use. It supports: {can}."
