"""Open the folder in which a conductor keeps the files of operations."""

from time import time

from bessemer.engine.chores import Chore
from bessemer.engine.evidence_files import EvidenceFiles, EvidenceLimits
from bessemer.settings.records import Settings

FOLDER = "evidence"
PRUNE_EVERY_S = 300.0


def make_evidence_files(settings: Settings) -> EvidenceFiles:
    """Keep them where the settings say."""
    told = settings.evidence
    limits = EvidenceLimits(file_bytes=told.file_bytes, all_bytes=told.all_bytes, days=told.keep_days)
    return EvidenceFiles(told.local_path or settings.default.state_path / FOLDER, settings.default.host, limits)


def evidence_chore(files: EvidenceFiles) -> Chore:
    """Delete what is too old, or too much."""
    return Chore(name="Pruning the evidence", every_s=PRUNE_EVERY_S, do=lambda: files.prune(time()))
