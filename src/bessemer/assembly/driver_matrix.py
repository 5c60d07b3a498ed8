"""What there is to drive machines with, and what of it is switched on, for people to read."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from bessemer.assembly.loaded_hardware import fake_problems, switched_on
from bessemer.drivers.catalogue import read_catalogue
from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware
from bessemer.settings.records import Settings


class Standing(StrEnum):
    """What an interface is to a hardware type."""

    DEFAULT = "default"
    ENABLED = "enabled"
    OFF = "off"


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One hardware type."""

    name: str
    is_enabled: bool
    is_classic: bool = False
    cells: Mapping[str, Mapping[str, Standing]]
    """By kind and interface, in the type's order of preference."""


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """Hardware types with their interfaces."""

    kinds: tuple[str, ...]
    columns: tuple[Column, ...]
    problems: tuple[str, ...]
    """Everything that keeps a conductor with these settings from starting."""


def driver_matrix(settings: Settings) -> Matrix:
    """Load what is switched on as a conductor would, then all the rest to tell what could be."""
    catalogue = read_catalogue()
    on = load_hardware(catalogue, switched_on(settings.hardware))
    everything = load_hardware(catalogue, SwitchedOn(types=tuple(catalogue.types), classic=tuple(catalogue.classic)))
    names = dict.fromkeys((*on.types, *everything.types))
    return Matrix(
        kinds=KINDS,
        columns=(
            *(_column(name, on, everything) for name in names),
            *(
                Column(name=name, is_enabled=name in on.classic, is_classic=True, cells={})
                for name in dict.fromkeys((*on.classic, *everything.classic))
            ),
        ),
        problems=(*on.problems, *fake_problems(on, settings.hardware)),
    )


def _column(name: str, on: Loaded, everything: Loaded) -> Column:
    enabled = on.types.get(name, {})
    return Column(
        name=name,
        is_enabled=name in on.types,
        cells={
            kind: {
                each: _standing(each, enabled.get(kind, {}), on.defaults.get(name, {}).get(kind))
                for each in dict.fromkeys((*everything.types.get(name, {}).get(kind, {}), *enabled.get(kind, {})))
            }
            for kind in KINDS
        },
    )


def _standing(name: str, enabled: Mapping[str, object], default: str | None) -> Standing:
    if name == default:
        return Standing.DEFAULT
    return Standing.ENABLED if name in enabled else Standing.OFF
