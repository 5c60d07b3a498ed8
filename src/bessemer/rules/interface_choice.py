"""Which implementation a node gets for each kind of interface."""

from collections.abc import Mapping

from bessemer.model.errors import Invalid
from bessemer.model.fleet import Fleet, Offer
from bessemer.model.node import INTERFACE_KINDS

FIELDS = {f"{kind}_interface": kind for kind in INTERFACE_KINDS}
"""The node field of each kind."""


def offer_for(fleet: Fleet, driver: str, group: str) -> Offer:
    """Find what is offered to a node, refusing when no live conductor would serve it."""
    if (group, driver) in fleet.hosts:
        return fleet.offers[driver]
    served = sorted({name for of_group, name in fleet.hosts if of_group == group})
    if driver not in fleet.offers:
        known = ", ".join(sorted(fleet.offers)) or "none at all"
        raise Invalid(f"No live conductor serves the driver {driver[:80]!r}. Drivers served now: {known}.")
    raise Invalid(
        f"No live conductor of the conductor_group {group[:80]!r} serves the driver {driver!r}. "
        f"That group serves: {', '.join(served) or 'nothing'}."
    )


def resolved_interfaces(driver: str, offer: Offer, wanted: Mapping[str, str | None]) -> dict[str, str | None]:
    """Choose the implementation of every kind: the one asked for, else the default of the hardware type."""
    if offer.is_classic:
        return _none_chosen(driver, wanted)
    return {field: _chosen(driver, kind, offer, wanted.get(field)) for field, kind in FIELDS.items()}


def _none_chosen(driver: str, wanted: Mapping[str, str | None]) -> dict[str, str | None]:
    """Refuse any choice for a classic driver: its interfaces are wired into it."""
    chosen = sorted(field for field in FIELDS if wanted.get(field) is not None)
    if chosen:
        raise Invalid(
            f"The driver {driver!r} is a classic one, whose interfaces cannot be chosen: leave out {', '.join(chosen)}."
        )
    return dict.fromkeys(FIELDS)


def _chosen(driver: str, kind: str, offer: Offer, wanted: str | None) -> str | None:
    if wanted is None:
        return offer.default.get(kind)
    enabled = offer.enabled.get(kind, ())
    if wanted not in enabled:
        raise Invalid(
            f"The driver {driver!r} cannot use the {kind} interface {wanted[:80]!r}. "
            f"Enabled for it: {', '.join(enabled) or 'none'}. "
            f"The operator enables more with enabled_{kind}_interfaces."
        )
    return wanted
