"""A node gets the interface it asks for where that is enabled, else its hardware type's default; nothing in between."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.model.fleet import Fleet, Offer
from bessemer.model.node import INTERFACE_KINDS
from bessemer.rules.interface_choice import FIELDS, offer_for, resolved_interfaces

KINDS = sorted(INTERFACE_KINDS)
names = st.sampled_from(["fake", "redfish", "ipmitool", "no-bios", "é"]) | st.text(min_size=1, max_size=8)
drivers = st.sampled_from(["redfish", "ipmi", "fake-hardware"]) | st.text(min_size=1, max_size=200)
groups = st.sampled_from(["", "a", "b"])


@st.composite
def offers(draw: st.DrawFn) -> Offer:
    """Offer some implementations of some kinds, one of each as the default."""
    enabled = draw(
        st.dictionaries(
            st.sampled_from(KINDS), st.lists(names, min_size=1, max_size=3, unique=True).map(tuple), min_size=3
        )
    )
    return Offer(enabled=enabled, default={kind: draw(st.sampled_from(given)) for kind, given in enabled.items()})


def enabled_for(offer: Offer, field: str) -> tuple[str, ...]:
    return tuple(offer.enabled.get(FIELDS[field], ()))


@given(offer=offers(), data=st.data())
def test_what_is_asked_for_and_enabled_is_what_is_got(offer: Offer, data: st.DataObject) -> None:
    """R-DCR-16, R-DCR-20: the rest are the defaults of the hardware type."""
    wanted = {
        field: data.draw(st.none() | st.sampled_from(enabled_for(offer, field)), field)
        for field in FIELDS
        if enabled_for(offer, field)
    }
    chosen = resolved_interfaces("redfish", offer, wanted)
    assert chosen == {
        field: wanted.get(field) or offer.default.get(kind) for kind, field in zip(FIELDS.values(), FIELDS, strict=True)
    }
    assert resolved_interfaces("redfish", offer, chosen) == chosen


@given(offer=offers(), field=st.sampled_from(sorted(FIELDS)), name=names)
def test_what_is_not_enabled_is_refused_with_what_is(offer: Offer, field: str, name: str) -> None:
    """R-DCR-12: an implementation that the hardware type does not offer can never be used with it."""
    enabled = enabled_for(offer, field)
    if name in enabled:
        return
    with pytest.raises(Invalid) as refusal:
        resolved_interfaces("redfish", offer, {field: name})
    told = refusal.value.message
    assert all(word in told for word in (repr(name), f" {FIELDS[field]} ", "'redfish'", *enabled))
    assert f"enabled_{FIELDS[field]}_interfaces" in told


def fleet(places: dict[tuple[str, str], tuple[str, ...]]) -> Fleet:
    nothing: dict[str, Any] = {}
    return Fleet(hosts=places, offers={driver: Offer(enabled=nothing, default=nothing) for _, driver in places})


@given(places=st.dictionaries(st.tuples(groups, drivers), st.just(("host",)), max_size=5), driver=drivers, group=groups)
def test_a_driver_needs_a_live_conductor_of_the_nodes_own_group(
    places: dict[tuple[str, str], tuple[str, ...]], driver: str, group: str
) -> None:
    known = fleet(places)
    if (group, driver) in places:
        assert offer_for(known, driver, group) is known.offers[driver]
        return
    with pytest.raises(Invalid, match="No live conductor") as refusal:
        offer_for(known, driver, group)
    served = {name for of_group, name in places if of_group == group}
    shown = served if driver in known.offers else set(known.offers)
    assert all(name in refusal.value.message for name in shown)
    assert repr(driver[:80])[1:-1] in refusal.value.message


def test_every_kind_of_interface_has_its_field() -> None:
    """R-DCR-30: one for each of the thirteen kinds."""
    assert sorted(FIELDS.values()) == KINDS
    assert all(field == f"{kind}_interface" for field, kind in FIELDS.items())
