"""Takes what a machine reported into its node, once the hooks and the inspection rules have looked at it."""

import logging
from collections.abc import Sequence

import msgspec

from bessemer.drivers.contract.kinds import CONTRACTS
from bessemer.engine.flow import Refused, Written
from bessemer.engine.machines import machine_from_view
from bessemer.engine.node_views import ports_of, view_of
from bessemer.engine.telling import ERROR, INFO, tell
from bessemer.engine.work import Work
from bessemer.model.errors import BessemerError
from bessemer.model.inspection import MEMORY
from bessemer.model.inspection_rule import MAIN
from bessemer.rules.inspection.draft import Line
from bessemer.rules.inspection.evaluating import Failure
from bessemer.rules.inspection.processing import Findings, findings_from_report
from bessemer.store import findings as kept
from bessemer.store import inspection_reports, inspection_rules
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

CALLS = "calls"
"""The argument of the operation that holds the web addresses to be fetched."""
REMEDY = (
    "Correct the rule, the option [inspector] hooks or the machine, then inspect it again. "
    "GET /v1/inspection_rules lists the rules."
)
LEVELS = {"critical": logging.CRITICAL, "error": logging.ERROR, "warning": logging.WARNING, "info": logging.INFO}
GRAVE = frozenset({"critical", "error"})
LONGEST_LINE = 1000


def take_report(tx: Transaction, work: Work) -> Written | Refused:
    """Let hooks and rules look at what the machine reported, and keep what they made of it, or nothing."""
    report = inspection_reports.report_of(tx, work.node.id)
    if report is None:
        return Written()
    options = work.settings.inspection
    rules = inspection_rules.rules_of_phase(tx, MAIN)
    try:
        found = findings_from_report(report, kept.known_of(tx, work.node), rules, options)
        kept.check_findings(tx, work.node, found)
        _check_driver(tx, work, found)
    except Failure as failure:
        return Refused(reason=str(failure), remedy=REMEDY)
    except BessemerError as error:
        return Refused(reason=f"what was found cannot be kept: {error.message}", remedy=REMEDY)
    said = kept.keep_findings(tx, work.node, found, with_inventory=options.keeps_inventory)
    _tell(tx, work, (*found.lines, *(Line("warning", line) for line in said)))
    calls = [msgspec.to_builtins(call) for call in found.calls]
    return Written(node=found.node, arguments={**work.operation.arguments, CALLS: calls})


def _check_driver(tx: Transaction, work: Work, found: Findings) -> None:
    """Refuse interfaces that the machine cannot have, as no conductor could work on it any more."""
    if any(name == "driver" or name.endswith("_interface") for name in found.node):
        node = msgspec.structs.replace(work.node, **found.node)
        view = view_of(node, ports_of(tx, node.uuid))
        machine = machine_from_view(work.loaded, view)
        for kind, name in view.interfaces.items():
            if name is not None:
                machine.need(CONTRACTS[kind])


def _tell(tx: Transaction, work: Work, lines: Sequence[Line]) -> None:
    """Write into the log and the history what hooks and rules said; a machine's words stay on their own line."""
    told = [Line(line.level, " ".join(line.text.split())[:LONGEST_LINE]) for line in lines]
    for line in told:
        log.log(LEVELS.get(line.level, logging.DEBUG), "Inspection of the node %s: %s", work.view.label, line.text)
    shown = [line for line in told if line.level != "debug"]
    if shown:
        severity = ERROR if any(line.level in GRAVE for line in shown) else INFO
        text = "The inspection noted: " + " | ".join(line.text for line in shown)
        tell(tx, work.node.uuid, work.settings.host, severity, "inspect", text)


def forget_report(tx: Transaction, work: Work) -> Written:
    """Take away what only the inspection needed, and note when it ended, if it did well."""
    inspection_reports.drop_report(tx, work.node.id)
    ended = {} if work.operation.progress.failing else {"inspection_finished_at": tx.now}
    return Written(node=ended, remembered=dict.fromkeys(MEMORY))
