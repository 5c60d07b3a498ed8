"""Tell which files are kept of an operation, and whom to ask for one of them."""

from collections.abc import Sequence

from bessemer.model.errors import NotFound
from bessemer.model.operation import Kept
from bessemer.model.question import Question
from bessemer.services.asking import Asking
from bessemer.services.hardware import Asked
from bessemer.services.operations import find_operation, require_evidence
from bessemer.store import operations
from bessemer.store.transaction import Transaction


def list_evidence(tx: Transaction, asking: Asking, uuid: str) -> Sequence[Kept]:
    """List the files that are kept of an operation, the earliest first."""
    found = find_operation(tx, asking, uuid, ())
    require_evidence(asking, found)
    return operations.evidence_of(tx, found.rows[0][0])


def question_for_evidence(tx: Transaction, asking: Asking, uuid: str, name: str) -> tuple[Kept, Asked]:
    """Lay out the question for the beginning of one file."""
    kept = next((each for each in list_evidence(tx, asking, uuid) if each.name == name), None)
    if kept is None:
        raise NotFound(f"No file {name[:100]!r} is kept of the operation {uuid}.")
    question = Question(name="evidence", arguments={"operation": uuid.lower(), "name": name, "offset": 0})
    return kept, Asked(hosts=asking.fleet.now(tx).reached([kept.host]), question=question)
