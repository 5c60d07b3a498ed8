"""The power interface of machines whose BMC speaks Redfish."""

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import bmc_settings
from bessemer.model.power import PowerState


def power_states(_node: NodeView) -> tuple[PowerState, ...]:
    """Tell what can be asked for: the BMC can press the button as well as cut the power."""
    return (PowerState.ON, PowerState.OFF, PowerState.REBOOT, PowerState.SOFT_REBOOT, PowerState.SOFT_OFF)


RedfishPower = handless(
    "RedfishPower", PowerInterface, bmc_settings(__name__), {"get_supported_power_states": power_states}
)
