"""The RAID interface that works through the agent, which makes software RAID."""

from typing_extensions import override

from bessemer.drivers.agent.in_band import InBand, run_in_band
from bessemer.drivers.agent.interface import AgentInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.raid import RaidInterface


class AgentRaid(AgentInterface, RaidInterface):
    """Has the agent make and delete logical disks; its steps are those that the agent lists."""

    @override
    def create_configuration(
        self,
        node: NodeView,
        turn: Turn,
        *,
        create_root_volume: bool = True,
        create_nonroot_volumes: bool = True,
        delete_existing: bool = True,
    ) -> Outcome:
        # Which volumes are made stands in target_raid_config, which the agent is told; it takes no arguments itself.
        return self._run("create_configuration", node, turn)

    @override
    def delete_configuration(self, node: NodeView, turn: Turn) -> Outcome:
        return self._run("delete_configuration", node, turn)

    def _run(self, name: str, node: NodeView, turn: Turn) -> Outcome:
        return run_in_band(self.line(node), node, turn, InBand(interface="raid", name=name, args={}), self.options)
