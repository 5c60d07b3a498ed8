"""The RAID interface that works through the agent, which makes software RAID."""

from bessemer.drivers.agent.settings import agent_settings
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.handless import handless

AgentRaid = handless("AgentRaid", RaidInterface, agent_settings(__name__))
