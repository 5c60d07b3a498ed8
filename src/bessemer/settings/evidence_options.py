"""The options about what is kept of work through the agent, with the record that they fill."""

from pathlib import Path
from typing import Literal

import msgspec

from bessemer.settings.options import Option, ValueType

MIB = 1024 * 1024


class EvidenceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of work through the agent: the deploy_logs options of the group agent."""

    collect: Literal["always", "on_failure", "never"]
    local_path: Path | None
    timeout: int
    max_mib: int
    keep_days: int
    keep_mib: int

    @property
    def file_bytes(self) -> int:
        """The largest archive."""
        return self.max_mib * MIB

    @property
    def all_bytes(self) -> int:
        """How much all files together may be; 0 is without a limit."""
        return self.keep_mib * MIB


# fmt: off
EVIDENCE_OPTIONS: tuple[Option, ...] = (
    Option(group="agent", name="deploy_logs_collect", type=ValueType.TEXT,
           default="on_failure", choices=("always", "on_failure", "never"),
           meaning="When ramdisks are asked for their logs before they are left.",
           fills=("evidence", "collect")),
    Option(group="agent", name="deploy_logs_local_path", type=ValueType.PATH,
           computed_meaning="the folder evidence in [DEFAULT]state_path",
           meaning="The folder of the logs, of the results of agents, and of the receipts for erased disks.",
           fills=("evidence", "local_path")),
    Option(group="agent", name="deploy_logs_timeout", type=ValueType.WHOLE_NUMBER,
           default=30, minimum=1, maximum=600,
           meaning="How many seconds a ramdisk has for telling all of that.",
           fills=("evidence", "timeout")),
    Option(group="agent", name="deploy_logs_max_mib", type=ValueType.WHOLE_NUMBER,
           default=16, minimum=1, maximum=40,
           meaning="The largest archive of logs, in MiB; a larger one is not kept.",
           fills=("evidence", "max_mib")),
    Option(group="agent", name="deploy_logs_keep_days", type=ValueType.WHOLE_NUMBER,
           default=30, minimum=0, maximum=36_500,
           meaning="For how many days these files are kept; 0: for ever.",
           fills=("evidence", "keep_days")),
    Option(group="agent", name="deploy_logs_keep_mib", type=ValueType.WHOLE_NUMBER,
           default=1024, minimum=0, maximum=1_000_000_000,
           meaning="How many MiB of them a conductor keeps; the oldest go first, receipts last. 0: without a limit.",
           fills=("evidence", "keep_mib")),
)
# fmt: on
