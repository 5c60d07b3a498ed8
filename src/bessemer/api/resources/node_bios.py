"""The BIOS settings of a node."""

from collections.abc import Mapping

from bessemer.api.call import Call, boolean_argument
from bessemer.api.list_request import chosen_fields
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.api.wire.shape import Shape, shape_of
from bessemer.model.errors import Invalid
from bessemer.model.node_facts import BIOS
from bessemer.services.nodes.bios import bios_of, bios_setting

REGISTRY_SINCE = 74
"""The microversion that knows what values a setting takes, and lets callers choose fields."""
ALWAYS = ("created_at", "updated_at")


async def list_settings(call: Call) -> Reply:
    """List the BIOS settings of a node."""
    shape = _shape(call, call.arguments("fields", "detail"))
    uuid, found = await call.desk.read(bios_of, call.asking, call.params["ident"], shape.columns)
    return json_reply({"bios": shape.written(found, call.base, f"nodes/{uuid}/bios")})


def _shape(call: Call, given: Mapping[str, str]) -> Shape:
    if given and call.minor < REGISTRY_SINCE:
        raise Invalid(
            f"{' and '.join(sorted(given))} can be given from API version 1.{REGISTRY_SINCE} on; "
            f"1.{call.minor} was asked for."
        )
    detail = "detail" in given and boolean_argument("detail", given["detail"])
    if "fields" not in given:
        return shape_of(BIOS, call.minor, None if detail else BIOS.short)
    if detail:
        raise Invalid("detail and fields cannot be given together.")
    return shape_of(BIOS, call.minor, tuple(dict.fromkeys((*ALWAYS, *chosen_fields(call, BIOS, given["fields"])))))


async def show_setting(call: Call) -> Reply:
    """Show one BIOS setting of a node under its name."""
    call.arguments()
    shape, name = shape_of(BIOS, call.minor), call.params["setting"]
    uuid, found = await call.desk.read(bios_setting, call.asking, call.params["ident"], name, shape.columns)
    return json_reply({name: shape.written(found, call.base, f"nodes/{uuid}/bios")[0]})


ROUTES = (
    Route(
        method="GET",
        path="nodes/{ident}/bios",
        handler=list_settings,
        doc="List the BIOS settings of a node.",
        since=BIOS.since,
        arguments=("fields", "detail"),
        codes=(404,),
    ),
    Route(
        method="GET",
        path="nodes/{ident}/bios/{setting}",
        handler=show_setting,
        doc="Show one BIOS setting of a node.",
        since=BIOS.since,
        codes=(404,),
    ),
)
"""BIOS settings."""
