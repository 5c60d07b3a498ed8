"""Hands a step on to the nodes that are parts of a node, as operations of their own."""

from typing import Any, cast
from uuid import uuid4

from bessemer.drivers.contract.outcome import Done, Waiting
from bessemer.engine.books import Books
from bessemer.engine.deadlines import limit_of_work
from bessemer.engine.next import Trouble
from bessemer.model.node import NODE, Node
from bessemer.model.operation import NewOperation, Operation, OperationKind, OperationStatus
from bessemer.rules.placement import bucket_of, conductor_of
from bessemer.store import families, operations, rows
from bessemer.store.fleet import read_fleet

TRY_AGAIN = "See to those nodes, then ask for the same again."


def on_child_nodes(books: Books) -> Done | Waiting | Trouble:
    """Start the step on every child node, then wait until all of them have ended it."""
    if books.progress.memo is None:
        return _started(books)
    begun = [operations.fetch(books.tx, row) for row in books.progress.memo["operations"]]
    ended = [each for each in begun if each is None or each.active is None]
    if len(ended) < len(begun):
        message = f"{len(ended)} of {len(begun)} child nodes have ended the step."
        return Waiting(memo=books.progress.memo, message=message)
    failed = [each for each in begun if each is None or each.status is not OperationStatus.DONE]
    if failed:
        return Trouble(reason=" ".join(_why(each) for each in failed), remedy=TRY_AGAIN)
    return Done(message=f"{len(begun)} child nodes have run the step.")


def _why(operation: Operation | None) -> str:
    if operation is None:
        return "A child node was deleted while it ran the step."
    return f"On the child node {operation.arguments['node']}: {operation.error or 'it was aborted.'}"


def _started(books: Books) -> Done | Waiting | Trouble:
    step = cast("dict[str, Any]", books.work.step)
    children = _children(books, tuple(step.get("limit_child_node_execution") or ()))
    if isinstance(children, Trouble) or not children:
        return children if isinstance(children, Trouble) else Done(message="The node has no child nodes.")
    fleet = read_fleet(books.tx)
    begun: list[int] = []
    for child in children:
        owner = conductor_of(fleet, child.conductor_group, child.driver, bucket_of(child.uuid))
        if owner is None:
            return Trouble(
                reason=f"No live conductor serves the child node {child.uuid}.",
                remedy="See under /v1/conductors which are alive and what they serve.",
            )
        begun.append(_start(books, child, owner, step))
    return Waiting(memo={"operations": begun}, message=f"{len(begun)} child nodes run the step.")


def _children(books: Books, only: tuple[str, ...]) -> list[Node] | Trouble:
    """Find the child nodes that are to run it; those that are busy, or are none of this node's, are a fault."""
    uuids = families.parts_of(books.tx, books.node.uuid)
    strange = sorted(set(only) - set(uuids))
    if strange:
        return Trouble(reason=f"{', '.join(strange)} are no child nodes of this node.", remedy=TRY_AGAIN)
    children = [cast("Node", rows.fetch(books.tx, NODE, "uuid", uuid)) for uuid in uuids if not only or uuid in only]
    busy = [child.uuid for child in children if operations.fetch_active(books.tx, child.id)]
    if busy:
        return Trouble(reason=f"Other work is going on at the child nodes {', '.join(busy)}.", remedy=TRY_AGAIN)
    return children


def _start(books: Books, child: Node, owner: str, step: dict[str, Any]) -> int:
    """Begin the step on one child node."""
    plain = {**step, "execute_on_child_nodes": False, "limit_child_node_execution": ()}
    row = operations.start(
        books.tx,
        NewOperation(
            uuid=str(uuid4()),
            node_id=child.id,
            kind=OperationKind.CHILD_STEP,
            target=None,
            arguments={"step": plain, "parent": books.node.uuid, "node": child.uuid},
            owner=owner,
            deadline=limit_of_work(books.desk.settings).ends(books.now),
            requested_by=books.operation.requested_by,
            project=books.operation.project,
        ),
    )
    rows.change(books.tx, NODE, child.id, {"operation_id": row}, version=child.version)
    return row
