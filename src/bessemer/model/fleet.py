"""Which conductors are alive, which nodes each may serve, and which interfaces they offer."""

from collections.abc import Iterable, Mapping

import msgspec

CLASSIC = "classic"
"""Stands in the place of a kind of interface where a driver is a classic one, which has nothing to choose."""


class Offer(msgspec.Struct, frozen=True):
    """What one hardware type offers for each kind of interface."""

    enabled: Mapping[str, tuple[str, ...]]
    """Names of the implementations, by kind."""
    default: Mapping[str, str]
    """The implementation a node gets when it asks for none, by kind."""

    @property
    def is_classic(self) -> bool:
        """Tell whether this is a classic driver, whose interfaces are wired into it."""
        return CLASSIC in self.enabled


class Host(msgspec.Struct, frozen=True):
    """A conductor that can be asked."""

    name: str
    url: str | None = None
    """Where other processes reach it; None where they cannot."""


class Fleet(msgspec.Struct, frozen=True):
    """A snapshot of the live conductors."""

    hosts: Mapping[tuple[str, str], tuple[str, ...]]
    """Host names, by conductor group and hardware type."""
    offers: Mapping[str, Offer]
    """What is offered for each hardware type, by all of them together."""
    urls: Mapping[str, str | None] = {}
    """Where other processes reach each host."""

    def reached(self, names: Iterable[str]) -> tuple[Host, ...]:
        """Add to the names of hosts where they are reached."""
        return tuple(Host(name, self.urls.get(name)) for name in names)
