"""The rescue interface that works through the agent, which lets the user of a machine in."""

from bessemer.drivers.agent.settings import agent_settings
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.drivers.handless import handless

AgentRescue = handless("AgentRescue", RescueInterface, agent_settings(__name__))
