"""The power interface of pretended machines."""

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Failed, Learned, Outcome
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import Machine
from bessemer.model.power import PowerState

LEADS_TO = {
    PowerState.ON: PowerState.ON,
    PowerState.OFF: PowerState.OFF,
    PowerState.REBOOT: PowerState.ON,
    PowerState.SOFT_REBOOT: PowerState.ON,
    PowerState.SOFT_OFF: PowerState.OFF,
}
"""What can be asked for, with the state that a machine is in afterwards."""


class FakePower(FakeInterface, PowerInterface):
    """Switches machines on and off that are pretended."""

    @override
    def get_power_state(self, node: NodeView) -> PowerState:
        return self.ask(node, "get_power_state").power

    @override
    def set_power_state(self, node: NodeView, turn: Turn, target: PowerState) -> Outcome:
        def effect(machine: Machine) -> Learned | Failed:
            if target not in LEADS_TO:
                return Failed(
                    reason=f"The node {node.label} cannot be brought to the power state {target.value!r}",
                    remedy=f"Ask for one of {', '.join(LEADS_TO)}.",
                )
            return switched(machine, LEADS_TO[target])

        return self.deed(node, turn, "set_power_state", effect, target=target.value)

    @override
    def reboot(self, node: NodeView, turn: Turn, *, soft: bool = False) -> Outcome:
        return self.deed(node, turn, "reboot", lambda machine: switched(machine, PowerState.ON), soft=soft)

    @override
    def get_supported_power_states(self, node: NodeView) -> tuple[PowerState, ...]:
        return tuple(LEADS_TO)


def switched(machine: Machine, power: PowerState) -> Learned:
    """Switch a machine, and tell its power."""
    machine.switch(power)
    return Learned(fields={"power_state": power.value})
