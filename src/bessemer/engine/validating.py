"""Answers whether a node has what its interfaces need, each kind of interface by itself."""

import asyncio
from typing import Any

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.kinds import KINDS
from bessemer.engine.bench import Bench
from bessemer.engine.imagining import imagined_work
from bessemer.engine.machines import Machine
from bessemer.engine.planning import deploy_sources, fault_of_template, templates_for, traits_of_instance
from bessemer.model.errors import HardwareFailed, Invalid
from bessemer.model.operation import OperationKind
from bessemer.model.question import Question
from bessemer.rules.instance_traits import faults_of_instance_traits
from bessemer.store.transaction import Transaction

VALIDATED = tuple(kind for kind in KINDS if kind != "vendor")
"""Methods of vendors are checked when they are called."""

Line = dict[str, Any]


async def validate(bench: Bench, question: Question) -> dict[str, Line]:
    """Give a line for each kind: whether its interface could do its work, and if not, why."""
    machine = await bench.machine(str(question.node))
    lines = await asyncio.gather(*(_line(bench, machine, kind) for kind in VALIDATED))
    return dict(zip(VALIDATED, lines, strict=True))


async def _line(bench: Bench, machine: Machine, kind: str) -> Line:
    problems = await _problems(bench, machine, kind)
    if kind == "deploy":
        problems = [*problems, *faults_of_instance_traits(machine.view.instance_info, machine.view.traits)]
        if machine.view.instance_info.get("traits"):
            problems += await _faults_of_templates(bench, machine)
    return {"result": False, "reason": " ".join(problems)} if problems else {"result": True}


async def _faults_of_templates(bench: Bench, machine: Machine) -> list[str]:
    """Say which templates that the instance asks for cannot be used on the node."""
    label = f"The node {machine.view.label}, asked for its deploy steps,"
    try:
        return await bench.ask(
            label,
            lambda: bench.database.read(_faults_of_requested, bench, machine.view.uuid),
            bench.settings.validate_limit_s,
        )
    except (Invalid, HardwareFailed) as error:
        return [error.message]


def _faults_of_requested(tx: Transaction, bench: Bench, uuid: str) -> list[str]:
    work = imagined_work(tx, bench, uuid, OperationKind.DEPLOY, {})
    templates = templates_for(tx, work, traits_of_instance(work))
    sources = deploy_sources(work, templates, (), ramdisk_runs=False)
    return [fault for name in sorted(templates) if (fault := fault_of_template(sources, name)) is not None]


async def _problems(bench: Bench, machine: Machine, kind: str) -> list[str]:
    """Let one interface say what is missing; one that hangs or breaks costs its own line only."""
    interface = machine.driver.get(kind)
    if interface is None:
        return [machine.why_missing(kind)]
    label = machine.label(interface, "validate")
    try:
        return await bench.ask(label, lambda: _found(interface, machine), bench.settings.validate_limit_s)
    except (Invalid, HardwareFailed) as error:
        return [error.message]


def _found(interface: Interface, machine: Machine) -> list[str]:
    return [str(problem) for problem in interface.validate(machine.view)]
