"""The steps that the agent in a ramdisk brings: asked for once in a boot, and remembered with the node."""

import logging
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from bessemer.clients.agent_line import AgentLine
from bessemer.drivers.agent.commands import VERSION, done, machine_as_told
from bessemer.drivers.contract.node_view import NodeView
from bessemer.model.errors import HardwareFailed
from bessemer.model.step import Argument, OnTakeover, Step, StepKind
from bessemer.rules.reserved_steps import RESERVED

log = logging.getLogger(__name__)

MOST_STEPS = 1000
LONGEST_NAME = 255
LONGEST_TEXT = 2000
HIGHEST_PRIORITY = 10**6
KINDS = (StepKind.DEPLOY, StepKind.CLEAN, StepKind.SERVICE)


def key_of(kind: StepKind) -> str:
    """Name the key of driver_internal_info that keeps the steps of one kind."""
    return f"agent_cached_{kind}_steps"


def forgotten_steps(memory: Mapping[str, Any]) -> dict[str, None]:
    """Tell which keys of driver_internal_info go before a ramdisk is asked anew."""
    names = [VERSION, *(name for kind in KINDS for name in (key_of(kind), f"{key_of(kind)}_refreshed"))]
    return {name: None for name in names if name in memory}


def asked_steps(line: AgentLine, kind: StepKind, node: NodeView) -> dict[str, Any]:
    """Ask for the steps of one kind, giving what is to be remembered of them."""
    result = done(line, f"{kind}.get_{kind}_steps", machine_as_told(node))
    listed = result.get(f"{kind}_steps")
    if not isinstance(listed, Mapping):
        raise HardwareFailed(f"The agent did not list its {kind} steps. Restart its ramdisk.")
    steps = [step for of_manager in listed.values() for step in _readable(of_manager)]
    if len(steps) > MOST_STEPS:
        raise HardwareFailed(f"The agent listed {len(steps)} {kind} steps, which nobody can mean.")
    by_interface: dict[str, list[dict[str, Any]]] = {}
    for step in steps:
        by_interface.setdefault(step["interface"], []).append(step)
    version = result.get(VERSION)
    return {
        key_of(kind): by_interface,
        f"{key_of(kind)}_refreshed": str(datetime.now(UTC)),
        VERSION: dict(version) if isinstance(version, Mapping) else {},
    }


def cached_steps(kind: StepKind, interface: str, node: NodeView) -> tuple[Step, ...]:
    """Give the steps that the agent has for one kind of interface, as far as is known."""
    return tuple(
        Step(
            kind=kind,
            interface=interface,
            step=told["step"],
            priority=told["priority"],
            abortable=told["abortable"],
            reboot_requested=told["reboot_requested"],
            on_takeover=OnTakeover.RECHECK,
            arguments=_arguments(told["argsinfo"]),
        )
        for told in remembered_steps(kind, interface, node)
    )


def remembered_steps(kind: StepKind, interface: str, node: NodeView) -> list[dict[str, Any]]:
    """Give what is remembered of the agent's steps for one kind of interface."""
    found: Any = node.driver_internal_info.get(key_of(kind))
    listed = found.get(interface) if isinstance(found, Mapping) else None
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _readable(listed: Any) -> Iterator[dict[str, Any]]:
    """Take of what an agent listed that which is a step: it may be anybody's."""
    for each in listed if isinstance(listed, list) else ():
        told = _step(each) if isinstance(each, Mapping) else None
        if told is None:
            log.warning("The agent listed what is no step, or one whose name the server keeps for itself: %.200r", each)
        else:
            yield told


def _step(told: Mapping[str, Any]) -> dict[str, Any] | None:
    name, interface, priority = told.get("step"), told.get("interface"), told.get("priority", 0)
    words = [word for word in (name, interface) if isinstance(word, str) and word.isidentifier()]
    if len(words) != 2 or max(map(len, words)) > LONGEST_NAME or name in RESERVED:  # noqa: PLR2004 - the two words
        return None
    if isinstance(priority, bool) or not isinstance(priority, int) or not 0 <= priority <= HIGHEST_PRIORITY:
        return None
    argsinfo = told.get("argsinfo")
    return {
        "step": name,
        "interface": interface,
        "priority": priority,
        "abortable": told.get("abortable") is True,
        "reboot_requested": told.get("reboot_requested") is True,
        "argsinfo": _told_arguments(argsinfo) if isinstance(argsinfo, Mapping) else {},
    }


def _told_arguments(argsinfo: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: {
            "description": str(told.get("description") or "The agent does not say what it is.")[:LONGEST_TEXT],
            "required": told.get("required") is True,
        }
        for name, told in argsinfo.items()
        if name.isidentifier() and len(name) <= LONGEST_NAME and isinstance(told, Mapping)
    }


def _arguments(told: Mapping[str, Any]) -> dict[str, Argument]:
    return {name: Argument(description=each["description"], required=each["required"]) for name, each in told.items()}
