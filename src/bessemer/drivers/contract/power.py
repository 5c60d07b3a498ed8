"""What a power interface offers: switching a machine on and off."""

from abc import abstractmethod
from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.model.power import PowerState


class PowerInterface(Interface):
    """Switches machines on and off."""

    kind: ClassVar[str] = "power"

    @abstractmethod
    def get_power_state(self, node: NodeView) -> PowerState:
        """Ask the machine how it is powered: on, off, or error where it cannot tell."""

    @abstractmethod
    def set_power_state(self, node: NodeView, turn: Turn, target: PowerState) -> Outcome:
        """Bring the machine to a power state; done when it has arrived there."""

    @abstractmethod
    def reboot(self, node: NodeView, turn: Turn, *, soft: bool = False) -> Outcome:
        """Switch the machine off and on again; one that is off is only switched on."""

    def get_supported_power_states(self, node: NodeView) -> tuple[PowerState, ...]:
        """Tell what set_power_state and reboot can be asked for."""
        return (PowerState.ON, PowerState.OFF, PowerState.REBOOT)
