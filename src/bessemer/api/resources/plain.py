"""What all resources can be asked alike: lists, one record, creation, patches, deletion."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from bessemer.api.call import Call
from bessemer.api.list_request import chosen_fields, read_list_request, written_page
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.routes import Handler, Route
from bessemer.api.wire.shape import Shape, shape_of
from bessemer.model.listing import Rows
from bessemer.model.resource import Resource
from bessemer.rules.json_patch import operations_from_json
from bessemer.services.listing import done_and_shown, list_page, show

Deed = Callable[..., Any]


class Deeds(msgspec.Struct, frozen=True, kw_only=True):
    """The use cases of one resource."""

    create: Deed | None = None
    created: Callable[[Call, str], None] | None = None
    """What is begun once something was created and written down."""
    edit: Deed | None = None
    delete: Deed | None = None
    show: Deed = show
    list: Deed = list_page


def shape_asked(call: Call, resource: Resource) -> Shape:
    """Read which fields of one record are wanted."""
    fields = call.arguments("fields").get("fields")
    if fields is None:
        return shape_of(resource, call.minor)
    return shape_of(resource, call.minor, chosen_fields(call, resource, fields))


def one(call: Call, shape: Shape, found: Rows, path: str | None = None) -> Any:
    """Write a list of one as that one: a record whose attributes are the fields shown."""
    return shape.written(found, call.base, path)[0]


def lister(resource: Resource, deeds: Deeds, *, detailed: bool) -> Handler:
    """Make the handler of a list."""

    async def handle(call: Call) -> Reply:
        asked = read_list_request(call, resource, detailed=detailed)
        found = await call.desk.read(deeds.list, call.asking, resource, asked.wanted)
        return json_reply(written_page(call, asked, found))

    return handle


def shower(resource: Resource, deeds: Deeds) -> Handler:
    """Make the handler of one record."""

    async def handle(call: Call) -> Reply:
        shape = shape_asked(call, resource)
        found = await call.desk.glance(deeds.show, call.asking, resource, call.params["ident"], shape.columns)
        return json_reply(one(call, shape, found))

    return handle


def creator(resource: Resource, create: Deed, created: Callable[[Call, str], None] | None = None) -> Handler:
    """Make the handler of a creation."""

    async def handle(call: Call) -> Reply:
        call.arguments()
        shape = shape_of(resource, call.minor)
        body = call.json()
        key, found = await call.desk.write(done_and_shown, call.asking, resource, shape.columns, create, body)
        if created is not None:
            created(call, key)
        place = f"{call.base}/v1/{resource.path}/{key}"
        return json_reply(one(call, shape, found), 201, ("location", place))

    return handle


def editor(resource: Resource, edit: Deed) -> Handler:
    """Make the handler of a patch."""

    async def handle(call: Call) -> Reply:
        call.arguments()
        shape = shape_of(resource, call.minor)
        operations = operations_from_json(call.json())
        ident = call.params["ident"]
        _, found = await call.desk.write(done_and_shown, call.asking, resource, shape.columns, edit, ident, operations)
        return json_reply(one(call, shape, found))

    return handle


def deleter(delete: Deed) -> Handler:
    """Make the handler of a deletion."""

    async def handle(call: Call) -> Reply:
        call.arguments()
        await call.desk.write(delete, call.asking, call.params["ident"])
        return empty_reply()

    return handle


class Paths(msgspec.Struct, frozen=True, kw_only=True):
    """How the routes of one resource differ from those of another."""

    detail: bool = True
    """Whether /detail below the list is the list with all fields."""
    below: int = 404
    """How reads are refused that are too old for the resource."""
    writes_below: int = 405
    """How writes are refused that are too old for the resource."""
    edits_since: int | None = None
    """The first microversion that changes it, where that is not the one that has it."""


def plain_routes(resource: Resource, deeds: Deeds, paths: Paths) -> Sequence[Route]:
    """Lay out the routes of a resource from its use cases."""
    return (*_reading(resource, deeds, paths), *_writing(resource, deeds, paths))


def _reading(resource: Resource, deeds: Deeds, paths: Paths) -> Iterator[Route]:
    many, noun = resource.plural.replace("_", " "), resource.noun.replace("_", " ")
    lists = [(resource.path, f"List {many}.", False)]
    if paths.detail:
        lists.append((f"{resource.path}/detail", f"List {many} with all of their fields.", True))
    for path, doc, detailed in lists:
        yield Route(
            method="GET",
            path=path,
            handler=lister(resource, deeds, detailed=detailed),
            doc=doc,
            since=resource.since,
            below=paths.below,
            listed=resource,
            answer=resource,
        )
    yield Route(
        method="GET",
        path=f"{resource.path}/{{ident}}",
        handler=shower(resource, deeds),
        doc=f"Show one {noun}.",
        since=resource.since,
        below=paths.below,
        arguments=("fields",),
        answer=resource,
        codes=(404,),
    )


def _writing(resource: Resource, deeds: Deeds, paths: Paths) -> Iterator[Route]:
    path, noun = resource.path, resource.one
    item = f"{path}/{{ident}}"
    create = deeds.create and creator(resource, deeds.create, deeds.created)
    writes = (
        ("POST", path, create, f"Create {noun}.", resource, (409,)),
        ("PATCH", item, deeds.edit and editor(resource, deeds.edit), f"Change {noun}.", "patch", (404, 409)),
        ("DELETE", item, deeds.delete and deleter(deeds.delete), f"Delete {noun}.", None, (404, 409)),
    )
    for method, where, handler, doc, body, codes in writes:
        if handler is not None:
            yield Route(
                method=method,
                path=where,
                handler=handler,
                doc=doc,
                since=(method == "PATCH" and paths.edits_since) or resource.since,
                below=paths.writes_below,
                body=body,
                answer=None if method == "DELETE" else resource,
                codes=codes,
            )
