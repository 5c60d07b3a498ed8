"""A machine as questions and steps need it: what drivers see of it, with the driver composed for it."""

from typing import TypeVar

import msgspec

from bessemer.drivers.composing import Driver, Usable, compose, why_missing
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.loading import Loaded
from bessemer.model.errors import Invalid, Unavailable

I = TypeVar("I", bound=Interface)  # noqa: E741 - the name by which type variables of interfaces go


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """One machine."""

    view: NodeView
    driver: Driver
    usable: Usable | None
    """What it could use, by kind and name; None where its driver is a classic one."""

    def need(self, contract: type[I]) -> I:
        """Give the implementation of a kind, or say why there is none."""
        found = self.driver.get(contract.kind)
        if not isinstance(found, contract):
            raise Invalid(self.why_missing(contract.kind))
        return found

    def why_missing(self, kind: str) -> str:
        """Say why there is no implementation of a kind, and what to do."""
        if self.usable is None:
            return f"The classic driver {self.view.driver!r} of the node {self.view.uuid} has no {kind} interface."
        return why_missing(kind, self.view.interfaces.get(kind), self.view.driver, self.usable)

    def label(self, interface: Interface, doing: str) -> str:
        """Name what an interface is asked to do, as the subject of a sentence."""
        return f"The {interface.kind} interface {interface.name!r} of the node {self.view.label}, asked to {doing},"


def machine_from_view(loaded: Loaded, view: NodeView) -> Machine:
    """Compose the driver of a machine."""
    classic = loaded.classic.get(view.driver)
    if classic is not None:
        return Machine(view=view, driver=classic, usable=None)
    return Machine(
        view=view,
        driver=compose(usable_of(loaded, view.driver), view.interfaces),
        usable=loaded.types[view.driver],
    )


def default_driver(loaded: Loaded, name: str) -> Driver:
    """Compose the driver of machines that ask for no interface of their own."""
    classic = loaded.classic.get(name)
    return classic if classic is not None else compose(usable_of(loaded, name), loaded.defaults[name])


def usable_of(loaded: Loaded, name: str) -> Usable:
    """Give what machines of a hardware type can use here."""
    usable = loaded.types.get(name)
    if usable is None:
        here = ", ".join(sorted({*loaded.types, *loaded.classic})) or "none"
        raise Unavailable(
            f"This conductor does not serve the driver {name[:80]!r} (it serves: {here}). "
            "Ask again in a moment, or have the operator add it to enabled_hardware_types."
        )
    return usable
