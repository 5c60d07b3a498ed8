"""The power interface of machines that somebody cranks."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Learned, Outcome
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.steps import clean_step
from bessemer.model.errors import Invalid
from bessemer.model.power import PowerState

SIDES = ("left", "right")
TURNING: dict[str, bool] = {}
"""Which cranks are being turned, by machine: what a BMC would be asked for."""


class CrankPower(PowerInterface):
    """Has the crank of a machine turned, or left alone."""

    required_names: ClassVar[Mapping[str, str]] = {"crank_side": "Where the crank is: left or right."}
    optional_names: ClassVar[Mapping[str, str]] = {"crank_hand": "Who turns the crank."}

    @override
    def validate(self, node: NodeView) -> list[str]:
        faults = super().validate(node)
        if not faults and node.driver_info["crank_side"] not in SIDES:
            faults = [f"driver_info has a crank_side that is none of {', '.join(SIDES)}."]
        return faults

    @override
    def get_power_state(self, node: NodeView) -> PowerState:
        return PowerState.ON if TURNING.get(node.uuid, False) else PowerState.OFF

    @override
    def set_power_state(self, node: NodeView, turn: Turn, target: PowerState) -> Outcome:
        if target not in self.get_supported_power_states(node):
            raise Invalid(f"A crank cannot be brought to {target}.")
        TURNING[node.uuid] = target is not PowerState.OFF
        return Done()

    @override
    def reboot(self, node: NodeView, turn: Turn, *, soft: bool = False) -> Outcome:
        TURNING[node.uuid] = True
        return Done()

    @clean_step(
        0, {"drops": {"description": "How many drops of oil.", "type": "integer", "required": True}},
        requires_ramdisk=False,
    )  # fmt: skip
    def oil(self, node: NodeView, turn: Turn, *, drops: int) -> Outcome:
        """Oil the bearings."""
        learned: Mapping[str, Any] = {"oil_drops": drops}
        return Done(learned=Learned(remembered=learned))
