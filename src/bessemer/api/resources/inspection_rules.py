"""Inspection rules: what is done with machines that report this or that."""

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.api.routes import Route
from bessemer.model.inspection_rule import INSPECTION_RULE
from bessemer.services.inspection.rules import create_rule, delete_rule, delete_rules, edit_rule


async def remove_all(call: Call) -> Reply:
    """Delete every rule."""
    call.arguments()
    await call.desk.write(delete_rules, call.asking)
    return empty_reply()


ROUTES = (
    *plain_routes(INSPECTION_RULE, Deeds(create=create_rule, edit=edit_rule, delete=delete_rule), Paths(detail=False)),
    Route(
        method="DELETE",
        path=INSPECTION_RULE.path,
        handler=remove_all,
        doc="Delete every inspection rule.",
        since=INSPECTION_RULE.since,
        below=405,
    ),
)
"""Inspection rules."""
