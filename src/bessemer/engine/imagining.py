"""Makes the work that there would be if an operation were begun; it is written nowhere."""

from typing import Any, cast

import msgspec

from bessemer.engine.bench import Bench
from bessemer.engine.flows.undeploy import OF_INSTANCE
from bessemer.engine.node_views import ports_of, view_of
from bessemer.engine.work import Work
from bessemer.model.errors import NotFound
from bessemer.model.node import NODE, Node
from bessemer.model.operation import Operation, OperationKind, OperationStatus, Progress
from bessemer.store import rows
from bessemer.store.transaction import Transaction


def imagined_work(tx: Transaction, bench: Bench, uuid: str, kind: OperationKind, arguments: dict[str, Any]) -> Work:
    """Imagine an operation on a node as it is now; of an undeployment, the part that begins without the instance."""
    node = cast("Node | None", rows.fetch(tx, NODE, "uuid", uuid))
    if node is None:
        raise NotFound(f"There is no node {uuid!r}; it was deleted a moment ago.")
    if kind is OperationKind.UNDEPLOY:
        node = _without_instance(node)
    return Work(
        operation=_operation(bench.settings.host, node, kind, arguments, tx.now),
        node=node,
        view=view_of(node, ports_of(tx, node.uuid)),
        loaded=bench.loaded,
        settings=bench.work,
    )


def _without_instance(node: Node) -> Node:
    """Give a node as it is when its instance is gone, which is when it is cleaned."""
    kept = {name: value for name, value in node.driver_internal_info.items() if name not in OF_INSTANCE}
    return msgspec.structs.replace(node, instance_info={}, instance_uuid=None, driver_internal_info=kept)


def _operation(host: str, node: Node, kind: OperationKind, arguments: dict[str, Any], now: str) -> Operation:
    return Operation(
        id=0,
        uuid="",
        node_id=node.id,
        active=None,
        kind=kind,
        target=None,
        arguments=arguments,
        stage="",
        steps=[],
        step_index=None,
        place=0,
        progress=Progress(),
        status=OperationStatus.QUEUED,
        owner=host,
        generation=0,
        epoch=0,
        wake_seq=0,
        wake_at=None,
        deadline=now,
        abort=False,
        error=None,
        remedy=None,
        requested_by=None,
        project=None,
        created_at=now,
        updated_at=None,
        ended_at=None,
    )
