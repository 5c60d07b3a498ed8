"""Loads the hardware types and interfaces that are switched on, and tells everything that is wrong with them."""

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bessemer.drivers.catalogue import Catalogue, Entry
from bessemer.drivers.composing import Driver, Usable
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.kinds import CONTRACTS, KINDS
from bessemer.drivers.hardware_types.base import AbstractHardwareType


class SwitchedOn(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator switched on."""

    types: tuple[str, ...]
    interfaces: Mapping[str, tuple[str, ...]] = {}
    """By kind; none of a kind means all that the types support."""
    defaults: Mapping[str, str | None] = {}
    """By kind, the default for all types; None leaves it to the type."""
    classic: tuple[str, ...] = ()


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What this process can drive."""

    types: Mapping[str, Usable]
    """By hardware type, the implementations in its order of preference."""
    defaults: Mapping[str, Mapping[str, str]]
    """By hardware type and kind, the implementation of nodes that ask for none."""
    classic: Mapping[str, Driver]
    problems: tuple[str, ...]
    """Everything that must be put right before this process may start."""

    def interfaces(self) -> Iterable[Interface]:
        """Give every implementation there is, each once."""
        found = [each for usable in self.types.values() for names in usable.values() for each in names.values()]
        found += [each for driver in self.classic.values() for kind in KINDS if (each := driver.get(kind))]
        return {id(each): each for each in found}.values()


def load_hardware(catalogue: Catalogue, on: SwitchedOn) -> Loaded:
    """Load what is switched on; problems are collected, not raised, so that all of them can be told."""
    problems = list(catalogue.problems)
    if not on.types and not on.classic:
        known = ", ".join(sorted(catalogue.types))
        problems.append(f"enabled_hardware_types is empty, so no node could be served. Name some of: {known}.")
    types = _load_types(catalogue, on, problems)
    supported = {name: _supported(name, each, problems) for name, each in types.items()}
    loaded = {kind: _load_interfaces(kind, catalogue, on, types, supported, problems) for kind in KINDS}
    usable = {name: _usable(each, supported[name], loaded) for name, each in types.items()}
    named = {name: _by_name(catalogue, each) for name, each in supported.items()}
    defaults = {name: _defaults(name, usable[name], on, named[name], problems) for name in types}
    classic = _load_classic(catalogue, on, problems)
    return Loaded(types=usable, defaults=defaults, classic=classic, problems=tuple(dict.fromkeys(problems)))


def classes_that_do_not_load(entries: Iterable[Entry]) -> Iterator[str]:
    """Try each class, and say what is wrong with those that cannot be loaded."""
    for entry in entries:
        try:
            _class(entry)()
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what is to be told
            yield f"{entry.name!r} of the package {entry.origin} ({entry.target}) {_cannot(error)}"


def _cannot(error: Exception) -> str:
    return f"cannot be loaded: {type(error).__name__}: {str(error).rstrip('.')}."


def _load_types(catalogue: Catalogue, on: SwitchedOn, problems: list[str]) -> dict[str, AbstractHardwareType]:
    found: dict[str, AbstractHardwareType] = {}
    for name in dict.fromkeys(on.types):
        made = _made("enabled_hardware_types", name, catalogue.types, problems)
        if made is not None and not isinstance(made, AbstractHardwareType):
            problems.append(
                f"enabled_hardware_types names {name!r}, which is no hardware type: {catalogue.types[name].target} "
                f"is not an AbstractHardwareType. Tell the authors of {catalogue.types[name].origin}."
            )
        elif made is not None:
            found[name] = made
    return found


def _made(option: str, name: str, entries: Mapping[str, Entry], problems: list[str]) -> object | None:
    """Make the one object of a class that is known by a name; None when that is not possible."""
    entry = entries.get(name)
    if entry is None:
        known = ", ".join(sorted(entries)) or "none"
        problems.append(f"{option} names {name!r}, which is not known. Correct or remove it. Known: {known}.")
        return None
    try:
        return _class(entry)()  # type: ignore[no-any-return]
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is a reason not to start, told with the others
        problems.append(
            f"{option} names {name!r}, and its class {entry.target} of {entry.origin} {_cannot(error)} "
            f"Install what it needs, or take {name!r} out of {option}."
        )
        return None


def _class(entry: Entry) -> Any:
    module, _, path = entry.target.partition(":")
    found: Any = importlib.import_module(module)
    for attribute in path.split("."):
        found = getattr(found, attribute)
    return found


Supported = Mapping[str, Sequence[type[Interface]]]


def _supported(name: str, hardware_type: AbstractHardwareType, problems: list[str]) -> Supported:
    """Read which classes a hardware type supports, kind by kind; the exact classes, not what is derived from them."""
    found: dict[str, Sequence[type[Interface]]] = {}
    for kind in KINDS:
        try:
            listed = tuple(getattr(hardware_type, f"supported_{kind}_interfaces"))
        except Exception as error:  # noqa: BLE001 - as above: told with the others
            listed = ()
            problems.append(
                f"The hardware type {name!r} cannot tell its supported_{kind}_interfaces: "
                f"{type(error).__name__}: {error}. Tell its authors, or take it out of enabled_hardware_types."
            )
        wrong = [each for each in listed if not (isinstance(each, type) and issubclass(each, CONTRACTS[kind]))]
        if wrong:
            problems.append(
                f"The hardware type {name!r} lists {wrong[0]!r} in supported_{kind}_interfaces, which is not a "
                f"class of {kind} interfaces. Tell its authors, or take it out of enabled_hardware_types."
            )
        found[kind] = [each for each in listed if each not in wrong]
    return found


def _load_interfaces(
    kind: str,
    catalogue: Catalogue,
    on: SwitchedOn,
    types: Mapping[str, AbstractHardwareType],
    supported: Mapping[str, Supported],
    problems: list[str],
) -> dict[str, Interface]:
    """Make the implementations of a kind that are switched on and that some type uses; the others stay unloaded."""
    option = f"enabled_{kind}_interfaces"
    entries = catalogue.interfaces[kind]
    classes = {each for of_type in supported.values() for each in of_type[kind]}
    named = on.interfaces.get(kind, ())
    anything = bool(named) and any(each.accepts_any for each in types.values())
    found: dict[str, Interface] = {}
    for name in dict.fromkeys(named or entries):
        entry = entries.get(name)
        if entry is not None and not anything and not _is_wanted(entry, classes):
            continue
        made = _made(option, name, entries, problems)
        if made is None:
            continue
        if not isinstance(made, CONTRACTS[kind]):
            problems.append(
                f"{option} names {name!r}, but {entries[name].target} is not a {CONTRACTS[kind].__name__}. "
                f"Tell the authors of {entries[name].origin}, or take it out of {option}."
            )
            continue
        made.name = name
        found[name] = made
    return found


def _is_wanted(entry: Entry, classes: Iterable[type[Interface]]) -> bool:
    """Tell whether a class may be one that a hardware type lists, loading it only when its package is loaded anyway."""
    if any(entry.target == f"{each.__module__}:{each.__qualname__}" for each in classes):
        return True
    package = entry.target.partition(":")[0].partition(".")[0]
    if package == __name__.partition(".")[0] or package not in {each.__module__.partition(".")[0] for each in classes}:
        return False
    try:
        return _class(entry) in set(classes)
    except Exception:  # noqa: BLE001 - it is loaded again, and its fault told, where it is made
        return True


def _usable(
    hardware_type: AbstractHardwareType, supported: Supported, loaded: Mapping[str, Mapping[str, Interface]]
) -> dict[str, dict[str, Interface]]:
    """Put the implementations that a type can use into its order of preference."""
    found: dict[str, dict[str, Interface]] = {}
    for kind in KINDS:
        by_class: dict[type, list[str]] = {}
        for name, each in loaded[kind].items():
            by_class.setdefault(type(each), []).append(name)
        names = [name for each in supported[kind] for name in by_class.get(each, ())]
        if hardware_type.accepts_any:
            names += [name for name in loaded[kind] if name not in names]
        found[kind] = {name: loaded[kind][name] for name in names}
    return found


def _by_name(catalogue: Catalogue, supported: Supported) -> dict[str, list[str]]:
    """Name what a hardware type supports, kind by kind, for the operator, who does not know classes."""
    names: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for kind, classes in supported.items():
        for each in classes:
            target = f"{each.__module__}:{each.__qualname__}"
            found = [name for name, entry in catalogue.interfaces[kind].items() if entry.target == target]
            names[kind] += found or [f"the class {target}, to which no package gives a name"]
    return names


def _defaults(
    name: str, usable: Usable, on: SwitchedOn, named: Mapping[str, Sequence[str]], problems: list[str]
) -> dict[str, str]:
    """Choose the implementation of nodes that ask for none: the operator's, else the first that is switched on."""
    found: dict[str, str] = {}
    for kind in KINDS:
        wanted = on.defaults.get(kind)
        if wanted is None and usable[kind]:
            found[kind] = next(iter(usable[kind]))
        elif wanted in usable[kind]:
            found[kind] = str(wanted)
        else:
            problems.append(_no_default(name, kind, on, usable, named[kind]))
    return found


def _no_default(name: str, kind: str, on: SwitchedOn, usable: Usable, supports: Sequence[str]) -> str:
    wanted = on.defaults.get(kind)
    enabled, can = on.interfaces.get(kind, ()), ", ".join(usable[kind]) or "none"
    if wanted is not None and enabled and wanted not in enabled:
        return (
            f"default_{kind}_interface is {wanted!r}, which is not in enabled_{kind}_interfaces "
            f"({', '.join(enabled)}). Add it there, or choose one of these as the default."
        )
    if wanted is not None:
        return (
            f"default_{kind}_interface is {wanted!r}, which the hardware type {name!r} cannot use; of those switched "
            f"on it can use: {can}. Choose one that all enabled hardware types can use, or leave the default unset."
        )
    return (
        f"enabled_{kind}_interfaces ({', '.join(enabled) or 'not set'}) has none that the hardware type {name!r} can "
        f"use, which supports: {', '.join(supports) or 'none'}. Add one of these, or take {name!r} out of "
        "enabled_hardware_types."
    )


def _load_classic(catalogue: Catalogue, on: SwitchedOn, problems: list[str]) -> dict[str, Driver]:
    """Make the classic drivers that are switched on: their interfaces are attributes named after the kinds."""
    found: dict[str, Driver] = {}
    for name in dict.fromkeys(on.classic):
        made = _made("enabled_drivers", name, catalogue.classic, problems)
        if made is None:
            continue
        wired = {kind: getattr(made, kind, None) for kind in KINDS}
        wrong = [kind for kind, each in wired.items() if each is not None and not isinstance(each, CONTRACTS[kind])]
        if wrong:
            problems.append(
                f"enabled_drivers names {name!r}, whose attribute {wrong[0]} is not a "
                f"{CONTRACTS[wrong[0]].__name__}. Tell the authors of {catalogue.classic[name].origin}, or take it out."
            )
            continue
        for kind, each in wired.items():
            if each is not None:
                each.name = each.name or f"{name}.{kind}"
        found[name] = Driver(**wired)
    return found
