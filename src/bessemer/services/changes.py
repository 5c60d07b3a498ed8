"""Write down every change that a person could ask about, in the transaction that makes it."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from bessemer.services.asking import Asking
from bessemer.store import change_log
from bessemer.store.transaction import Transaction


def note(
    tx: Transaction,
    asking: Asking,
    subject: tuple[str, str],
    kind: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Note what happened to a subject, which is a noun and a uuid."""
    who = asking.caller.identity
    change_log.append(
        tx,
        {
            "uuid": str(uuid4()),
            "subject": subject[0],
            "subject_uuid": subject[1],
            "kind": kind,
            "before": before,
            "after": after,
            "by": who.user,
            "project": who.project,
        },
    )
