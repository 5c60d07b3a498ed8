"""Writes into the history of a node what happened to it while nobody was waiting for an answer."""

from uuid import uuid4

from bessemer.store import change_log
from bessemer.store.transaction import Transaction

INFO, ERROR = "INFO", "ERROR"


def tell(tx: Transaction, node: str, conductor: str, severity: str, event_type: str, event: str) -> None:
    """Add one entry; the event is a sentence."""
    change_log.append(
        tx,
        {
            "uuid": str(uuid4()),
            "subject": "node",
            "subject_uuid": node,
            "kind": "told",
            "severity": severity,
            "event_type": event_type,
            "event": event,
            "conductor": conductor,
        },
    )
