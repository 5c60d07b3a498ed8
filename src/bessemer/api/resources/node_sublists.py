"""What belongs to one node or one port group, listed below it."""

from bessemer.api.call import Call
from bessemer.api.list_request import read_list_request, written_page
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Handler, Route
from bessemer.model.node import NODE
from bessemer.model.port import PORT
from bessemer.model.portgroup import PORTGROUP
from bessemer.model.resource import Resource
from bessemer.model.volume import VOLUME_CONNECTOR, VOLUME_TARGET
from bessemer.services.part_lists import list_parts_below

BELOW: tuple[tuple[Resource, Resource, str, int, bool], ...] = (
    (NODE, PORT, "nodes/{ident}/ports", 1, True),
    (NODE, PORTGROUP, "nodes/{ident}/portgroups", 24, True),
    (NODE, VOLUME_CONNECTOR, "nodes/{ident}/volume/connectors", 32, False),
    (NODE, VOLUME_TARGET, "nodes/{ident}/volume/targets", 32, False),
    (PORTGROUP, PORT, "portgroups/{ident}/ports", 24, True),
)
"""What lies below what, where, since when, and whether it has a /detail."""


def sublister(parent: Resource, resource: Resource, *, detailed: bool) -> Handler:
    """Make the handler of a list below one parent."""

    async def handle(call: Call) -> Reply:
        asked = read_list_request(call, resource, detailed=detailed)
        found = await call.desk.read(
            list_parts_below, call.asking, resource, asked.wanted, parent, call.params["ident"]
        )
        return json_reply(written_page(call, asked, found))

    return handle


def sublist_route(parent: Resource, resource: Resource, path: str, since: int, *, detailed: bool) -> Route:
    """Lay out the route of a list below one parent."""
    what = f"List the {resource.plural} of a {parent.noun}"
    return Route(
        method="GET",
        path=f"{path}/detail" if detailed else path,
        handler=sublister(parent, resource, detailed=detailed),
        doc=f"{what} with all of their fields." if detailed else f"{what}.",
        since=since,
        listed=resource,
        answer=resource,
        codes=(404,),
    )


ROUTES = (
    *(sublist_route(parent, resource, path, since, detailed=False) for parent, resource, path, since, _ in BELOW),
    *(
        sublist_route(parent, resource, path, since, detailed=True)
        for parent, resource, path, since, has_detail in BELOW
        if has_detail
    ),
)
"""Lists below nodes and port groups."""
