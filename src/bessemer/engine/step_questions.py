"""Tells which steps a node can run, and which a driver as a whole."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bessemer.drivers.composing import Driver
from bessemer.drivers.contract.interface import Interface
from bessemer.engine.bench import Bench
from bessemer.engine.machines import Machine, default_driver
from bessemer.model.question import Question
from bessemer.model.step import Argument, Step, StepKind
from bessemer.rules.reserved_steps import RESERVED
from bessemer.rules.step_order import INTERFACES_OF, in_order

Shown = dict[str, Any]


async def steps_of_node(bench: Bench, question: Question) -> Shown:
    """List every step of any kind that a node can run by what is known now."""
    machine = await bench.machine(str(question.node))
    label = f"The node {machine.view.label}, asked for its steps,"
    return await bench.ask(label, lambda: _catalogue(list(_of_node(machine)), machine.driver))


async def steps_of_driver(bench: Bench, question: Question) -> Shown:
    """List every step that the interfaces of a driver declare which nodes get by default."""
    driver = default_driver(bench.loaded, str(question.driver))
    label = f"The driver {question.driver!r}, asked for its steps,"
    return await bench.ask(label, lambda: _catalogue(list(_of_driver(driver)), driver))


def _of_node(machine: Machine) -> Iterator[tuple[Step, str]]:
    for kind, interface in _interfaces(machine.driver):
        declared = {(step.kind, step.step) for step in interface.steps}
        for step in interface.get_steps(kind, machine.view):
            yield step, "driver" if (step.kind, step.step) in declared else "agent"


def _of_driver(driver: Driver) -> Iterator[tuple[Step, str]]:
    for kind, interface in _interfaces(driver):
        for step in interface.steps:
            if step.kind is kind:
                yield step, "driver"


def _interfaces(driver: Driver) -> Iterator[tuple[StepKind, Interface]]:
    for kind in StepKind:
        for name in INTERFACES_OF[kind]:
            interface = driver.get(name)
            if interface is not None:
                yield kind, interface


def _catalogue(found: list[tuple[Step, str]], driver: Driver) -> Shown:
    by_kind: dict[StepKind, list[Step]] = {}
    sources: dict[tuple[str, str, str], str] = {}
    for step, source in found:
        name = (step.kind, step.interface, step.step)
        if name not in sources:
            sources[name] = source
            by_kind.setdefault(step.kind, []).append(step)
    return {
        "steps": [
            _shown(step, sources[step.kind, step.interface, step.step])
            for kind in StepKind
            for step in in_order(kind, by_kind.get(kind, []))
        ],
        "ramdisk_may_bring_more": driver.deploy is not None and driver.deploy.needs_ramdisk,
        "reserved": [{"step": name, "arguments": _arguments(told)} for name, told in RESERVED.items()],
    }


def _shown(step: Step, source: str) -> Shown:
    return {
        "kind": str(step.kind),
        "interface": step.interface,
        "step": step.step,
        "priority": step.priority,
        "abortable": step.abortable,
        "requires_ramdisk": step.requires_ramdisk,
        "source": source,
        "arguments": _arguments(step.arguments),
    }


def _arguments(arguments: Mapping[str, Argument]) -> Shown:
    return {name: msgspec.to_builtins(told) for name, told in arguments.items()}
