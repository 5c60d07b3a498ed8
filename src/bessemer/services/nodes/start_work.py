"""Write down a piece of work on a node, for a live conductor to take up at once."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import msgspec

from bessemer.model.errors import Unavailable
from bessemer.model.fleet import Host
from bessemer.model.node import NODE, Node
from bessemer.model.operation import NewOperation, Operation, OperationKind
from bessemer.rules.placement import bucket_of, candidates
from bessemer.rules.work_limits import check_limit, limit_for
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.store import due_operations, operations, rows
from bessemer.store.moments import deadline_after
from bessemer.store.transaction import Transaction


class NewWork(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of work that is to be started."""

    kind: OperationKind
    target: str
    """The state that it leads to."""
    arguments: dict[str, Any] = {}
    """What the caller asked for, as an operation keeps it."""
    node: Mapping[str, Any]
    """The fields of the node that change with the start."""


class Started(msgspec.Struct, frozen=True, kw_only=True):
    """What has been asked of a conductor."""

    host: Host
    """The conductor that has to be woken."""


def start_work(tx: Transaction, asking: Asking, node: Node, work: NewWork) -> Started:
    """Start work on a node that nothing is being done to; the best live conductor for the node gets it."""
    _check_limit(tx, asking, work.kind)
    host = hosts_for(tx, asking, node)[0]
    operation = NewOperation(
        uuid=str(uuid4()),
        node_id=node.id,
        kind=work.kind,
        target=work.target,
        arguments=work.arguments,
        owner=host.name,
        deadline=deadline_after(tx.now, asking.rules.limits.working_timeout_s),
        requested_by=asking.caller.identity.user,
        project=asking.caller.identity.project,
    )
    row = operations.start(tx, operation)
    rows.change(tx, NODE, node.id, {**work.node, "operation_id": row, "last_error": None}, version=node.version)
    before = {name: getattr(node, name) for name in work.node}
    after = {**work.node, "operation": operation.uuid}
    note(tx, asking, ("node", node.uuid), f"{work.kind} started", before=before, after=after)
    return Started(host=host)


def _check_limit(tx: Transaction, asking: Asking, kind: OperationKind) -> None:
    limit = limit_for(kind, asking.rules.limits)
    if limit is not None:
        check_limit(limit, due_operations.count_active(tx, limit.kinds))


def hosts_for(tx: Transaction, asking: Asking, node: Node) -> tuple[Host, ...]:
    """List the live conductors that may serve a node, the best first; refuse when there is none."""
    fleet = asking.fleet.now(tx)
    hosts = fleet.reached(candidates(fleet, node.conductor_group, node.driver, bucket_of(node.uuid)))
    if not hosts:
        raise Unavailable(
            f"No live conductor serves the node {node.uuid}: one of the conductor_group {node.conductor_group!r} with "
            f"the driver {node.driver!r} is needed. Start one, or see under /v1/conductors why it is not alive."
        )
    return hosts


def owner_of(tx: Transaction, asking: Asking, work: Operation) -> Started:
    """Name the conductor that has to be woken for work that goes on already."""
    return Started(host=asking.fleet.now(tx).reached([work.owner])[0])
