"""Makes the receipt of a step that has erased disks: what the agent reports of it, disk by disk."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from bessemer.clients.agent_line import AgentLine
from bessemer.drivers.agent.commands import VERSION, Command, Status, done
from bessemer.drivers.agent.evidence import without_steps
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.outcome import Evidence, Learned
from bessemer.model.errors import BessemerError

ERASING = frozenset({"erase_devices", "erase_devices_metadata", "erase_devices_express"})
"""Steps of the interface deploy that erase disks; agents of all vendors call them so."""
MOST_DISKS = 256
MOST_TOLD = 64
"""How many disks have an entry of their own in the history."""
LONGEST_WORD = 120
MOST_BYTES = 256 * 1024
FACTS = ("name", "serial", "wwn", "model", "size")
"""What identifies a disk."""


def is_erasing(interface: str, step: str) -> bool:
    """Tell whether a step erases disks."""
    return interface == "deploy" and step in ERASING


def learned_of_erasing(line: AgentLine | None, node: NodeView, step: str, command: Command) -> Learned:
    """Make the receipt, and the entries of the history, of a step that has ended, well or badly."""
    seen = _seen(line)
    named = _named(command)
    disks = [{**seen.get(_short(name), {"name": name}), "reported": result} for name, result in named.items()]
    others = [facts for name, facts in seen.items() if name not in {_short(each) for each in named}]
    ended_at = str(datetime.now(UTC))
    receipt = {
        "node": node.uuid,
        "step": f"deploy.{step}",
        "ended_at": ended_at,
        "status": command.status,
        "error": command.error or None,
        "disks": disks,
        "other_disks_seen": others,
        VERSION: node.driver_internal_info.get(VERSION),
        "command": {"id": command.id, "result": without_steps(command.result)},
    }
    return Learned(evidence=(_written(receipt, step),), told=_told(step, command, disks, others, ended_at))


def _named(command: Command) -> dict[str, Any]:
    """Give the disks that the step itself reports, each with what it says of it."""
    result = next((value for name, value in command.result.items() if name.endswith("_result")), None)
    listed = list(result.items())[:MOST_DISKS] if isinstance(result, Mapping) else []
    return {_word(name): value for name, value in listed}


def _seen(line: AgentLine | None) -> dict[str, dict[str, Any]]:
    """Ask which disks there are: most steps do not say which ones they have erased."""
    try:
        found = {} if line is None else done(line, "poll.get_hardware_info", {})
    except BessemerError:
        return {}
    listed = found.get("disks")
    disks = [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    return {_short(_word(each.get("name"))): _facts(each) for each in disks[:MOST_DISKS]}


def _facts(disk: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: disk[name] for name in FACTS if disk.get(name) not in {None, ""}} if _is_flat(disk) else {}
    return {name: value if isinstance(value, int) else _word(value) for name, value in found.items()}


def _is_flat(disk: Mapping[str, Any]) -> bool:
    return all(isinstance(disk.get(name), str | int | None) for name in FACTS)


def _short(name: str) -> str:
    """Tell the name of a disk without its folder."""
    return name.rpartition("/")[2]


def _word(value: Any) -> str:
    """Take a word of an agent for a sentence: short, and with nothing in it that a terminal would obey."""
    return "".join(each if each.isprintable() else "?" for each in str(value)[:LONGEST_WORD])


def _written(receipt: Mapping[str, Any], step: str) -> Evidence:
    text = msgspec.json.format(msgspec.json.encode(receipt), indent=2)
    if len(text) > MOST_BYTES:
        short = {**receipt, "disks": [], "other_disks_seen": [], "command": {"result": "too long to be kept"}}
        text = msgspec.json.format(msgspec.json.encode(short), indent=2)
    return Evidence(name=f"receipt-{step.replace('_', '-')}.json", content_type="application/json", data=text)


def _told(
    step: str, command: Command, disks: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]], at: str
) -> tuple[str, ...]:
    if command.status is not Status.SUCCEEDED:
        return ()  # why it failed is told as the failure of the work
    if not disks:
        seen = ", ".join(_label(each) for each in others[:MOST_TOLD]) or "not known"
        return (f"deploy.{step} is done, says the agent, without naming disks, at {at}. Disks that it saw: {seen}.",)
    lines = [f"{_label(each)} was erased by deploy.{step}, says the agent, at {at}." for each in disks[:MOST_TOLD]]
    more = len(disks) - MOST_TOLD
    return (*lines, *((f"{more} more disks were erased by deploy.{step}; the receipt has them.",) if more > 0 else ()))


def _label(disk: Mapping[str, Any]) -> str:
    known = [f"{name} {disk[name]}" for name in ("serial", "wwn") if name in disk]
    identity = f" ({', '.join(known)})" if known else ""
    return f"The disk {disk.get('name')}{identity}"
