"""What interfaces that work through the agent have to be told."""

from bessemer.drivers.agent import parse
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.handless import Settings

MACHINES = "machines through the agent in the ramdisk"


def agent_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the way in which the agent is to work."""
    found = parse.parse(node.driver_info)
    return found if isinstance(found, list) else []


def agent_settings(module: str) -> Settings:
    """Tell the settings of an interface that works through the agent."""
    return Settings(
        module=module, machines=MACHINES, optional_names=parse.NAMES, faults=agent_faults, needs_ramdisk=True
    )
