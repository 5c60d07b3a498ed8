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


def continue_inspection(tx: Transaction, asking: Asking, report: Report, uuid: str | None) -> Reported:
    """Take in a report; whoever reports learns of no node that does not wait for just this."""
    asking.caller.require(RULE)
    if uuid is None and not report.macs and not report.bmc_addresses:
        raise Invalid("The report needs a valid MAC address, or a BMC address, to be recognized by.")
    waiting = {each.uuid: each for each in inspection_reports.waiting_nodes(tx)}
    known = inspection_reports.nodes_at(tx, report.macs)
    found = _chosen(report, uuid, known, waiting)
    if found is not None:
        return _taken(tx, asking, found, report)
    if uuid is None and not known and asking.rules.inspection.discovered_driver is not None:
        return Reported(uuid=discover(tx, asking, report), host=None)
    log.warning("A report was refused: no node waits for one from %s.", _described(report, uuid))
    raise NotFound(NOT_FOUND)


def _chosen(report: Report, uuid: str | None, known: Sequence[str], waiting: dict[str, Waiting]) -> Waiting | None:
    """Choose the node that the UUID, the MAC addresses and the BMC addresses all speak of; None where they disagree."""
    if len(known) > 1 or (uuid is not None and known and uuid not in known):
        return None
    own = set(report.bmc_addresses)
    at_bmc = [each.uuid for each in waiting.values() if own & set(each.bmc_addresses)]
    named = uuid or (known[0] if known else None)
    if named is None:
        named = at_bmc[0] if len(at_bmc) == 1 else None
    elif at_bmc and named not in at_bmc:
        return None
    return None if named is None else waiting.get(named)


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
