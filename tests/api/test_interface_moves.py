"""A patch is taken exactly when the node it leads to is supported, whatever leads there and in whatever order.

R-DCR-12, 33, 34 and 35: generated for every ordered pair of drivers, with one of somebody else's and a classic one
among them. What is supported is what `GET /v1/drivers` says of each driver.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from bessemer.model.node import INTERFACE_KINDS
from tests.api.enrolled import enrol, show
from tests.api.serving import Server
from tests.api.wire import Wire
from tests.outside import TYPES

CLASSIC = "windlass"
DRIVERS = (*TYPES, CLASSIC)
KINDS = tuple(INTERFACE_KINDS)
NOBODYS = "of-nobody"
"""An interface that no driver has."""
ORDERS = 2
"""In how many orders the operations of each patch are sent."""

Interfaces = Mapping[str, str | None]
"""By kind; None asks for the default, and a kind that is left out is left as it is."""


class Offered(msgspec.Struct, frozen=True, kw_only=True):
    """What one driver says of itself."""

    driver: str
    default: Interfaces
    enabled: Mapping[str, list[str]]

    def settled(self, wanted: Interfaces) -> Interfaces | None:
        """Tell what a node is to have that wants these interfaces; None where that is not to be had."""
        if self.driver == CLASSIC:
            return None if any(wanted.values()) else dict.fromkeys(KINDS)
        if any(name is not None and name not in self.enabled[kind] for kind, name in wanted.items()):
            return None
        return {kind: wanted.get(kind) or self.default[kind] for kind in KINDS}

    def chosen(self, place: int) -> Interfaces:
        """Choose from each list what stands at a place, or its last."""
        return {kind: names[min(place, len(names) - 1)] for kind, names in self.enabled.items() if names}


@pytest.fixture(scope="module")
def drivers() -> dict[str, Offered]:
    """What each driver offers, read once."""
    return {}


def read_into(drivers: dict[str, Offered], wire: Wire) -> None:
    for name in DRIVERS if not drivers else ():
        shown = wire.get(f"/v1/drivers/{name}").json
        drivers[name] = Offered(
            driver=name,
            default={kind: shown[f"default_{kind}_interface"] for kind in KINDS},
            enabled={kind: shown[f"enabled_{kind}_interfaces"] or [] for kind in KINDS},
        )


def moves(drivers: Mapping[str, Offered], start: Offered, end: Offered) -> Iterator[tuple[Interfaces, Interfaces]]:
    """Give the interfaces that a node begins with and those that a patch names, kind by kind and all together."""
    known = {kind: sorted({name for each in drivers.values() for name in each.enabled[kind]}) for kind in KINDS}
    everything: dict[str, str | None] = dict.fromkeys(KINDS)
    for place in range(max(len(names) for names in end.enabled.values()) or 1):
        yield {}, end.chosen(place)
        yield start.chosen(place), end.chosen(place)
        yield start.chosen(place), {}
    yield start.chosen(1), everything
    for kind in KINDS:
        for name in (*known[kind], NOBODYS):
            yield {}, {**everything, kind: name}
        yield {}, {other: None for other in KINDS if other != kind}


def operations(driver: str | None, wanted: Interfaces) -> list[dict[str, Any]]:
    """Write a patch: what is to be the default is taken away."""
    patch: list[dict[str, Any]] = [
        {"op": "remove", "path": f"/{kind}_interface"}
        if name is None
        else {"op": "replace", "path": f"/{kind}_interface", "value": name}
        for kind, name in wanted.items()
    ]
    return patch if driver is None else [*patch, {"op": "replace", "path": "/driver", "value": driver}]


def interfaces_of(node: Mapping[str, Any]) -> Interfaces:
    return {kind: node[f"{kind}_interface"] for kind in KINDS}


class Traveller:
    """A node that is moved from driver to driver."""

    def __init__(self, wire: Wire) -> None:
        """Enrol it."""
        self._wire = wire
        self._path = f"/v1/nodes/{enrol(wire)['uuid']}"

    def begin(self, at: Offered, interfaces: Interfaces) -> Interfaces:
        """Bring it to where a move begins."""
        wanted = {} if at.driver == CLASSIC else interfaces
        answer = self._wire.patch(f"{self._path}?reset_interfaces=true", operations(at.driver, wanted))
        assert answer.status == 200, answer.text
        return interfaces_of(answer.json)

    def moved(self, patch: list[dict[str, Any]]) -> Interfaces | None:
        """Send a patch, giving the interfaces it led to; None where it was refused."""
        answer = self._wire.patch(self._path, patch)
        assert answer.status in {200, 400}, answer.text
        return interfaces_of(answer.json) if answer.status == 200 else None

    def now(self) -> tuple[str, Interfaces]:
        """Look at it."""
        node = show(self._wire, self._path.rpartition("/")[2])
        return node["driver"], interfaces_of(node)


@pytest.mark.parametrize(("start", "end"), list(product(DRIVERS, DRIVERS)), ids=lambda name: name)
def test_a_patch_is_taken_exactly_when_its_end_is_supported(
    outside_server: Server, drivers: dict[str, Offered], start: str, end: str
) -> None:
    """R-DCR-12, R-DCR-33, R-DCR-34, R-DCR-35: and what is refused changes nothing."""
    read_into(drivers, outside_server.wire)
    traveller, random = Traveller(outside_server.wire), Random(f"{start} {end}")
    begin, target = drivers[start], drivers[end]
    taken = refused = 0
    for first, named in moves(drivers, begin, target):
        for _ in range(ORDERS):
            before = traveller.begin(begin, first)
            patch = operations(end, named)
            random.shuffle(patch)
            kept = {} if end == CLASSIC else before
            expected = target.settled({**kept, **named})
            found = traveller.moved(patch)
            assert found == expected, f"{start} with {first}: {patch}"
            if expected is None:
                assert traveller.now() == (start, before), f"{start} with {first}: {patch}"
            taken, refused = taken + (expected is not None), refused + (expected is None)
    assert taken
    assert refused
