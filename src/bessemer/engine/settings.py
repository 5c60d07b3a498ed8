"""What the operator decided about work on machines."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from bessemer.model.step import StepKind
from bessemer.rules.inspection.processing import InspectionOptions
from bessemer.rules.step_order import Override


class CollectLogs(StrEnum):
    """When ramdisks are asked for their logs."""

    ALWAYS = "always"
    ON_FAILURE = "on_failure"
    NEVER = "never"


TIMEOUTS_S: Mapping[str, int] = {
    "conductor.working_timeout": 3600,
    "conductor.deploy_callback_timeout": 1800,
    "conductor.clean_callback_timeout": 1800,
    "conductor.rescue_callback_timeout": 1800,
    "conductor.service_callback_timeout": 1800,
    "conductor.inspect_wait_timeout": 1800,
}
"""The options that say for how many seconds a node may stay in a state, with their defaults; 0 is for ever."""


class EngineSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How one conductor works."""

    host: str
    """The name of this conductor."""
    timeouts_s: Mapping[str, int] = {}
    """By option; those left out have their defaults."""
    automated_clean: bool = True
    """Whether nodes are cleaned unasked that do not say so themselves."""
    power_off_after_deploy_failure: bool = True
    poweroff_in_cleanfail: bool = False
    poweroff_in_servicefail: bool = False
    clean_overrides: Mapping[str, Override] = {}
    verify_overrides: Mapping[str, Override] = {}
    disallowed: Mapping[StepKind, frozenset[str]] = {}
    """Steps that nobody may ask for, as interface.step."""
    inspection: InspectionOptions = InspectionOptions()
    """What is made of the reports of machines."""
    collects_logs: CollectLogs = CollectLogs.ON_FAILURE
    """When ramdisks are asked for their logs."""
    is_pinned: bool = False
    """Whether the release is pinned in an upgrade, during which no deploy template is applied."""

    def timeout_s(self, option: str) -> int:
        """Tell for how many seconds an option lets a node stay."""
        return self.timeouts_s.get(option, TIMEOUTS_S[option])
