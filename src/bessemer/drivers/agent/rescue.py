"""The rescue interface that works through the agent, which lets the user of a machine in."""

from collections.abc import Mapping

import bcrypt
from typing_extensions import override

from bessemer.clients.agent_line import AgentBusy, AgentSilent
from bessemer.drivers.agent.booting import booted
from bessemer.drivers.agent.command_turns import RAMDISK_GONE
from bessemer.drivers.agent.commands import done
from bessemer.drivers.agent.ending import PHASE, REBOOT, after_calls, attach, detach, phase_of
from bessemer.drivers.agent.interface import AgentInterface
from bessemer.drivers.contract.network import Network
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Call, Done, Failed, First, Learned, Outcome, Waiting
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.model.errors import HardwareFailed
from bessemer.rules.ramdisk_states import forgotten_with_work

LEAVE = (Call(kind="boot", method="clean_up_ramdisk"), detach(Network.RESCUING))


class AgentRescue(AgentInterface, RescueInterface):
    """Boots the ramdisk, and gives its user a password there."""

    @override
    def rescue(self, node: NodeView, turn: Turn) -> Outcome:
        if phase_of(turn) == "let in":
            return Done(learned=Learned(remembered=forgotten_with_work(node.driver_internal_info)))
        password = node.instance_info.get("rescue_password")
        if not isinstance(password, str) or not password:
            return Failed(reason="The node has no rescue_password", remedy="Ask for the rescue again, with a password.")
        line = self.line(node)
        waiting = booted(line, node, turn, Network.RESCUING, self.options)
        if waiting is not None or line is None:
            return waiting or Done()
        try:
            done(line, "rescue.finalize_rescue", {"rescue_password": _hashed(password), "hashed": True})
        except (AgentSilent, AgentBusy) as error:
            memo = dict(turn.memo) if isinstance(turn.memo, Mapping) else {}
            return Waiting(memo=memo, look_again_after_s=self.options.look_again_s, message=error.message)
        except HardwareFailed as error:
            return Failed(reason=error.message, remedy=RAMDISK_GONE)
        return First(calls=(detach(Network.RESCUING), attach(Network.TENANT)), memo={PHASE: "let in"})

    @override
    def unrescue(self, node: NodeView, turn: Turn) -> Outcome:
        prepare = Call(kind="boot", method="prepare_instance")
        return after_calls(turn, *LEAVE, attach(Network.TENANT), prepare, REBOOT)

    @override
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        return after_calls(turn, *LEAVE)


def _hashed(password: str) -> str:
    """Hash a password as the login of a ramdisk reads it; what is longer counts for its first 72 bytes."""
    return bcrypt.hashpw(password.encode()[:72], bcrypt.gensalt()).decode()
