"""Answers what a management interface is asked: how a machine boots, its lights, its virtual drives."""

from collections.abc import Callable
from typing import Any

from bessemer.drivers.contract.management import BootDevice, ManagementInterface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.outcome import Learned
from bessemer.engine.bench import Bench
from bessemer.engine.keeping import keep
from bessemer.model.question import Question

Work = Callable[[ManagementInterface, NodeView], Any]


async def _manage(bench: Bench, question: Question, doing: str, work: Work) -> Any:
    """Have the management interface of a machine do something at once."""
    machine = await bench.machine(str(question.node))
    management = machine.need(ManagementInterface)
    return await bench.ask(machine.label(management, doing), lambda: work(management, machine.view))


async def boot_device(bench: Bench, question: Question) -> dict[str, Any]:
    """Tell what a machine boots from."""
    found: BootDevice = await _manage(
        bench, question, "tell its boot device", lambda management, view: management.get_boot_device(view)
    )
    return {"boot_device": found.boot_device, "persistent": found.persistent}


async def supported_boot_devices(bench: Bench, question: Question) -> list[str]:
    """Tell what a machine could boot from."""
    return list(
        await _manage(
            bench,
            question,
            "tell its boot devices",
            lambda management, view: management.get_supported_boot_devices(view),
        )
    )


async def set_boot_device(bench: Bench, question: Question) -> None:
    """Tell a machine what to boot from."""
    device, persistent = question.arguments["boot_device"], question.arguments["persistent"]
    await _manage(
        bench,
        question,
        f"boot from {device[:80]!r}",
        lambda management, view: management.set_boot_device(view, device, persistent=persistent),
    )


async def set_boot_mode(bench: Bench, question: Question) -> None:
    """Set the boot mode of a machine."""
    mode = question.arguments["target"]
    await _manage(
        bench, question, f"boot in {mode} mode", lambda management, view: management.set_boot_mode(view, mode)
    )
    await keep(bench, str(question.node), Learned(fields={"boot_mode": mode}))


async def set_secure_boot(bench: Bench, question: Question) -> None:
    """Switch secure boot on or off."""
    state = question.arguments["target"]
    await _manage(
        bench,
        question,
        f"switch secure boot {'on' if state else 'off'}",
        lambda management, view: management.set_secure_boot_state(view, state=state),
    )
    await keep(bench, str(question.node), Learned(fields={"secure_boot": state}))


async def inject_nmi(bench: Bench, question: Question) -> None:
    """Send a machine a non-maskable interrupt."""
    await _manage(
        bench, question, "send a non-maskable interrupt", lambda management, view: management.inject_nmi(view)
    )


async def indicators(bench: Bench, question: Question) -> dict[str, Any]:
    """Tell the lights of a machine: by component, then by name."""
    found = await _manage(
        bench, question, "tell its lights", lambda management, view: management.get_supported_indicators(view)
    )
    return {component: {name: dict(told) for name, told in names.items()} for component, names in found.items()}


async def indicator(bench: Bench, question: Question) -> str:
    """Tell the state of one light."""
    component, name = question.arguments["component"], question.arguments["name"]
    return str(
        await _manage(
            bench,
            question,
            "tell the state of a light",
            lambda management, view: management.get_indicator_state(view, component, name),
        )
    )


async def set_indicator(bench: Bench, question: Question) -> None:
    """Switch one light."""
    component, name, state = (question.arguments[key] for key in ("component", "name", "state"))
    await _manage(
        bench,
        question,
        "switch a light",
        lambda management, view: management.set_indicator_state(view, component, name, state),
    )


async def virtual_media(bench: Bench, question: Question) -> list[dict[str, Any]]:
    """Tell the virtual drives of a machine and what is in them."""
    found = await _manage(
        bench, question, "tell its virtual media", lambda management, view: management.get_virtual_media(view)
    )
    return [dict(drive) for drive in found]


async def attach_virtual_media(bench: Bench, question: Question) -> None:
    """Put an image into a virtual drive."""
    device, url = question.arguments["device_type"], question.arguments["image_url"]
    await _manage(
        bench,
        question,
        "attach virtual media",
        lambda management, view: management.attach_virtual_media(view, device, url),
    )


async def detach_virtual_media(bench: Bench, question: Question) -> None:
    """Empty virtual drives."""
    devices = tuple(question.arguments["device_types"])
    await _manage(
        bench,
        question,
        "detach virtual media",
        lambda management, view: management.detach_virtual_media(view, devices),
    )
