"""Move a node through its life: deploy it, clean it, inspect it and so on."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply
from bessemer.api.resources.asked_of_nodes import accepted, wish_from
from bessemer.api.routes import Route, Size
from bessemer.api.wire.verb_forms import PROVISION_BODY
from bessemer.services.nodes.plan import agreed_plan_of, check_agreed
from bessemer.services.nodes.provision import request_provision


async def put(call: Call) -> Reply:
    """Carry out a verb of provisioning, or begin to."""
    wish = wish_from(call, "plan")
    if wish.plan is not None:
        asked = await call.desk.read(agreed_plan_of, call.asking, call.params["ident"], wish)
        check_agreed(await call.hardware.ask(asked.hosts, asked.question))
    started = await call.desk.write(request_provision, call.asking, call.params["ident"], wish)
    if started is not None:
        call.waking.wake(started.host)
    return accepted(call)


ROUTES = (
    Route(
        method="PUT",
        path="nodes/{ident}/states/provision",
        handler=put,
        doc="Move a node through its life.",
        body=PROVISION_BODY,
        size=Size.PROVISION,
        arguments=("plan",),
        success=202,
        codes=(404, 409),
    ),
)
"""Provisioning."""
