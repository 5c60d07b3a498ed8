"""Take in what a machine reports of itself, for the inspection of its node that waits for it."""

import logging
from collections.abc import Sequence
from typing import cast
from uuid import uuid4

import msgspec

from bessemer.model.errors import Invalid, NotFound
from bessemer.model.fleet import Host
from bessemer.model.inspection import AWAITED, REPORTED_AT
from bessemer.model.node import NODE, Node
from bessemer.rules.inspection.report import Report
from bessemer.services.asking import Asking
from bessemer.services.inspection.discovery import NOT_FOUND, discover
from bessemer.store import change_log, inspection_reports, operations, rows
from bessemer.store.inspection_reports import Waiting
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

RULE = "baremetal:driver:ipa_continue_inspection"


class Reported(msgspec.Struct, frozen=True, kw_only=True):
    """Whose report has been taken in."""

    uuid: str
    host: Host | None
    """The conductor that has to be woken; None where nobody waits."""


def check_awaited(tx: Transaction, asking: Asking, report: Report, uuid: str | None) -> None:
    """Refuse a report that nobody waits for, before anybody has to wait for the right to write."""
    _judge(tx, asking, report, uuid)


def continue_inspection(tx: Transaction, asking: Asking, report: Report, uuid: str | None) -> Reported:
    """Take in a report; whoever reports learns of no node that does not wait for just this."""
    found = _judge(tx, asking, report, uuid)
    if found is None:
        return Reported(uuid=discover(tx, asking, report), host=None)
    return _taken(tx, asking, found, report)


def _judge(tx: Transaction, asking: Asking, report: Report, uuid: str | None) -> Waiting | None:
    """Find the node that waits for a report; None for a machine that is to be discovered."""
    asking.caller.require(RULE)
    if uuid is None and not report.macs and not report.bmc_addresses:
        raise Invalid("The report needs a valid MAC address, or a BMC address, to be recognized by.")
    known = inspection_reports.nodes_at(tx, report.macs)
    found = _chosen(tx, report, uuid, known)
    if found is None and (uuid is not None or known or asking.rules.inspection.discovered_driver is None):
        log.warning("A report was refused: no node waits for one from %s.", _described(report, uuid))
        raise NotFound(NOT_FOUND)
    return found


def _chosen(tx: Transaction, report: Report, uuid: str | None, known: Sequence[str]) -> Waiting | None:
    """Choose the node that the UUID, the MAC addresses and the BMC addresses all speak of; None where they disagree."""
    if len(known) > 1 or (uuid is not None and known and uuid not in known):
        return None
    at_bmc = {each.uuid: each for each in inspection_reports.waiting_at(tx, report.bmc_addresses)}
    named = uuid or (known[0] if known else None)
    if named is None:
        return next(iter(at_bmc.values())) if len(at_bmc) == 1 else None
    return None if at_bmc and named not in at_bmc else inspection_reports.waiting_node(tx, named)


def _taken(tx: Transaction, asking: Asking, found: Waiting, report: Report) -> Reported:
    # The operation before the node, as the engine writes them: who takes two rows in turn must not wait for each other.
    operation = operations.fetch_active(tx, found.id)
    if operation is None or not operations.wake(tx, found.id):
        raise NotFound(NOT_FOUND)
    node = cast("Node", rows.fetch(tx, NODE, "id", found.id))
    memory = {name: value for name, value in node.driver_internal_info.items() if name != AWAITED}
    rows.change(tx, NODE, node.id, {"driver_internal_info": {**memory, REPORTED_AT: tx.now}}, version=node.version)
    inspection_reports.put_report(tx, node.id, report)
    change = {"uuid": str(uuid4()), "subject": "node", "subject_uuid": node.uuid, "kind": "inspection reported"}
    change_log.append(tx, {**change, "before": None, "after": {"macs": list(report.macs)}, "by": None, "project": None})
    return Reported(uuid=node.uuid, host=asking.fleet.now(tx).reached([operation.owner])[0])


def _described(report: Report, uuid: str | None) -> str:
    return f"node_uuid {uuid}, MAC {list(report.macs)[:10]}, BMC {list(report.bmc_addresses)}"
