"""Writes into the log of changes what the work on a machine did to it."""

from typing import Any
from uuid import uuid4

from bessemer.engine.telling import ERROR
from bessemer.model.node import Node
from bessemer.model.operation import Operation
from bessemer.store import change_log
from bessemer.store.transaction import Transaction

NOTED = (
    "provision_state",
    "target_provision_state",
    "power_state",
    "target_power_state",
    "maintenance",
    "maintenance_reason",
    "fault",
    "last_error",
    "clean_step",
    "deploy_step",
    "service_step",
)
"""Fields of which a person could ask why they changed."""


def note_changes(tx: Transaction, host: str, operation: Operation, before: Node, after: Node) -> None:
    """Note what changed of a node in the course of an operation; a failure is told in its history."""
    changed = [name for name in NOTED if getattr(before, name) != getattr(after, name)]
    if not changed:
        return
    failed = "last_error" in changed and after.last_error is not None
    told: dict[str, Any] = {}
    if failed:
        told = {"severity": ERROR, "event": after.last_error, "event_type": str(operation.kind)}
    change_log.append(
        tx,
        {
            "uuid": str(uuid4()),
            "subject": "node",
            "subject_uuid": after.uuid,
            "kind": "told" if failed else "worked",
            "before": {name: getattr(before, name) for name in changed},
            "after": {name: getattr(after, name) for name in changed},
            "by": operation.requested_by,
            "project": operation.project,
            "conductor": host,
            "state": after.provision_state,
            "target_state": after.target_provision_state,
            **told,
        },
    )


def note_end_of_allocation(tx: Transaction, host: str, operation: Operation, allocation: str) -> None:
    """Note that an allocation goes because its node is undeployed."""
    change_log.append(
        tx,
        {
            "uuid": str(uuid4()),
            "subject": "allocation",
            "subject_uuid": allocation,
            "kind": "deleted",
            "by": operation.requested_by,
            "project": operation.project,
            "conductor": host,
        },
    )
