"""Collects the housekeeping of the drivers that are loaded."""

from collections.abc import Iterator

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.periodic import periodic_methods
from bessemer.drivers.loading import Loaded
from bessemer.engine.chores import Chore


def driver_chores(loaded: Loaded) -> tuple[tuple[Chore, ...], ...]:
    """Give the chores of each implementation that has some; a class that goes by two names does its own once."""
    of_each_class = {type(each): each for each in loaded.interfaces()}
    return tuple(chores for each in of_each_class.values() if (chores := tuple(_chores(each))))


def _chores(interface: Interface) -> Iterator[Chore]:
    for method, every_s in periodic_methods(interface).items():
        name = f"The periodic {method} of the {interface.kind} interface {interface.name!r}"
        yield Chore(name=name, every_s=every_s, do=getattr(interface, method))
