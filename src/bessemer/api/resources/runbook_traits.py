"""The traits of a runbook: those of nodes that it may be used on."""

from urllib.parse import quote

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.resources.node_traits import ALL_TRAITS, traits_in
from bessemer.api.routes import Handler, Route
from bessemer.model.errors import Invalid
from bessemer.services import runbook_traits
from bessemer.services.seen_runbooks import traits_of_runbook

SINCE = 112


async def list_traits(call: Call) -> Reply:
    """List the traits of a runbook."""
    call.arguments()
    return json_reply({"traits": await call.desk.glance(traits_of_runbook, call.asking, call.params["ident"])})


async def put_all(call: Call) -> Reply:
    """Make the traits of a runbook exactly those given."""
    call.arguments()
    traits = traits_in(call.json())
    await call.desk.write(runbook_traits.replace_traits, call.asking, call.params["ident"], traits)
    return empty_reply()


async def put_one(call: Call) -> Reply:
    """Give a runbook one more trait."""
    _refuse_arguments(call)
    ident, trait = call.params["ident"], call.params["trait"]
    await call.desk.write(runbook_traits.add_trait, call.asking, ident, trait)
    place = f"{call.base}/v1/runbooks/{quote(ident, safe='')}/traits/{quote(trait, safe='')}"
    return empty_reply(204, ("location", place))


async def delete_all(call: Call) -> Reply:
    """Take all traits from a runbook."""
    _refuse_arguments(call)
    await call.desk.write(runbook_traits.clear_traits, call.asking, call.params["ident"])
    return empty_reply()


async def delete_one(call: Call) -> Reply:
    """Take one trait from a runbook."""
    _refuse_arguments(call)
    await call.desk.write(runbook_traits.drop_trait, call.asking, call.params["ident"], call.params["trait"])
    return empty_reply()


def _refuse_arguments(call: Call) -> None:
    call.arguments()
    if call.json() != {}:
        raise Invalid("Everything is said in the path here: send no body.")


ALL = "runbooks/{ident}/traits"
ONE = f"{ALL}/{{trait}}"


def _route(method: str, path: str, handler: Handler, doc: str, *, body: object = None) -> Route:
    return Route(
        method=method,
        path=path,
        handler=handler,
        doc=doc,
        since=SINCE,
        below=404,
        body=body,
        success=200 if method == "GET" else 204,
        codes=(404,),
    )


ROUTES = (
    _route("GET", ALL, list_traits, "List the traits of a runbook."),
    _route("PUT", ALL, put_all, "Set all traits of a runbook.", body=ALL_TRAITS),
    _route("DELETE", ALL, delete_all, "Remove all traits of a runbook."),
    _route("PUT", ONE, put_one, "Add a trait to a runbook."),
    _route("DELETE", ONE, delete_one, "Remove a trait from a runbook."),
)
"""Traits of runbooks."""
