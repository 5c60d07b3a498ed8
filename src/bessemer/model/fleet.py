"""Which conductors are alive, which nodes each may serve, and which interfaces they offer."""

from collections.abc import Mapping

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """What one hardware type offers for each kind of interface."""

    enabled: Mapping[str, tuple[str, ...]]
    """Names of the implementations, by kind."""
    default: Mapping[str, str]
    """The implementation a node gets when it asks for none, by kind."""


class Fleet(msgspec.Struct, frozen=True):
    """A snapshot of the live conductors."""

    hosts: Mapping[tuple[str, str], tuple[str, ...]]
    """Host names, by conductor group and hardware type."""
    offers: Mapping[str, Offer]
    """What is offered for each hardware type, by all of them together."""
