"""The virtual drives of a node."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.resources.asked_of_nodes import Fields, ask, body_schema, order, values_in
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.model.field import Choice, Field, Text

SINCE = 89
SHOWN_SINCE = 93
DEVICES = ("disk", "cdrom", "floppy")
SCHEMES = ("http", "https", "nfs", "cifs", "smb")

BODY: Fields = {
    "device_type": Field(kind=Choice(DEVICES), required=True, nullable=False, doc="The drive that it is put into."),
    "image_url": Field(
        kind=Text(4096, 1), required=True, nullable=False, doc="Where the image is, for the node's BMC to fetch it."
    ),
    "image_download_source": Field(
        kind=Choice(("http", "local")), nullable=False, default="local", doc="How the image gets to the BMC."
    ),
}


async def show(call: Call) -> Reply:
    """Show the virtual drives of a node."""
    call.arguments()
    return json_reply(await ask(call, "virtual_media"))


async def post(call: Call) -> Reply:
    """Put an image into a virtual drive of a node."""
    call.arguments()
    given = values_in(call, BODY)
    scheme, separator, rest = given["image_url"].partition("://")
    if scheme.lower() not in SCHEMES or not separator or not rest:
        # The URL itself is not shown: it may carry credentials.
        raise Invalid(f"image_url must be a URL that begins with {', '.join(f'{each}://' for each in SCHEMES)}.")
    await order(call, "attach_virtual_media", given)
    return empty_reply()


async def delete(call: Call) -> Reply:
    """Empty virtual drives of a node: those named, or all of them."""
    given = call.arguments("device_types")
    devices = [word.strip() for word in given.get("device_types", "").split(",") if word.strip()]
    unknown = [word for word in devices if word not in DEVICES]
    if unknown:
        raise Invalid(f"device_types has {unknown[0][:80]!r}, which is none of {', '.join(DEVICES)}.")
    await order(call, "detach_virtual_media", {"device_types": devices})
    return empty_reply()


PATH = "nodes/{ident}/vmedia"

ROUTES = (
    Route(
        method="GET",
        path=PATH,
        handler=show,
        doc="Show the virtual drives of a node.",
        since=SHOWN_SINCE,
        codes=(404, 500),
    ),
    Route(
        method="POST",
        path=PATH,
        handler=post,
        doc="Put an image into a virtual drive of a node.",
        since=SINCE,
        below=404,
        body=body_schema(BODY, {"device_type": "cdrom", "image_url": "http://192.0.2.1/rescue.iso"}),
        success=204,
        codes=(404, 409, 500),
    ),
    Route(
        method="DELETE",
        path=PATH,
        handler=delete,
        doc="Empty the virtual drives of a node.",
        since=SINCE,
        below=404,
        arguments=("device_types",),
        codes=(404, 409, 500),
    ),
)
"""Virtual media."""
