"""Enrol a machine that nobody knew of and that reported itself."""

import logging
from typing import cast
from uuid import uuid4

import msgspec

from bessemer.model.errors import BessemerError, NotFound
from bessemer.model.inspection_rule import MAIN
from bessemer.model.node import NODE, Node
from bessemer.model.states import ProvisionState
from bessemer.rules.inspection.evaluating import Failure
from bessemer.rules.inspection.processing import Findings, findings_from_report
from bessemer.rules.inspection.report import Report
from bessemer.rules.interface_choice import offer_for, resolved_interfaces
from bessemer.rules.placement import bucket_of
from bessemer.rules.record_values import default_values
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.store import findings as kept
from bessemer.store import inspection_rules, rows
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

FLAG = "auto_discovered"
"""The key of the plug-in data by which rules recognize machines that nobody enrolled."""
LONGEST_LINE = 1000
NOT_FOUND = "There is no node for this machine, or none is being inspected now."


def discover(tx: Transaction, asking: Asking, report: Report) -> str:
    """Enrol the machine as hooks and rules say; returns its UUID. One that they refuse is not enrolled."""
    try:
        node = _enrolled(tx, asking)
        told = {**report.plugin_data, FLAG: True}
        _take_over(tx, asking, node, msgspec.structs.replace(report, plugin_data=told))
    except (BessemerError, Failure) as error:
        # Who reports is a stranger, and learns nothing of how this server is set up.
        log.warning("A machine that reported itself was not enrolled: %s", " ".join(str(error).split()))
        raise NotFound(NOT_FOUND) from error
    log.info("A machine that reported itself was enrolled as the node %s.", node.uuid)
    return node.uuid


def _enrolled(tx: Transaction, asking: Asking) -> Node:
    uuid, driver, rules = str(uuid4()), str(asking.rules.inspection.discovered_driver), asking.rules
    values = {
        **default_values(NODE),
        "uuid": uuid,
        "driver": driver,
        "resource_class": rules.default_resource_class,
        "conductor_group": rules.default_conductor_group.lower(),
        "provision_state": ProvisionState.ENROLL.value,
    }
    offer = offer_for(asking.fleet.now(tx), driver, values["conductor_group"])
    values |= resolved_interfaces(driver, offer, {})
    rows.add(tx, NODE, {**values, "version": 1, "bucket": bucket_of(uuid)})
    note(tx, asking, ("node", uuid), "created", after={"driver": driver, FLAG: True})
    return cast("Node", rows.fetch(tx, NODE, "uuid", uuid))


def _take_over(tx: Transaction, asking: Asking, node: Node, report: Report) -> None:
    """Keep what hooks and rules make of the report."""
    options = asking.rules.inspection
    found = findings_from_report(report, kept.known_of(tx, node), inspection_rules.rules_of_phase(tx, MAIN), options)
    kept.check_findings(tx, node, found)
    changes = {**found.node, **_interfaces(tx, asking, node, found)}
    lines = [line.text for line in found.lines]
    lines += kept.keep_findings(tx, node, found, with_inventory=options.keeps_inventory)
    lines += [f"The api-call of {call.url} was not made: only inspections make calls." for call in found.calls]
    if changes:
        rows.change(tx, NODE, node.id, changes, version=node.version)
    for line in lines:
        log.info("Discovery of the node %s: %s", node.uuid, " ".join(line.split())[:LONGEST_LINE])


def _interfaces(tx: Transaction, asking: Asking, node: Node, found: Findings) -> dict[str, str | None]:
    """Choose the interfaces anew where a rule has changed the driver or one of them."""
    if not any(name == "driver" or name.endswith("_interface") for name in found.node):
        return {}
    driver = str(found.node.get("driver", node.driver))
    group = str(found.node.get("conductor_group", node.conductor_group))
    wanted = {name: value for name, value in found.node.items() if name.endswith("_interface")}
    return dict(resolved_interfaces(driver, offer_for(asking.fleet.now(tx), driver, group), wanted))
