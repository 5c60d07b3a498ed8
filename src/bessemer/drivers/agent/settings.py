"""What interfaces that work through the agent have to be told."""

from bessemer.drivers.agent import parse
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.handless import Question, Settings

MACHINES = "machines through the agent in the ramdisk"


def agent_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the way in which the agent is to work."""
    found = parse.parse(node.driver_info)
    return found if isinstance(found, list) else []


def image_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the image, or with the way in which the agent is to write it."""
    return [*agent_faults(node), *parse.image_faults(node.instance_info)]


def ramdisk_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the ramdisk that is to be the instance."""
    return [*agent_faults(node), *parse.ramdisk_faults(node.instance_info)]


def agent_settings(module: str, faults: Question = agent_faults) -> Settings:
    """Tell the settings of an interface that works through the agent."""
    return Settings(module=module, machines=MACHINES, optional_names=parse.NAMES, faults=faults, needs_ramdisk=True)
