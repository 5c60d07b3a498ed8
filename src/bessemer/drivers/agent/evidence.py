"""Asks the agent of work that has failed for the results of its commands and for the logs of its ramdisk."""

import binascii
import time
from base64 import b64decode
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.clients.agent_line import AgentLine, AgentPlace
from bessemer.drivers.agent.commands import commands, done
from bessemer.drivers.agent.options import LogOptions
from bessemer.drivers.contract.outcome import Done, Evidence, Learned
from bessemer.model.errors import BessemerError, HardwareFailed
from bessemer.model.masking import masked

LOGS = "ramdisk-logs.tar.gz"
COMMANDS = "agent-commands.json"
MOST_OF_COMMANDS = 4 * 1024 * 1024
AROUND_LOGS = 64 * 1024
"""What an answer may have besides the archive in it."""


class _Asked(msgspec.Struct, frozen=True):
    """One thing to ask for."""

    name: str
    content_type: str
    most_bytes: int
    """The largest answer that is read."""
    read: Callable[[AgentLine], bytes]


def evidence_from(place: AgentPlace, options: LogOptions) -> Done:
    """Ask for everything within the time for it; what cannot be had is told, and nothing fails by that."""
    ends = time.monotonic() + options.limit_s
    found: list[Evidence] = []
    faults: list[str] = []
    for asked in _questions(options):
        left = ends - time.monotonic()
        try:
            if left <= 0:
                raise HardwareFailed(f"The {options.limit_s:g} s for evidence were over.")
            line = AgentLine(msgspec.structs.replace(place, limit_s=left, most_bytes=asked.most_bytes))
            found.append(Evidence(name=asked.name, content_type=asked.content_type, data=asked.read(line)))
        except BessemerError as error:
            faults.append(f"{asked.name} could not be had: {error.message}")
    kept = f"Had from the ramdisk: {', '.join(each.name for each in found)}." if found else ""
    return Done(learned=Learned(evidence=tuple(found)), message=" ".join(filter(None, (kept, *faults))))


def _questions(options: LogOptions) -> tuple[_Asked, ...]:
    def logs(line: AgentLine) -> bytes:
        return _logs(line, options.most_bytes)

    whole = options.most_bytes // 3 * 4 + AROUND_LOGS
    return (
        _Asked(COMMANDS, "application/json", min(whole, MOST_OF_COMMANDS), _commands),
        _Asked(LOGS, "application/gzip", whole, logs),
    )


def _logs(line: AgentLine, most_bytes: int) -> bytes:
    """Take the archive as the bytes that it is: it is never unpacked here."""
    told = done(line, "log.collect_system_logs", {}).get("system_logs")
    try:
        data = b64decode(told.encode("ascii"), validate=True) if isinstance(told, str) else b""
    except (binascii.Error, ValueError) as error:
        raise HardwareFailed("The agent sent logs that are not Base64.") from error
    if not data:
        raise HardwareFailed("The agent sent no logs.")
    if len(data) > most_bytes:
        raise HardwareFailed(f"The logs have {len(data)} bytes; {most_bytes} are allowed.")
    return data


def _commands(line: AgentLine) -> bytes:
    told = [
        {
            "id": each.id,
            "command_name": each.name,
            "command_status": each.status,
            "command_result": without_steps(each.result),
            "command_error": each.error or None,
        }
        for each in commands(line)
    ]
    return msgspec.json.format(msgspec.json.encode({"commands": told}), indent=2)


def without_steps(result: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out of a result the arguments that the server gave, which may hold an instance's secrets."""
    return {name: _shown(name, value) for name, value in result.items()}


def _shown(name: str, value: Any) -> Any:
    if name.endswith("_step") and isinstance(value, Mapping):
        return {key: value[key] for key in ("interface", "step") if key in value}
    return masked({name: value})[name]
