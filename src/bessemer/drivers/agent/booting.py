"""Boots the ramdisk, waits until its agent is heard of, and asks it for its steps."""

from collections.abc import Mapping
from secrets import token_urlsafe
from typing import Any

from bessemer.clients.agent_line import AgentBusy, AgentLine, AgentSilent
from bessemer.drivers.agent.command_turns import MOST_TRIES, RAMDISK_GONE
from bessemer.drivers.agent.kernel_arguments import KEPT, TOKEN, first_arguments
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.agent.steps_of_agent import asked_steps, forgotten_steps
from bessemer.drivers.contract.network import Network
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Call, Done, Failed, First, Learned, Outcome, Waiting
from bessemer.model import ramdisk as keys
from bessemer.model.errors import HardwareFailed
from bessemer.model.step import StepKind
from bessemer.rules.ramdisk_states import forgotten_with_work

SEEN_BY_NOBODY_ELSE = frozenset({"redfish-virtual-media"})
"""Boot interfaces whose kernel arguments reach the machine alone, so that the token may be one of them."""
TOKEN_BYTES = 32
BOOTED = "booted"


def booted(
    line: AgentLine | None, node: NodeView, turn: Turn, network: Network, options: AgentOptions
) -> Outcome | None:
    """Have the ramdisk booted; None once its agent has been heard of."""
    memo = turn.memo if isinstance(turn.memo, Mapping) else {}
    if BOOTED not in memo:
        return _boot(node, network, options)
    return Waiting(memo=dict(memo), message="The ramdisk is waited for.") if line is None else None


def told_steps(line: AgentLine, node: NodeView, turn: Turn, kind: StepKind, options: AgentOptions) -> Outcome:
    """Ask the agent for its steps; done when they are known."""
    memo = dict(turn.memo) if isinstance(turn.memo, Mapping) else {}
    try:
        return Done(learned=Learned(remembered=asked_steps(line, kind, node)), message="The ramdisk is there.")
    except (AgentSilent, AgentBusy) as error:
        tries = int(memo.get("tries", 0)) + 1
        if tries >= MOST_TRIES:
            return Failed(reason=f"{tries} times in a row: {error.message}", remedy=RAMDISK_GONE)
        memo["tries"] = tries
        return Waiting(memo=memo, look_again_after_s=options.look_again_s, message=error.message)
    except HardwareFailed as error:
        return Failed(reason=error.message, remedy=RAMDISK_GONE)


def _boot(node: NodeView, network: Network, options: AgentOptions) -> First:
    """Forget the ramdisk of the boot before, then boot: what that one still says counts for nothing."""
    memory = node.driver_internal_info
    params = first_arguments(options.api_url)
    remembered: dict[str, Any] = {**forgotten_with_work(memory), **forgotten_steps(memory), KEPT: dict(params)}
    if node.interfaces.get("boot") in SEEN_BY_NOBODY_ELSE:
        params[TOKEN] = token_urlsafe(TOKEN_BYTES)
        remembered |= {keys.TOKEN: params[TOKEN], keys.TOKEN_WAS_BUILT_IN: True}
    return First(
        calls=(
            Call(kind="network", method="attach", arguments={"network": network.value}),
            Call(kind="boot", method="prepare_ramdisk", arguments={"ramdisk_params": params}),
            Call(kind="power", method="reboot"),
        ),
        memo={BOOTED: True},
        learned=Learned(remembered=remembered),
        message="The machine is restarted into its ramdisk.",
    )
