"""The inspect interface that works through the agent, which finds out what the machine is made of."""

from bessemer.drivers.agent.settings import agent_settings
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.handless import handless

AgentInspect = handless("AgentInspect", InspectInterface, agent_settings(__name__))
