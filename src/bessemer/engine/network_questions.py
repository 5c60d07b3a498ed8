"""Tells which virtual interfaces are attached to a machine, attaches them and takes them off."""

from typing import Any

from bessemer.drivers.contract.network import NetworkInterface
from bessemer.drivers.contract.outcome import Done
from bessemer.engine.bench import Bench
from bessemer.engine.keeping import keep
from bessemer.model.question import Question


async def vifs(bench: Bench, question: Question) -> list[str]:
    """Tell the ids of the virtual interfaces that are attached."""
    machine = await bench.machine(str(question.node))
    network = machine.need(NetworkInterface)
    label = machine.label(network, "tell its virtual interfaces")
    return list(await bench.ask(label, lambda: network.vif_list(machine.view)))


async def attach_vif(bench: Bench, question: Question) -> None:
    """Attach a virtual interface."""
    machine = await bench.machine(str(question.node))
    network, vif = machine.need(NetworkInterface), question.arguments["vif"]
    label = machine.label(network, "attach a virtual interface")
    await _kept(bench, question, await bench.ask(label, lambda: network.vif_attach(machine.view, vif)))


async def detach_vif(bench: Bench, question: Question) -> None:
    """Take a virtual interface off."""
    machine = await bench.machine(str(question.node))
    network, vif = machine.need(NetworkInterface), question.arguments["vif"]
    label = machine.label(network, "detach a virtual interface")
    await _kept(bench, question, await bench.ask(label, lambda: network.vif_detach(machine.view, vif)))


async def _kept(bench: Bench, question: Question, done: Any) -> None:
    if isinstance(done, Done):
        await keep(bench, str(question.node), done.learned)
