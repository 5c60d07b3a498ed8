"""Tells how to reach the console of a machine, and begins or ends serving it."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.contract.node_view import Turn
from bessemer.drivers.contract.outcome import Done, Failed, Learned, Waiting, outcome_from_return
from bessemer.engine.bench import Bench
from bessemer.engine.keeping import keep
from bessemer.engine.machines import Machine
from bessemer.model.errors import HardwareFailed, Invalid
from bessemer.model.question import Question


async def console(bench: Bench, question: Question) -> dict[str, Any]:
    """Tell how the console is reached."""
    machine = await bench.machine(str(question.node))
    interface = machine.need(ConsoleInterface)
    label = machine.label(interface, "tell how its console is reached")
    return dict(await bench.ask(label, lambda: interface.get_console(machine.view)))


async def set_console(bench: Bench, question: Question) -> None:
    """Begin or end serving the console, if that is a change."""
    machine = await bench.machine(str(question.node))
    interface, enabled = machine.need(ConsoleInterface), bool(question.arguments["enabled"])
    label = machine.label(interface, f"{'start' if enabled else 'stop'} its console")
    await _check(bench, machine, interface)
    deed = interface.start_console if enabled else interface.stop_console
    learned = await _carried_through(bench, label, lambda turn: deed(machine.view, turn))
    await keep(bench, str(question.node), learned)
    await keep(bench, str(question.node), Learned(fields={"console_enabled": enabled}))


async def _check(bench: Bench, machine: Machine, interface: ConsoleInterface) -> None:
    problems = await bench.ask(machine.label(interface, "validate"), lambda: interface.validate(machine.view))
    if problems:
        raise Invalid(f"The console of the node {machine.view.label} cannot be used: {' '.join(map(str, problems))}")


async def _carried_through(bench: Bench, label: str, deed: Callable[[Turn], object]) -> Learned:
    """Give a deed its turns until it is done, for as long as a question may take."""
    turn = Turn()
    try:
        async with asyncio.timeout(bench.settings.question_limit_s):
            while True:
                match outcome_from_return(await bench.ask(label, partial(deed, turn)), label):
                    case Done(learned=learned):
                        return learned
                    case Waiting(memo=memo, look_again_after_s=float() | int() as pause_s):
                        await asyncio.sleep(pause_s)
                        turn = Turn(memo=memo)
                    case Failed(reason=reason, remedy=remedy):
                        raise HardwareFailed(f"{label} failed: {reason}. {remedy}")
                    case _:
                        raise HardwareFailed(f"{label} waits for something that a console cannot wait for.")
    except TimeoutError as error:
        raise HardwareFailed(f"{label} was not done within {bench.settings.question_limit_s:g} s.") from error
