"""Drivers of other people, good ones and bad ones, as entry points name them."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint
from typing import Any

from typing_extensions import override

from bessemer.drivers.catalogue import CLASSIC_GROUP, INTERFACES_GROUP, TYPES_GROUP
from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.hardware_types.generic import GenericHardware
from bessemer.drivers.noop.management import NoopManagement
from bessemer.model.power import PowerState


class LeverPower(PowerInterface):
    """Switches a machine with a lever that is always up."""

    @override
    def get_power_state(self, node: NodeView) -> PowerState:
        return PowerState.ON

    @override
    def set_power_state(self, node: NodeView, turn: Turn, target: PowerState) -> Outcome:
        return Done()

    @override
    def reboot(self, node: NodeView, turn: Turn, *, soft: bool = False) -> Outcome:
        return Done()


class LongLeverPower(LeverPower):
    """Is a lever, and not the one that the hardware type lists."""


class UnfinishedPower(PowerInterface):
    """Leaves out what its contract demands."""


class NeedsMorePower(LeverPower):
    """Needs a library that is not there."""

    def __init__(self) -> None:
        """Miss it."""
        message = "No module named 'levers'"
        raise ModuleNotFoundError(message)


class LeverHardware(GenericHardware):
    """Machines with a lever."""

    @property
    @override
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        return [LeverPower]

    @property
    @override
    def supported_management_interfaces(self) -> Sequence[type[ManagementInterface]]:
        return [NoopManagement]


class SilentHardware(LeverHardware):
    """Does not say how its machines are switched."""

    supported_power_interfaces: Sequence[type[PowerInterface]] = ()


class ForgetfulHardware(LeverHardware):
    """Cannot say how its machines are switched."""

    @property
    @override
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        message = "where was it"
        raise RuntimeError(message)


class ConfusedHardware(LeverHardware):
    """Lists a name where a class belongs."""

    supported_power_interfaces: Any = ("lever", LeverPower)


class UnfinishedHardware(GenericHardware):
    """Leaves out what every hardware type has to say."""


class NoHardware:
    """Is something else."""


class Crank:
    """A classic driver: its interfaces are wired into it."""

    def __init__(self) -> None:
        """Wire them."""
        self.power = LeverPower()
        self.management = NoopManagement()


class BentCrank:
    """A classic driver with a wire in the wrong place."""

    def __init__(self) -> None:
        """Wire it."""
        self.power = NoopManagement()


def entry(group: str, name: str, target: object) -> EntryPoint:
    """Make an entry point: of this module where a class is given, else of what is written."""
    value = f"{__name__}:{target.__name__}" if isinstance(target, type) else str(target)
    return EntryPoint(name=name, value=value, group=group)


def hardware_type(name: str, target: object) -> EntryPoint:
    """Make an entry point of a hardware type."""
    return entry(TYPES_GROUP, name, target)


def interface(kind: str, name: str, target: object) -> EntryPoint:
    """Make an entry point of an interface."""
    return entry(f"{INTERFACES_GROUP}{kind}", name, target)


def classic(name: str, target: object) -> EntryPoint:
    """Make an entry point of a classic driver."""
    return entry(CLASSIC_GROUP, name, target)


LEVER = (hardware_type("lever", LeverHardware), interface("power", "lever", LeverPower))
"""A hardware type with a power interface of its own."""
