"""Asks one machine how it is powered, and what else its BMC tells of it."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec

from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.loading import Loaded
from bessemer.engine.bench import guarded
from bessemer.engine.machines import Machine, machine_from_view
from bessemer.engine.metering import EngineMeters
from bessemer.engine.node_views import ports_of, view_of
from bessemer.model.errors import BessemerError
from bessemer.model.node import NODE, Node
from bessemer.model.power import PowerState
from bessemer.store import rows
from bessemer.store.database import Database
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

WATCH = "power_watch"
"""The name by which these questions are measured."""

Detail = Callable[[ManagementInterface, NodeView], Any]

DETAILS: Mapping[str, Detail] = {"health": lambda management, view: management.get_health(view)}
"""What is asked every time, by the field of the node that keeps it."""

BOOT_DETAILS: Mapping[str, Detail] = {
    "boot_mode": lambda management, view: management.get_boot_mode(view),
    "secure_boot": lambda management, view: management.get_secure_boot_state(view),
}
"""What only changes while a machine starts, and so is asked when its power is not what it was last time."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What came of asking."""

    version: int | None = None
    """That of the node when it was asked; None where it is not known, as the answer never came."""
    power: PowerState | None = None
    """None where it could not be read."""
    trouble: str = ""
    """Why it could not be read, in sentences."""
    learned: Mapping[str, Any] = {}
    """Other fields of the node, with values that are new."""
    agrees: bool = False
    """Whether the node said the same."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be asked of which machine."""

    uuid: str
    is_due: Callable[[Node], bool]
    """Whether the node is still to be asked; others may have begun something with it."""
    meters: EngineMeters
    last: PowerState | None = None
    """How it was powered when this process last asked."""


def read_power(database: Database, loaded: Loaded, question: Question) -> Reading | None:
    """Ask a machine; None when it is not to be asked, or when this conductor cannot ask it."""
    found = database.read(_node_and_view, question.uuid)
    if found is None or not question.is_due(found[0]):
        return None
    node, view = found
    try:
        machine = machine_from_view(loaded, view)
        power = machine.need(PowerInterface)
        if node.power_state is None and guarded(
            machine.label(power, "check driver_info"), lambda: power.validate(view)
        ):
            return None
    except BessemerError as error:
        log.warning("The power of the node %s is not watched: %s", question.uuid, error.message)
        return None
    return _reading(machine, node, question)


def _node_and_view(tx: Transaction, uuid: str) -> tuple[Node, NodeView] | None:
    found = rows.fetch(tx, NODE, "uuid", uuid)
    return None if found is None else (cast("Node", found), view_of(cast("Node", found), ports_of(tx, uuid)))


def _reading(machine: Machine, node: Node, question: Question) -> Reading:
    power, view = machine.need(PowerInterface), machine.view
    label = machine.label(power, "tell its power")
    try:
        with question.meters.asking(WATCH):
            found = guarded(label, lambda: power.get_power_state(view))
    except BessemerError as error:
        return Reading(version=node.version, trouble=error.message)
    if found is PowerState.ERROR:
        return Reading(version=node.version, power=found, trouble=f"{label} answered that it cannot tell.")
    asked = DETAILS if found is question.last else {**DETAILS, **BOOT_DETAILS}
    learned = {name: value for name, value in _details(machine, asked).items() if getattr(node, name) != value}
    return Reading(version=node.version, power=found, learned=learned, agrees=node.power_state == found)


def _details(machine: Machine, asked: Mapping[str, Detail]) -> dict[str, Any]:
    """Ask what else there is to know; what a machine does not tell is left as it is."""
    management = machine.driver.get(ManagementInterface.kind)
    found: dict[str, Any] = {}
    if not isinstance(management, ManagementInterface):
        return found
    for name, detail in asked.items():
        label = machine.label(management, f"tell its {name}")
        try:
            found[name] = guarded(label, lambda detail=detail: detail(management, machine.view))  # type: ignore[misc]
        except BessemerError as error:
            log.debug("%s", error.message)
    return found
