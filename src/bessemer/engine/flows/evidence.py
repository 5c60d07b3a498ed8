"""Asks the ramdisk of a machine for what tells why the work on it failed, before it is left."""

import logging

from bessemer.drivers.contract.outcome import Done, Failed, Outcome, outcome_from_return
from bessemer.engine.flow import Stage
from bessemer.engine.settings import CollectLogs
from bessemer.engine.work import Work
from bessemer.model import ramdisk

log = logging.getLogger(__name__)

NOT_HAD = "The logs of the ramdisk could not be had"


def collect(work: Work) -> Outcome:
    """Ask for them; whatever comes of it is told in the timeline, and is no failure of its own."""
    try:
        deploy = work.machine.driver.deploy
        outcome = Done() if deploy is None else outcome_from_return(deploy.collect_evidence(work.view), NOT_HAD)
    except Exception as error:  # noqa: BLE001 - the failure that is looked into must stay the one that is told
        log.warning("%s from the node %s: %s", NOT_HAD, work.view.label, error)
        return Done(message=f"{NOT_HAD}: {type(error).__name__}: {error}")
    if isinstance(outcome, Done):
        return outcome
    said = outcome.reason if isinstance(outcome, Failed) else "the driver would wait for them, and nobody does"
    return Done(message=f"{NOT_HAD}: {said}")


def _is_ramdisk_there(work: Work) -> bool:
    return bool(work.node.driver_internal_info.get(ramdisk.URL))


def _is_wanted_after_failure(work: Work) -> bool:
    wanted = work.settings.collects_logs is not CollectLogs.NEVER
    return wanted and not work.operation.progress.aborting and _is_ramdisk_there(work)


def _is_wanted_always(work: Work) -> bool:
    return work.settings.collects_logs is CollectLogs.ALWAYS and _is_ramdisk_there(work)


COLLECT_AFTER_FAILURE = Stage(name="collect evidence", deed=collect, when=_is_wanted_after_failure)
"""Comes first in clearing up, while the ramdisk is still there."""
COLLECT_BEFORE_LEAVING = Stage(name="collect logs", deed=collect, when=_is_wanted_always)
"""Comes before the ramdisk is left after work that went well."""
