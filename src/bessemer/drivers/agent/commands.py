"""What an agent can be told, and how its answers are read."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.clients.agent_line import AgentLine
from bessemer.drivers.contract.node_view import NodeView
from bessemer.model.errors import HardwareFailed
from bessemer.model.masking import masked_document
from bessemer.model.step import StepKind

VERSION = "hardware_manager_version"
"""What an agent says of its hardware managers, which has to be the same when a step is run."""
LONGEST_SHOWN = 2000
SHOWN_OF_PORTS = ("uuid", "address", "pxe_enabled", "physical_network", "local_link_connection", "extra")


class Status(StrEnum):
    """How far a command is."""

    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    VERSION_MISMATCH = "VERSION_MISMATCH"


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent says of one command."""

    id: str
    name: str
    status: Status
    result: Mapping[str, Any]
    error: str

    @property
    def step(self) -> str | None:
        """Name the step that it ran, which an agent tells when it is done."""
        told = next((value for name, value in self.result.items() if name.endswith("_step")), None)
        name = told.get("step") if isinstance(told, Mapping) else None
        return name if isinstance(name, str) else None


def begun(line: AgentLine, name: str, params: Mapping[str, Any]) -> Command:
    """Have an agent begin something."""
    return command_from_answer(line.post("/v1/commands/", {"name": name, "params": params}, "wait=false"))


def done(line: AgentLine, name: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Have an agent do something that takes no time, giving its result."""
    found = command_from_answer(line.post("/v1/commands/", {"name": name, "params": params}, "wait=true"))
    if found.status is not Status.SUCCEEDED:
        raise HardwareFailed(f"The agent could not do {name}: {found.error or found.status}")
    return found.result


def commands(line: AgentLine) -> Sequence[Command]:
    """List what an agent was told since it started, the oldest first."""
    answer = line.get("/v1/commands/")
    listed = answer.get("commands") if isinstance(answer, dict) else None
    if not isinstance(listed, list):
        raise HardwareFailed("The agent did not list its commands. Restart its ramdisk.")
    return [command_from_answer(each) for each in listed]


def command_from_answer(answer: Any) -> Command:
    """Read what an agent says of one command; everything in it may be a lie."""
    if not isinstance(answer, dict) or not isinstance(answer.get("id"), str):
        raise HardwareFailed("The agent answered what no agent says of a command. Restart its ramdisk.")
    word = str(answer.get("command_status"))
    result = answer.get("command_result")
    return Command(
        id=answer["id"][:LONGEST_SHOWN],
        name=str(answer.get("command_name"))[:LONGEST_SHOWN],
        status=_status(word),
        result=result if isinstance(result, dict) else {},
        error=_words(answer.get("command_error")),
    )


def _status(word: str) -> Status:
    if word.endswith(Status.VERSION_MISMATCH):  # agents put the kind of step before it
        return Status.VERSION_MISMATCH
    try:
        return Status(word)
    except ValueError as error:
        raise HardwareFailed(f"The agent says of a command that it is {word[:40]!r}, which nobody knows.") from error


def _words(error: Any) -> str:
    if error is None:
        return ""
    told = error.get("details") or error.get("message") if isinstance(error, dict) else error
    return str(told)[:LONGEST_SHOWN]


def machine_as_told(node: NodeView) -> dict[str, Any]:
    """Describe a machine as its agent is told of it: what it needs, and no secret of anybody else."""
    shown = {
        "uuid": node.uuid,
        "name": node.name,
        "driver": node.driver,
        "properties": dict(node.properties),
        "instance_info": masked_document("instance_info", node.instance_info),
        "driver_internal_info": masked_document("driver_internal_info", _without_steps(node.driver_internal_info)),
        "target_raid_config": dict(node.target_raid_config),
        "raid_config": dict(node.raid_config),
        "provision_state": node.provision_state,
        "traits": list(node.traits),
    }
    ports = [{name: getattr(port, name) for name in SHOWN_OF_PORTS} for port in node.ports]
    return {"node": shown, "ports": ports}


def _without_steps(memory: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what the server remembers for itself, some of which is long."""
    return {name: value for name, value in memory.items() if not name.startswith("agent_cached_")}


def step_params(kind: StepKind, node: NodeView, step: Mapping[str, Any]) -> dict[str, Any]:
    """Lay out what the command that runs a step is given; anything else would break the agent."""
    told = {"step": dict(step), **machine_as_told(node)}
    version = node.driver_internal_info.get(VERSION)
    return {**told, f"{kind}_version": dict(version)} if isinstance(version, Mapping) else told
