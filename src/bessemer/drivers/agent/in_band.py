"""Runs the steps that the agent in the ramdisk brings."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.clients.agent_line import AgentBusy, AgentLine, AgentSilent
from bessemer.drivers.agent.command_turns import RAMDISK_GONE, Wanted, lead, learned_from
from bessemer.drivers.agent.commands import LONGEST_SHOWN, Command, Status, step_params
from bessemer.drivers.agent.kernel_arguments import arguments_again
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.agent.receipts import is_erasing, learned_of_erasing
from bessemer.drivers.agent.steps_of_agent import asked_steps, remembered_steps
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Call, Done, Failed, First, Learned, Outcome, Waiting
from bessemer.model import ramdisk as keys
from bessemer.model.errors import HardwareFailed
from bessemer.model.states import ProvisionState
from bessemer.model.step import StepKind
from bessemer.rules.ramdisk_states import forgotten_with_ramdisk

S = ProvisionState
KIND_IN: Mapping[str, StepKind] = {
    S.DEPLOYING: StepKind.DEPLOY,
    S.DEPLOY_WAIT: StepKind.DEPLOY,
    S.CLEANING: StepKind.CLEAN,
    S.CLEAN_WAIT: StepKind.CLEAN,
    S.SERVICING: StepKind.SERVICE,
    S.SERVICE_WAIT: StepKind.SERVICE,
}
"""What a machine is at, by the state of its node."""
ENDED = "ended"
"""What the memo says when the step is done, and only the ramdisk has to be prepared for the reboot that follows."""


class InBand(msgspec.Struct, frozen=True, kw_only=True):
    """A step that the agent is to run."""

    interface: str
    name: str
    args: Mapping[str, Any]

    @property
    def title(self) -> str:
        """Name it as people write it."""
        return f"{self.interface}.{self.name}"


def run_in_band(line: AgentLine | None, node: NodeView, turn: Turn, step: InBand, options: AgentOptions) -> Outcome:
    """Give a step of the agent its turn."""
    kind = KIND_IN.get(node.provision_state)
    if kind is None:
        return Failed(
            reason=f"The step {step.title} needs the agent, and none runs while the node is {node.provision_state!r}",
            remedy="Ask for the step in a cleaning, a servicing or a deployment of the node itself.",
        )
    if isinstance(turn.memo, Mapping) and ENDED in turn.memo:
        return _rebooted_next(node)
    told = {"interface": step.interface, "step": step.name, "args": dict(step.args)}
    wanted = Wanted(
        name=f"{kind}.execute_{kind}_step",
        params=lambda: step_params(kind, node, told),
        title=f"The step {step.title}",
        step=step.name,
    )
    found = lead(line, node, turn, wanted, options)
    if not isinstance(found, Command):
        return found
    if found.status is Status.VERSION_MISMATCH and line is not None:
        return _with_new_version(line, node, turn, kind, found)
    return _ended(line, node, kind, step, found)


def failed_command(command: Command, title: str) -> Failed:
    """Tell of a command that the agent could not bring to a good end."""
    return Failed(
        reason=f"{title} failed in the ramdisk: {command.error or command.status}",
        remedy="Correct what the agent tells of, or look into its logs on the console of the machine, then ask again.",
        learned=learned_from(command),
    )


def _ended(line: AgentLine | None, node: NodeView, kind: StepKind, step: InBand, command: Command) -> Outcome:
    receipt = learned_of_erasing(line, node, step.name, command) if is_erasing(step.interface, step.name) else Learned()
    learned = msgspec.structs.replace(receipt, remembered=learned_from(command).remembered)
    if command.status is not Status.SUCCEEDED:
        return msgspec.structs.replace(failed_command(command, f"The step {step.title}"), learned=learned)
    known = next((each for each in remembered_steps(kind, step.interface, node) if each["step"] == step.name), None)
    learned = msgspec.structs.replace(learned, fields=_fields(step, command))
    if known is not None and known.get("reboot_requested"):
        # The engine reboots the machine when this is done; the next boot must be one into the ramdisk again.
        arguments = {"ramdisk_params": arguments_again(node)}
        calls = (Call(kind="boot", method="prepare_ramdisk", arguments=arguments),)
        return First(calls=calls, memo={ENDED: True}, learned=learned, message="The ramdisk is prepared once more.")
    return Done(learned=learned, message=" ".join(learned.told)[:LONGEST_SHOWN])


def _rebooted_next(node: NodeView) -> Done:
    return Done(learned=Learned(remembered=forgotten_with_ramdisk(node.driver_internal_info)))


def _fields(step: InBand, command: Command) -> dict[str, Any]:
    """Tell what a step found out that has a field of its own: the logical disks that it made."""
    result = next((value for name, value in command.result.items() if name.endswith("_result")), None)
    if step.interface != "raid" or not isinstance(result, Mapping) or not isinstance(result.get("logical_disks"), list):
        return {}
    return {"raid_config": dict(result)}


def _with_new_version(line: AgentLine, node: NodeView, turn: Turn, kind: StepKind, command: Command) -> Outcome:
    """Ask for the steps anew, as the agent's have changed since; once, lest it go on for ever."""
    title = f"The version of the agent's {kind} steps"
    if isinstance(turn.memo, Mapping) and turn.memo.get("is_renewed"):
        return Failed(reason=f"{title} changed twice within one step", remedy=RAMDISK_GONE)
    try:
        steps = asked_steps(line, kind, node)
    except (AgentSilent, AgentBusy, HardwareFailed) as error:
        return Failed(reason=f"{title} changed, and they could not be asked for: {error.message}", remedy=RAMDISK_GONE)
    learned = Learned(remembered={**steps, keys.LAST_COMMAND: command.id})
    return Waiting(memo={"is_renewed": True}, look_again_after_s=0, learned=learned, message=f"{title} changed.")
