"""Leads a command of the agent through the turns of a deed: begun once, found again after a crash, waited for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bessemer.clients.agent_line import AgentBusy, AgentLine, AgentSilent
from bessemer.drivers.agent.commands import Command, Status, begun, commands
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Failed, Learned, Waiting
from bessemer.model import ramdisk as keys
from bessemer.model.errors import HardwareFailed

SHOWN = 100
"""How much is told of a name that an agent made up."""
MOST_TRIES = 30
"""How often in a row an agent may be silent or busy."""
RAMDISK_GONE = "See on the console of the machine why its ramdisk was restarted or lost, then ask for the same again."


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A command that is to be run to its end."""

    name: str
    """With its extension, as in deploy.execute_deploy_step."""
    params: Callable[[], Mapping[str, Any]]
    """Lays out what it is told, which may need a question to the agent; only while nothing is being run."""
    title: str
    """What it does, as the subject of a sentence."""
    step: str | None = None
    """The step that it runs, where it runs one; the agent names it when it is done."""

    @property
    def plain_name(self) -> str:
        """Give the name that the agent lists it under."""
        return self.name.rpartition(".")[2]


def lead(
    line: AgentLine | None, node: NodeView, turn: Turn, wanted: Wanted, options: AgentOptions
) -> Command | Waiting | Failed:
    """Give a command its turn; the command itself once it has ended."""
    memo = _memo(turn)
    if line is None:
        return Waiting(memo=memo, message="The ramdisk is waited for.")
    try:
        command = _found(line, node, turn, memo, wanted)
    except (AgentSilent, AgentBusy) as error:
        return _again_later(memo, error.message, options)
    except HardwareFailed as error:
        return Failed(reason=f"{wanted.title}: {error.message}", remedy=RAMDISK_GONE)
    if command is None:
        return Failed(
            reason=f"{wanted.title} was begun, and the agent knows nothing of it any more: its ramdisk was restarted",
            remedy=RAMDISK_GONE,
        )
    if command.status is Status.RUNNING:
        return Waiting(memo={**memo, "id": command.id, "tries": 0}, message=f"{wanted.title} goes on.")
    return _lied(command, wanted) or command


def learned_from(command: Command) -> Learned:
    """Remember that a command has ended."""
    return Learned(remembered={keys.LAST_COMMAND: command.id})


def _lied(command: Command, wanted: Wanted) -> Failed | None:
    """Tell of an agent that did another thing than it was asked for: nobody knows what is on the machine now."""
    if command.status is not Status.SUCCEEDED or wanted.step is None or command.step in {None, wanted.step}:
        return None
    return Failed(
        reason=f"{wanted.title}: the agent says it ran {str(command.step)[:SHOWN]!r}, it was asked for {wanted.step!r}",
        remedy="The ramdisk is broken or not the one you think it is. Look at which image it was booted from.",
        learned=learned_from(command),
    )


def _memo(turn: Turn) -> dict[str, Any]:
    return dict(turn.memo) if isinstance(turn.memo, Mapping) else {}


def _found(line: AgentLine, node: NodeView, turn: Turn, memo: Mapping[str, Any], wanted: Wanted) -> Command | None:
    """Find the command, or begin it where it has not been; None where it was begun and is gone."""
    if "id" in memo:
        return next((each for each in commands(line) if each.id == memo["id"]), None)
    if turn.recheck or memo.get("tries"):
        adopted = _begun_unseen(commands(line), node, wanted)
        if adopted is not None:
            return adopted
    return begun(line, wanted.name, wanted.params())


def _begun_unseen(listed: Sequence[Command], node: NodeView, wanted: Wanted) -> Command | None:
    """Find a command that was begun by somebody who could not write that down: it came after the last one known."""
    known = node.driver_internal_info.get(keys.LAST_COMMAND)
    place = next((place for place, each in enumerate(listed) if each.id == known), -1)
    return next((each for each in reversed(listed[place + 1 :]) if each.name == wanted.plain_name), None)


def _again_later(memo: Mapping[str, Any], why: str, options: AgentOptions) -> Waiting | Failed:
    tries = int(memo.get("tries", 0)) + 1
    if tries >= MOST_TRIES:
        return Failed(reason=f"{tries} times in a row: {why}", remedy=RAMDISK_GONE)
    return Waiting(memo={**memo, "tries": tries}, look_again_after_s=options.look_again_s, message=why)
