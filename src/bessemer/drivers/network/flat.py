"""The network interface of machines that share one flat network, whose addresses Neutron gives out."""

from bessemer.drivers.contract.network import NetworkInterface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.handless import Settings, handless
from bessemer.drivers.network import parse


def network_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the networks."""
    found = parse.parse(node.driver_info)
    return found if isinstance(found, list) else []


SETTINGS = Settings(
    module=__name__, machines="machines in networks of Neutron", optional_names=parse.NAMES, faults=network_faults
)

FlatNetwork = handless("FlatNetwork", NetworkInterface, SETTINGS)
