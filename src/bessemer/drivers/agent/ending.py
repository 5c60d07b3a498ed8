"""Ends the work of a ramdisk: switches it off, takes its machine to the network of the instance, starts that."""

import logging
from collections.abc import Mapping
from typing import Any

from bessemer.clients.agent_line import AgentLine
from bessemer.drivers.agent.commands import begun, done
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.contract.network import Network
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Call, Done, First, Learned, Outcome, Waiting
from bessemer.model.errors import BessemerError
from bessemer.model.power import PowerState
from bessemer.rules.ramdisk_states import forgotten_with_work

log = logging.getLogger(__name__)

PHASE = "phase"

ON = Call(kind="power", method="set_power_state", arguments={"target": PowerState.ON.value})
OFF = Call(kind="power", method="set_power_state", arguments={"target": PowerState.OFF.value})
REBOOT = Call(kind="power", method="reboot")


def attach(network: Network) -> Call:
    """Have a machine attached to a network."""
    return Call(kind="network", method="attach", arguments={"network": network.value})


def detach(network: Network) -> Call:
    """Have a machine taken off a network."""
    return Call(kind="network", method="detach", arguments={"network": network.value})


def phase_of(turn: Turn) -> str:
    """Tell how far a deed of several phases is."""
    return str(turn.memo.get(PHASE, "")) if isinstance(turn.memo, Mapping) else ""


def after_calls(turn: Turn, *calls: Call, learned: Learned | None = None) -> Outcome:
    """Have others do something, and then be done."""
    if phase_of(turn) == "called":
        return Done()
    return First(calls=calls, memo={PHASE: "called"}, learned=learned or Learned())


def switched_off(line: AgentLine | None, node: NodeView, turn: Turn, options: AgentOptions) -> Outcome:
    """Have the agent write out what it holds and switch its machine off; the BMC sees to it that it is off."""
    if node.disable_power_off:
        _asked(line, node, "standby.sync")
        return Done(message="The machine is left on, as its disable_power_off is true.")
    if phase_of(turn) in {"off", "called"}:
        return after_calls(turn, OFF)
    if line is None:
        return after_calls(turn, OFF, learned=_forgotten(node))
    _asked(line, node, "standby.sync")
    _asked(line, node, "standby.power_off")
    return Waiting(
        memo={PHASE: "off"},
        look_again_after_s=options.power_off_after_s,
        learned=_forgotten(node),
        message="The agent switches the machine off.",
    )


def _asked(line: AgentLine | None, node: NodeView, name: str) -> None:
    """Ask the agent for what its machine can do without, as the power is switched by the BMC in the end."""
    if line is None:
        return
    try:
        (done if name == "standby.sync" else begun)(line, name, {})
    except BessemerError as error:
        log.warning("The agent of the node %s did not do %s: %s", node.label, name, error.message)


def _forgotten(node: NodeView) -> Learned:
    remembered: dict[str, Any] = {**forgotten_with_work(node.driver_internal_info)}
    return Learned(remembered=remembered)
