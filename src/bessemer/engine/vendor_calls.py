"""Runs methods that only one vendor has: waited for, or after the caller has been answered."""

import logging
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.drivers.contract.vendor import Passthru, VendorInterface
from bessemer.engine.bench import Bench, guarded
from bessemer.engine.telling import ERROR, INFO, tell
from bessemer.model.errors import BessemerError, HardwareFailed, Invalid
from bessemer.model.question import Question

log = logging.getLogger(__name__)


class VendorWork(msgspec.Struct, frozen=True, kw_only=True):
    """A call that was asked for, and how it is carried out."""

    subject: str
    """What it is called on, for texts."""
    offered: Mapping[str, Passthru]
    check: Callable[[str], list[str]]
    """Tells what is wrong with the data for a method."""
    run: Callable[[Passthru], Any]
    tell: Callable[[str, str], object]
    """Writes down how a call ended that nobody waited for: a severity and a sentence."""


async def vendor_methods(bench: Bench, question: Question) -> dict[str, Any]:
    """Tell what can be asked of the vendor of a node."""
    machine = await bench.machine(str(question.node))
    return methods_as_json(machine.need(VendorInterface).methods)


async def vendor_call(bench: Bench, question: Question) -> dict[str, Any]:
    """Run a method of the vendor on a node."""
    node = str(question.node)
    machine = await bench.machine(node)
    vendor, view = machine.need(VendorInterface), machine.view
    data = question.arguments["data"]

    def note(severity: str, event: str) -> None:
        bench.database.write(tell, node, bench.settings.host, severity, "vendor passthru", event)

    work = VendorWork(
        subject=f"the node {view.label}",
        offered=vendor.methods,
        check=lambda method: vendor.validate_call(view, method, data),
        run=lambda told: getattr(vendor, told.attribute)(view, question.arguments["http_method"], data),
        tell=note,
    )
    return await carried_out(bench, question, work)


def methods_as_json(offered: Mapping[str, Passthru]) -> dict[str, Any]:
    """Describe methods as callers know them."""
    return {name: _described(told) for name, told in offered.items()}


def _described(told: Passthru) -> dict[str, Any]:
    described: dict[str, Any] = {
        "http_methods": list(told.http_methods),
        "async": told.asynchronous,
        "description": told.description,
        "attach": told.attach,
    }
    if not told.of_driver:
        described["require_exclusive_lock"] = told.http_methods != ("GET",)
    return described


async def carried_out(bench: Bench, question: Question, work: VendorWork) -> dict[str, Any]:
    """Check a call, then run it or have it run."""
    told = _method(question, work)
    label = f"The vendor's method {told.name!r} on {work.subject}"
    problems = await bench.ask(f"{label}, asked to check its data,", lambda: work.check(told.name))
    if problems:
        raise Invalid(f"{label} cannot be called so: {' '.join(problems)}")
    if told.asynchronous:
        bench.callers.start(label, lambda: _unattended(label, told, work))
        return {"async": True, "attach": told.attach, "value": None}
    value = await bench.ask(label, lambda: _plain(label, told, work.run(told)))
    return {"async": False, "attach": told.attach, "value": value}


def _method(question: Question, work: VendorWork) -> Passthru:
    name, http_method = question.arguments["method"], question.arguments["http_method"]
    told = work.offered.get(name)
    if told is None:
        known = ", ".join(sorted(work.offered)) or "none"
        raise Invalid(f"There is no vendor's method {name[:80]!r} for {work.subject}. Known: {known}.")
    if http_method not in told.http_methods:
        raise Invalid(
            f"The vendor's method {name!r} of {work.subject} does not take {http_method}, but "
            f"{', '.join(told.http_methods)}."
        )
    return told


def _plain(label: str, told: Passthru, value: Any) -> Any:
    """Make of what a method gave something that can be sent: JSON, or a file in base 64."""
    if told.attach and isinstance(value, str | bytes):
        return b64encode(value.encode() if isinstance(value, str) else value).decode()
    try:
        plain = msgspec.to_builtins(value, str_keys=True)
    except (TypeError, ValueError) as error:
        raise HardwareFailed(
            f"{label} gave something that cannot be sent as JSON: {error}. Tell the authors of the driver."
        ) from error
    return b64encode(msgspec.json.encode(plain)).decode() if told.attach else plain


def _unattended(label: str, told: Passthru, work: VendorWork) -> None:
    """Run a method whose caller has gone, and write down how it ended."""
    try:
        guarded(label, lambda: work.run(told))
    except BessemerError as error:
        log.warning("%s failed: %s", label, error.message)
        work.tell(ERROR, f"{label} failed: {error.message}")
    else:
        work.tell(INFO, f"{label} is done.")
