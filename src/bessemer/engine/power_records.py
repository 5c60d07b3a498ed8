"""Writes down what follows from the power that a machine was found with."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import uuid4

import msgspec

from bessemer.engine.power_reading import Reading
from bessemer.engine.telling import ERROR, INFO
from bessemer.model.node import NODE, Node
from bessemer.model.operation import NewOperation, OperationKind
from bessemer.model.power import PowerState
from bessemer.model.states import Fault
from bessemer.rules.power_watch import PowerRules, Verdict, is_faulty, is_watched, judged_reading
from bessemer.store import change_log, operations, rows
from bessemer.store.moments import later
from bessemer.store.transaction import Transaction

MONITORING = "monitoring"
"""What these entries of the history are about, in the word that Ironic has for it."""
LONGEST_TROUBLE = 2000


class RecordSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Who writes, and by which rules."""

    host: str
    rules: PowerRules
    working_timeout_s: int = 3600


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What was found at one machine."""

    uuid: str
    reading: Reading
    troubles: int
    """How often in a row there was trouble with it before."""


def record_power(tx: Transaction, settings: RecordSettings, found: Found) -> Verdict | None:
    """Write down what follows; None when somebody has begun something with the node, which is then left alone."""
    node = cast("Node | None", rows.fetch(tx, NODE, "uuid", found.uuid))
    if node is None or found.reading.version not in {None, node.version}:
        return None
    if not (is_watched(node) or is_faulty(node)):
        return None
    verdict = judged_reading(node, found.reading.power, found.troubles, settings.rules)
    if verdict is Verdict.FORCE:
        _force(tx, settings, node, found.reading)
    else:
        changes = {**found.reading.learned, **_changes(verdict, found)}
        if changes:
            rows.change(tx, NODE, node.id, changes, version=node.version)
            _note(tx, settings.host, node, changes, _told(verdict, node, found))
    return verdict


def _changes(verdict: Verdict, found: Found) -> dict[str, Any]:
    """Tell the fields of the node that change."""
    power = str(found.reading.power or PowerState.ERROR)
    match verdict:
        case Verdict.FIRST | Verdict.ADOPT:
            return {"power_state": power}
        case Verdict.GIVE_UP:
            reason = _why_given_up(found)
            return {"maintenance": True, "maintenance_reason": reason, "fault": str(Fault.POWER), "power_state": power}
        case Verdict.FREE:
            return {"maintenance": False, "maintenance_reason": None, "fault": None, "power_state": power}
        case Verdict.AGREES | Verdict.FORCE | Verdict.AGAIN | Verdict.STAY:
            return {}


def _why_given_up(found: Found) -> str:
    times, reading = found.troubles + 1, found.reading
    if reading.trouble:
        return (
            f"The power of this machine could not be read, {times} times in a row. The last time: "
            f"{reading.trouble[:LONGEST_TROUBLE]} See whether its BMC is up and can be reached, and whether the "
            "address and the credentials in driver_info are right. The node leaves maintenance by itself once its "
            "power can be read."
        )
    return (
        f"This machine was found in {str(reading.power)!r} again, {times} times in a row, although it had been brought "
        "back each time; that is now taken as what is wanted. See who or what switches it besides this server. "
        "The node leaves maintenance by itself as soon as its power has been read once more."
    )


def _told(verdict: Verdict, node: Node, found: Found) -> Mapping[str, str]:
    """Give the entry in the history; a first reading, and what else is seen, makes none."""
    power = str(found.reading.power)
    match verdict:
        case Verdict.ADOPT:
            return _entry(
                INFO, f"The machine was found in {power!r}, not in {node.power_state!r}; that is taken as it is."
            )
        case Verdict.GIVE_UP:
            return _entry(ERROR, f"The node was put into maintenance. {_why_given_up(found)}")
        case Verdict.FREE:
            return _entry(
                INFO, f"The power of the machine can be read again: {power!r}. The node was taken out of maintenance."
            )
        case Verdict.AGREES | Verdict.FIRST | Verdict.FORCE | Verdict.AGAIN | Verdict.STAY:
            return {}


def _entry(severity: str, event: str) -> dict[str, str]:
    return {"severity": severity, "event_type": MONITORING, "event": event}


def _force(tx: Transaction, settings: RecordSettings, node: Node, reading: Reading) -> None:
    """Begin to bring a machine back to the power that its node says; its owner is the conductor that found it so."""
    operation = NewOperation(
        uuid=str(uuid4()),
        node_id=node.id,
        kind=OperationKind.POWER,
        target=node.power_state,
        arguments={"target": node.power_state, "timeout_s": None},
        owner=settings.host,
        deadline=later(tx.now, settings.working_timeout_s),
    )
    row = operations.start(tx, operation)
    changes = {**reading.learned, "target_power_state": node.power_state}
    rows.change(tx, NODE, node.id, {**changes, "operation_id": row}, version=node.version)
    told = _entry(
        INFO, f"The machine was found in {str(reading.power)!r}; it is being brought back to {node.power_state!r}."
    )
    _note(tx, settings.host, node, {**changes, "operation": operation.uuid}, told)


def _note(tx: Transaction, host: str, node: Node, changes: Mapping[str, Any], told: Mapping[str, str]) -> None:
    change_log.append(
        tx,
        {
            "uuid": str(uuid4()),
            "subject": "node",
            "subject_uuid": node.uuid,
            "kind": "told" if told else "seen",
            "before": {name: getattr(node, name) for name in changes if hasattr(node, name)},
            "after": dict(changes),
            "conductor": host,
            "state": node.provision_state,
            "target_state": node.target_provision_state,
            **told,
        },
    )
