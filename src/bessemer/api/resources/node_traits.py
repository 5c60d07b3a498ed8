"""The traits of a node."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.services.nodes import set_traits


async def list_traits(call: Call) -> Reply:
    """List the traits of a node."""
    call.arguments()
    return json_reply({"traits": await call.desk.glance(set_traits.traits_of, call.asking, call.params["ident"])})


async def put_all(call: Call) -> Reply:
    """Make the traits of a node exactly those given."""
    call.arguments()
    await call.desk.write(set_traits.replace_traits, call.asking, call.params["ident"], traits_in(call.json()))
    return empty_reply()


def traits_in(body: object) -> list[str]:
    """Read a list of traits from a body."""
    if not isinstance(body, dict) or body.keys() != {"traits"} or not isinstance(body["traits"], list):
        raise Invalid("The body must be an object with the one key 'traits', a list of strings.")
    for trait in body["traits"]:
        if not isinstance(trait, str):
            raise Invalid("Every trait must be a string.")
    return list(body["traits"])


async def put_one(call: Call) -> Reply:
    """Give a node one more trait."""
    call.arguments()
    if call.json() != {}:
        raise Invalid("To add one trait, name it in the path and send no body.")
    ident, trait = call.params["ident"], call.params["trait"]
    await call.desk.write(set_traits.add_trait, call.asking, ident, trait)
    return empty_reply(204, ("location", f"{call.base}/v1/nodes/{ident}/traits/{trait}"))


async def delete_all(call: Call) -> Reply:
    """Take all traits from a node."""
    call.arguments()
    await call.desk.write(set_traits.clear_traits, call.asking, call.params["ident"])
    return empty_reply()


async def delete_one(call: Call) -> Reply:
    """Take one trait from a node."""
    call.arguments()
    await call.desk.write(set_traits.drop_trait, call.asking, call.params["ident"], call.params["trait"])
    return empty_reply()


ALL_TRAITS = {
    "type": "object",
    "properties": {"traits": {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 255}}},
    "required": ["traits"],
    "additionalProperties": False,
}

ALL = "nodes/{ident}/traits"
ONE = "nodes/{ident}/traits/{trait}"

ROUTES = (
    Route(
        method="GET", path=ALL, handler=list_traits, doc="List the traits of a node.", since=37, below=406, codes=(404,)
    ),
    Route(
        method="PUT",
        path=ALL,
        handler=put_all,
        doc="Set all traits of a node.",
        since=37,
        body=ALL_TRAITS,
        success=204,
        codes=(404, 409),
    ),
    Route(
        method="DELETE",
        path=ALL,
        handler=delete_all,
        doc="Remove all traits of a node.",
        since=37,
        below=404,
        codes=(404, 409),
    ),
    Route(
        method="PUT", path=ONE, handler=put_one, doc="Add a trait to a node.", since=37, success=204, codes=(404, 409)
    ),
    Route(
        method="DELETE",
        path=ONE,
        handler=delete_one,
        doc="Remove a trait from a node.",
        since=37,
        below=404,
        codes=(404, 409),
    ),
)
"""Traits of nodes."""
