"""What would be done to a node: the plan of a verb, why it would be refused, and which steps there are at all."""

from typing import Any

import msgspec

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.asked_of_nodes import wish_from
from bessemer.api.routes import Route, Size
from bessemer.api.versions import LEGACY, MODERN
from bessemer.api.wire.plan_forms import PLAN_BODY
from bessemer.model.errors import Invalid
from bessemer.model.operation import Operation
from bessemer.rules.ways import Leg
from bessemer.services import drivers
from bessemer.services.asking import Asking
from bessemer.services.nodes.ask import steps_of
from bessemer.services.nodes.explain import Explanation, explain
from bessemer.services.nodes.plan import plan_of

NODE = "bessemer/v1/nodes/{ident}"


def newest(call: Call) -> Asking:
    """Take a caller who names no version for one of the newest: these routes never had an older one."""
    is_said = LEGACY in call.head or MODERN in call.head
    return call.asking if is_said else msgspec.structs.replace(call.asking, minor=call.newest)


async def plan(call: Call) -> Reply:
    """Tell what a verb would do."""
    asking = newest(call)
    wish = msgspec.structs.replace(wish_from(call), minor=asking.minor)
    found = await call.desk.read(plan_of, asking, call.params["ident"], wish)
    foresight = await call.hardware.ask(found.asked.hosts, found.asked.question)
    refusals = [*msgspec.to_builtins(found.refusals), *foresight.pop("refusals")]
    foresight.pop("difference")
    head = {"node": found.node, "target": str(found.target), "work": str(found.work), "refusals": refusals}
    return json_reply({**head, **foresight})


async def explanation(call: Call) -> Reply:
    """Tell why a verb would be refused, and which verbs lead there."""
    word = call.arguments("target").get("target")
    if not word:
        raise Invalid("The argument target is needed: the verb that is to be explained, such as target=active.")
    found = await call.desk.glance(explain, newest(call), call.params["ident"], word)
    return json_reply(_explained(found))


def _explained(found: Explanation) -> dict[str, Any]:
    return {
        "node": found.node.uuid,
        "target": str(found.target),
        "provision_state": found.node.provision_state,
        "target_provision_state": found.node.target_provision_state,
        "is_taken": not found.refusals,
        "refusals": msgspec.to_builtins(found.refusals),
        "held_by": None if found.work is None else _holder(found.work),
        "path": None if found.way is None else [_leg(each) for each in found.way],
    }


def _holder(work: Operation) -> dict[str, Any]:
    return {
        "operation": work.uuid,
        "kind": str(work.kind),
        "status": str(work.status),
        "conductor": work.owner,
        "since": work.created_at,
        "deadline": work.deadline,
    }


def _leg(leg: Leg) -> dict[str, Any]:
    return {
        "verb": None if leg.verb is None else str(leg.verb),
        "from": str(leg.state),
        "to": str(leg.leads_to),
        "needs_one_of": list(leg.needs),
        "clear_first": list(leg.clear_first),
        "since": f"1.{leg.since}",
    }


async def node_steps(call: Call) -> Reply:
    """List the steps that a node can run."""
    call.arguments()
    asked = await call.desk.glance(steps_of, newest(call), call.params["ident"])
    return json_reply(await call.hardware.ask(asked.hosts, asked.question))


async def driver_steps(call: Call) -> Reply:
    """List the steps that nodes of a driver have by default."""
    call.arguments()
    asked = await call.desk.glance(drivers.steps_of, call.asking, call.params["ident"])
    return json_reply(await call.hardware.ask(asked.hosts, asked.question))


ROUTES = (
    Route(
        method="POST",
        path=f"{NODE}/plan",
        handler=plan,
        doc="Tell what a verb would do to a node, and what would keep it from being done; nothing is done.",
        body=PLAN_BODY,
        size=Size.PROVISION,
        success=200,
        codes=(404, 500),
    ),
    Route(
        method="GET",
        path=f"{NODE}/explain",
        handler=explanation,
        doc="Tell why a verb would be refused now, who works on the node, and which verbs lead there.",
        arguments=("target",),
        codes=(404,),
    ),
    Route(
        method="GET",
        path=f"{NODE}/steps",
        handler=node_steps,
        doc="List every step that a node can run.",
        codes=(404, 500),
    ),
    Route(
        method="GET",
        path="bessemer/v1/drivers/{ident}/steps",
        handler=driver_steps,
        doc="List every step that nodes of a driver have by default.",
        codes=(404, 500),
    ),
)
"""Plans, explanations and steps."""
