"""What is tested of power interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.model.power import PowerState
from bessemer.testing.conformance.interface import InterfaceConformance, Question
from bessemer.testing.conformance.leading import faults_of, is_done, lead_or_refusal

LEADS_TO: Mapping[PowerState, PowerState] = {
    PowerState.ON: PowerState.ON,
    PowerState.OFF: PowerState.OFF,
    PowerState.REBOOT: PowerState.ON,
    PowerState.SOFT_REBOOT: PowerState.ON,
    PowerState.SOFT_OFF: PowerState.OFF,
}
"""What can be asked for, with the state that a machine is in afterwards."""


class PowerConformance(InterfaceConformance):
    """Switching a machine on and off."""

    contract: ClassVar[type[Interface]] = PowerInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "set_power_state": {"target": PowerState.ON},
        "reboot": {"soft": False},
    }
    questions: ClassVar[Mapping[str, Question]] = {
        "get_power_state": Question(answer=(PowerState,)),
        "get_supported_power_states": Question(answer=(tuple,)),
    }

    def test_a_machine_can_be_switched_on_and_off(self) -> None:
        """Whatever else is supported, these two are."""
        supported = set(self.made().get_supported_power_states(self.node()))
        assert {PowerState.ON, PowerState.OFF} <= supported <= set(LEADS_TO)

    def test_a_machine_is_in_the_state_that_was_done(self) -> None:
        """Done means that the machine has arrived, and not that it was told to go."""
        made, node = self.made(), self.node()
        for target in made.get_supported_power_states(node):
            if is_done(lead_or_refusal(made, node, "set_power_state", {"target": target})):
                found = made.get_power_state(node)
                assert found is LEADS_TO[target], f"{target} was done, and the machine is {found}"

    def test_a_restarted_machine_is_on(self) -> None:
        """A reboot of a machine that is off switches it on."""
        made, node = self.made(), self.node()
        lead_or_refusal(made, node, "set_power_state", {"target": PowerState.OFF})
        if is_done(lead_or_refusal(made, node, "reboot", {"soft": False})):
            assert made.get_power_state(node) is PowerState.ON

    def test_a_state_that_cannot_be_wanted_is_refused(self) -> None:
        """Nobody can switch a machine to an error."""
        found = lead_or_refusal(self.made(), self.node(), "set_power_state", {"target": PowerState.ERROR})
        assert not is_done(found)
        assert not faults_of(found)
