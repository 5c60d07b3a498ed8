"""The deploy interfaces that work through the agent."""

from bessemer.drivers.agent.settings import agent_settings, image_faults, ramdisk_faults
from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.handless import handless

AgentDeploy = handless("AgentDeploy", DeployInterface, agent_settings(__name__, image_faults))
"""The agent fetches an image and writes it to a disk."""
CustomAgentDeploy = handless("CustomAgentDeploy", DeployInterface, agent_settings(__name__))
"""The agent does what its own steps say, and no image is needed."""
RamdiskDeploy = handless("RamdiskDeploy", DeployInterface, agent_settings(__name__, ramdisk_faults))
"""The instance is a ramdisk itself, and nothing is written."""
