"""Joins this machine to a machine of QEMU, or to a network namespace, by a wire with two ends."""

import ipaddress
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec

from tests.acceptance.real_agent.debian import CannotBuild, run

CANDIDATES = ("198.51.100.0/30", "203.0.113.0/30", "198.18.251.0/30", "198.19.251.0/30")
"""Networks for documentation and for measuring: nothing real is in them. One that this machine has is not taken."""


INSIDE = "card.1"
"""The interface in a namespace: what is no hardware is a network card to the agent only if it is named like a VLAN."""


class Wire(msgspec.Struct, frozen=True):
    """A wire: what its two ends are called, and their addresses."""

    name: str
    """The interface at this machine's end."""
    here: str
    there: str
    length: int

    @property
    def address_there(self) -> str:
        """The address of the other end, with the length of the network's prefix."""
        return f"{self.there}/{self.length}"


@contextmanager
def wire_to_machine() -> Iterator[Wire]:
    """Lay a wire whose other end is a network card of QEMU."""
    wire = _free(f"tap{os.getpid()}")
    run("ip", "tuntap", "add", "dev", wire.name, "mode", "tap")
    try:
        _switch_on(wire)
        yield wire
    finally:
        run("ip", "link", "delete", wire.name)


@contextmanager
def wire_to_namespace() -> Iterator[Wire]:
    """Lay a wire whose other end is in a network namespace, which has the same name as the wire."""
    wire = _free(f"agent{os.getpid()}")
    inside = ("ip", "-netns", wire.name)
    run("ip", "netns", "add", wire.name)
    try:
        run("ip", "link", "add", wire.name, "type", "veth", "peer", "name", INSIDE, "netns", wire.name)
        _switch_on(wire)
        run(*inside, "link", "set", "lo", "up")
        run(*inside, "address", "add", wire.address_there, "dev", INSIDE)
        run(*inside, "link", "set", INSIDE, "up")
        yield wire
    finally:
        with suppress(CannotBuild):
            run("ip", "link", "delete", wire.name)
        run("ip", "netns", "delete", wire.name)


def hardware_address(wire: Wire) -> str:
    """Tell the MAC address of a namespace's end."""
    (link,) = json.loads(run("ip", "-json", "-netns", wire.name, "link", "show", INSIDE).stdout)
    return str(link["address"])


def _switch_on(wire: Wire) -> None:
    run("ip", "address", "add", f"{wire.here}/{wire.length}", "dev", wire.name)
    run("ip", "link", "set", wire.name, "up")


def _free(name: str) -> Wire:
    """Choose addresses that nothing on this machine has or routes to, so that its own connections stay."""
    routes = json.loads(run("ip", "-json", "-4", "route", "show", "table", "all").stdout)
    taken = [ipaddress.ip_network(route["dst"]) for route in routes if route["dst"] != "default"]
    for text in CANDIDATES:
        network = ipaddress.ip_network(text)
        if not any(network.overlaps(other) for other in taken if other.version == network.version):
            here, there = network.hosts()
            return Wire(name, str(here), str(there), network.prefixlen)
    raise CannotBuild(f"All of {', '.join(CANDIDATES)} are in use on this machine, so there are no addresses to take.")
